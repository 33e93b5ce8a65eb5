import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { checkCharacter, referenceAlphabet } from '#contract/reference'
import type { Db } from '#server/db/client'
import { seedId } from './random.ts'
import type { Ground } from './rows.ts'

/** Where histories are written: `kid` is the key that signs their tickets. */
export interface Stage extends Ground {
  kid: number
}

/** A moment, counted in days from now. */
export const daysFromNow = (days: number) => sql`now() + ${days} * interval '1 day'`
/** An attempt to pay, as it stands before its company is called; without a booking or parcel it fills the wallet. */
export interface Attempt {
  id: string
  reference: string
  booking_id: string | null
  parcel?: { id: string; pin_hash: Buffer }
  person_id: string | null
  provider: 'paystack' | 'flutterwave'
  /** What the company calls it. */
  provider_id: string
  amount_kobo: number
}

/** Writes an attempt and applies that it succeeded (`apply_payment`). Throws when anything else came of it. */
export async function applyPaid(
  { db, seed, kid }: Stage,
  it: Attempt,
  about: string,
): Promise<void> {
  const purpose = it.parcel !== undefined ? 'parcel' : it.booking_id === null ? 'wallet' : 'booking'
  await sql`
    insert into payment (id, reference, purpose, booking_id, parcel_id, person_id, provider, channel, amount_kobo, expires_at)
    values (${it.id}, ${it.reference}, ${purpose}, ${it.booking_id}::uuid, ${it.parcel?.id ?? null}::uuid,
      ${it.person_id}::uuid, ${it.provider}, 'card', ${it.amount_kobo}::bigint, now() + interval '10 minutes')`.execute(
    db,
  )
  const { ids, codes } = ticketsOf(seed, about)
  const { rows } = await sql<{ result: string }>`
    select result from apply_payment(${it.reference}, 'succeeded', ${it.amount_kobo}::bigint, 'NGN', ${it.provider_id},
      'card', ${kid}::smallint, ${ids}::bytea[], ${codes}::text[], ${it.parcel?.pin_hash ?? null}::bytea)`.execute(
    db,
  )
  expectResult(rows, purpose === 'wallet' ? 'credited' : 'confirmed', about)
}

/** Pays a booking out of its owner's wallet (`pay_from_wallet`). Throws when anything else came of it. */
export async function payFromWallet(
  { db, seed, kid }: Stage,
  booking_id: string,
  person_id: string | null,
  about: string,
): Promise<void> {
  const { ids, codes } = ticketsOf(seed, about)
  const { rows } = await sql<{ result: string }>`
    select result from pay_from_wallet(${seedId(seed, `payment ${about}`)}, ${seedReference(seed, `payment ${about}`)},
      ${person_id}::uuid, ${booking_id}::uuid, null, null, ${kid}::smallint, ${ids}::bytea[], ${codes}::text[],
      p_is_proved => true)`.execute(db)
  expectResult(rows, 'confirmed', about)
}

function expectResult(rows: readonly { result: string }[], wanted: string, about: string): void {
  if (rows[0]?.result !== wanted) throw new Error(`${about}: ${rows[0]?.result}`)
}

/** Gives a payment its date. */
export async function datePayment(db: Db, reference: string, days: number): Promise<void> {
  await sql`update payment set created_at = ${daysFromNow(days)}, settled_at = ${daysFromNow(days)}
    where reference = ${reference}`.execute(db)
}

/** Cancels a booking and puts so many kobo into the wallet (`cancel_seats`, `request_refund`). */
export async function cancelToWallet(
  db: Db,
  { id, seats, back_kobo, days }: { id: string; seats: number[]; back_kobo: number; days: number },
): Promise<void> {
  await sql`select cancel_seats(${id}, ${seats}::smallint[], 'cancelled')`.execute(db)
  await sql`select request_refund(${id}, ${back_kobo}::bigint, 'cancelled', 'wallet', ${`cancel:${id}`},
    ${seats}::smallint[])`.execute(db)
  await sql`update booking set refunded_kobo = ${back_kobo}::bigint, cancelled_at = ${daysFromNow(days)}
    where id = ${id}`.execute(db)
  await sql`update refund set requested_at = ${daysFromNow(days)}, settled_at = ${daysFromNow(days)}
    where booking_id = ${id}`.execute(db)
}

const hashOf = (seed: number, about: string) =>
  createHash('sha256').update(`${seed}:${about}`).digest()

/** The same reference for the same seed and name. */
export function seedReference(seed: number, about: string): string {
  const body = Array.from(
    hashOf(seed, about).subarray(0, 10),
    (byte) => referenceAlphabet[byte & 31],
  ).join('')
  return body + checkCharacter(body)
}

function ticketsOf(seed: number, about: string): { ids: Buffer[]; codes: string[] } {
  const names = [1, 2, 3, 4, 5, 6].map((n) => `ticket ${about} ${n}`)
  return {
    ids: names.map((name) => hashOf(seed, name).subarray(24, 32)),
    codes: names.map((name) => seedReference(seed, name)),
  }
}
