import { createHash } from 'node:crypto'
import { makeCheckCharacter, referenceAlphabet } from '#contract/reference'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeSeedId } from './random.ts'
import type { DemoContext } from './rows.ts'

/** The context for writing histories. `kid`: the key that signs tickets. */
export interface HistoryContext extends DemoContext {
  kid: number
}

/** Returns SQL for a moment, counted in days from now. */
export const nowPlusDaysSql = (days: number) => sql`now() + ${days} * interval '1 day'`
/** The item that an attempt pays for. `goods`: what the payer gets, by default tickets. */
export interface PayableItem {
  kind: 'booking' | 'parcel' | 'charter' | 'invoice'
  id: string
  goods?: object
}

/** An attempt before its payment company is called. Without an item it is a top-up. */
export interface SeedAttempt {
  id: string
  reference: string
  thing: PayableItem | null
  person_id: string | null
  provider: 'paystack' | 'flutterwave'
  /** The payment company's id of the payment. */
  provider_id: string
  amount_kobo: number
}

/** Stores an attempt and applies its success (`apply_payment`). Throws for any other result. */
export async function seedSuccessfulPayment(
  { db, seed, kid }: HistoryContext,
  it: SeedAttempt,
  about: string,
): Promise<void> {
  const { id, reference, thing, person_id } = it
  if (thing === null)
    await sql`select make_top_up(${id}::uuid, ${person_id}::uuid, ${reference})`.execute(db)
  else await sql`select open_payable(${thing.kind}, ${thing.id}::uuid)`.execute(db)
  await sql`
    insert into payment (id, reference, payable_id, person_id, provider, channel, amount_kobo, expires_at)
    values (${id}, ${reference}, ${thing?.id ?? id}::uuid, ${person_id}::uuid, ${it.provider}, 'card',
      ${it.amount_kobo}::bigint, now() + interval '10 minutes')`.execute(db)
  const goods = thing?.goods ?? ticketsOf(seed, kid, about)
  const { rows } = await sql<{ result: string }>`
    select result from apply_payment(${reference}, 'succeeded', ${it.amount_kobo}::bigint, 'NGN', ${it.provider_id},
      'card', ${JSON.stringify(goods)}::jsonb)`.execute(db)
  expectResult(rows, thing === null ? 'credited' : 'confirmed', about)
}

/** Pays a booking from its owner's wallet (`pay_from_wallet`). Throws for any other result. */
export async function payFromWallet(
  { db, seed, kid }: HistoryContext,
  booking_id: string,
  person_id: string | null,
  about: string,
): Promise<void> {
  const goods = JSON.stringify(ticketsOf(seed, kid, about))
  const { rows } = await sql<{ result: string }>`
    select result from pay_from_wallet(${makeSeedId(seed, `payment ${about}`)}, ${makeSeedReference(seed, `payment ${about}`)},
      ${person_id}::uuid, 'booking', ${booking_id}::uuid, null, null, ${goods}::jsonb, p_is_proved => true)`.execute(
    db,
  )
  expectResult(rows, 'confirmed', about)
}

function expectResult(rows: readonly { result: string }[], wanted: string, about: string): void {
  if (rows[0]?.result !== wanted) throw new Error(`${about}: ${rows[0]?.result}`)
}

/** Sets when a payment was made and settled, in days from now. */
export async function backdatePayment(db: Db, reference: string, days: number): Promise<void> {
  await sql`update payment set created_at = ${nowPlusDaysSql(days)}, settled_at = ${nowPlusDaysSql(days)}
    where reference = ${reference}`.execute(db)
}

/** Cancels a booking and refunds `back_kobo` to the wallet (`cancel_seats`, `request_refund`). */
export async function cancelAndRefundToWallet(
  db: Db,
  { id, seats, back_kobo, days }: { id: string; seats: number[]; back_kobo: number; days: number },
): Promise<void> {
  await sql`select cancel_seats(${id}, ${seats}::smallint[], 'cancelled')`.execute(db)
  await sql`select request_refund(${id}, ${back_kobo}::bigint, 'cancelled', 'wallet', ${`cancel:${id}`},
    ${seats}::smallint[])`.execute(db)
  await sql`update booking set refunded_kobo = ${back_kobo}::bigint, cancelled_at = ${nowPlusDaysSql(days)}
    where id = ${id}`.execute(db)
  await sql`update refund set requested_at = ${nowPlusDaysSql(days)}, settled_at = ${nowPlusDaysSql(days)}
    where payable_id = ${id}`.execute(db)
}

const hashOf = (seed: number, about: string) =>
  createHash('sha256').update(`${seed}:${about}`).digest()

/** Returns a reference, the same for the same seed and name. */
export function makeSeedReference(seed: number, about: string): string {
  const body = Array.from(
    hashOf(seed, about).subarray(0, 10),
    (byte) => referenceAlphabet[byte & 31],
  ).join('')
  return body + makeCheckCharacter(body)
}

/** Returns the goods of a booking, the same for the same seed and name. */
function ticketsOf(seed: number, kid: number, about: string): object {
  const names = [1, 2, 3, 4, 5, 6].map((n) => `ticket ${about} ${n}`)
  return {
    kid,
    ids: names.map((name) => hashOf(seed, name).toString('hex', 24, 32)),
    codes: names.map((name) => makeSeedReference(seed, name)),
  }
}
