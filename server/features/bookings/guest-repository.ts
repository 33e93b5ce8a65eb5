import { sql } from 'kysely'
import { codeMinutes, codeTries } from '#contract/accounts'
import type { Db } from '#server/db/client'

/** Whose code it is: one a booking and device. */
export interface BookingCode {
  booking_id: string
  device: string
  code_hash: Uint8Array
}

/** Opens a device's code for a booking in the place of the one before. */
export async function writeBookingCode(db: Db, it: BookingCode): Promise<void> {
  await sql`
    insert into booking_code (booking_id, device, code_hash, tries_left, expires_at)
    values (${it.booking_id}, ${it.device}, ${it.code_hash}, ${codeTries}, now() + ${codeMinutes} * interval '1 minute')
    on conflict (booking_id, device) do update set code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at`.execute(db)
}

/**
 * Tries a device's code; every try counts, and a right one may come again while there are any, since its
 * answer may be lost on the way. One statement, so that no refusal undoes the count.
 */
export async function tryBookingCode(db: Db, it: BookingCode): Promise<boolean> {
  const { rows } = await sql<{ is_right: boolean }>`
    update booking_code set tries_left = tries_left - 1
    where booking_id = ${it.booking_id} and device = ${it.device} and expires_at > now() and tries_left > 0
    returning code_hash = ${it.code_hash} as is_right`.execute(db)
  return rows[0]?.is_right ?? false
}

/** Lets a device into a booking from now on. */
export async function insertProof(
  db: Db,
  proof: { token_sha256: Buffer; booking_id: string; device: string },
): Promise<void> {
  await sql`insert into booking_proof (token_sha256, booking_id, device)
    values (${proof.token_sha256}, ${proof.booking_id}, ${proof.device})`.execute(db)
}

/** Whether a guest's token, by its hash, opens a booking. */
export async function tokenOpens(db: Db, booking_id: string, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql<{ opens: boolean }>`
    select guest_token_opens(b, ${sha256}) as opens from booking b where b.id = ${booking_id}`.execute(
    db,
  )
  return rows[0]?.opens ?? false
}

/** Lets go of codes that nobody can use any more. */
export async function forgetOldCodes(db: Db): Promise<void> {
  await sql`delete from booking_code where expires_at < now()`.execute(db)
}
