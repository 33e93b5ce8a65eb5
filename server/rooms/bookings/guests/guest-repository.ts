import { codeValidityMinutes, maxCodeTries } from '#contract/accounts/rules'
import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

/** The code with which a guest opens one booking on one device. */
export interface BookingCode {
  booking_id: string
  device: string
  code_hash: Uint8Array
}

/** Stores a device's code for a booking; it replaces the previous one. Returns when it expires. */
export async function saveBookingCode(db: Db, it: BookingCode): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into booking_code (booking_id, device, code_hash, tries_left, expires_at)
    values (${it.booking_id}, ${it.device}, ${it.code_hash}, ${maxCodeTries}, now() + ${codeValidityMinutes} * interval '1 minute')
    on conflict (booking_id, device) do update set code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at, id = excluded.id
    returning expires_at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the code was not stored')
  return row.expires_at
}

/**
 * Tries a device's code; every try counts. If it is right, uses it up, stores the hash of the device's new token and
 * returns true. One statement does it all, so that no refusal undoes the count.
 */
export async function redeemBookingCode(
  db: Db,
  { token_sha256, ...it }: BookingCode & { token_sha256: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ is_right: boolean }>`
    select prove_booking(${it.booking_id}::uuid, ${it.device}, ${it.code_hash}::bytea, ${token_sha256}::bytea) as is_right`.execute(
    db,
  )
  return rows[0]?.is_right ?? false
}

/** Deletes expired codes, and the access of guests' devices to bookings whose passenger data have expired. */
export async function deleteExpiredGuestAccess(db: Db): Promise<void> {
  await deleteInSteps(db, 'booking_code', sql`expires_at < now()`)
  await deleteInSteps(
    db,
    'booking_proof',
    sql`exists (select from booking b join trip t on t.id = b.trip_id
      where b.id = booking_id and t.arrives_at < now() - ${passengerDataDays} * interval '1 day')`,
  )
}
