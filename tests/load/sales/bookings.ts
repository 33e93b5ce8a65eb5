import { randomBytes } from 'node:crypto'
import { priceFare } from '#contract/fare'
import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'

const seat_fare_kobo = 1_000_000
const park_fee_kobo = 20_000

/** A hold made with SQL only, as the rooms make it. */
export interface HeldBooking {
  id: string
  reference: string
  total_kobo: number
  seats: number[]
}

/** Holds seats of a trip from its first stop to its second; returns undefined when they are not available. */
export async function placeHold(
  db: Db,
  trip_id: string,
  seats: number[],
  holder = `device:${makeId()}`,
): Promise<HeldBooking | undefined> {
  const id = makeId()
  const reference = makeReference()
  const adults = seats.map(() => ({ label: 'Adult', fare_percent: 100 }))
  const fare = priceFare(seat_fare_kobo, park_fee_kobo, adults, false)
  const frozen = { ...fare, seat_fare_kobo, park_fee_kobo, seats: adults }
  const { rows } = await sql<{ outcome: string }>`
    select outcome from hold_seats(${id}, ${reference}, ${trip_id}, 0::smallint, 1::smallint, ${seats}::smallint[],
      ${seats.map(() => 'adult')}::text[], ${holder}, null, ${randomBytes(32)}::bytea, ${JSON.stringify(frozen)}::jsonb,
      ${fare.total_kobo}::bigint, 10)`.execute(db)
  return rows[0]?.outcome === 'held'
    ? { id, reference, total_kobo: fare.total_kobo, seats }
    : undefined
}

/** Stores the travellers of a hold and, by default, opens an attempt to pay it; returns the attempt's reference. */
export async function addTravellers(
  db: Db,
  held: HeldBooking,
  { isPaid = true } = {},
): Promise<string> {
  const payment = makeId()
  await inTransaction(db, async (tx) => {
    await sql`
      with contact as (
        update booking set contact_name = 'Ada Obi', contact_phone = '+2348031234567', contact_email = 'ada@example.com'
        where id = ${held.id}
      )
      insert into passenger (booking_id, seat, full_name, gender, passenger_type, address)
      select ${held.id}::uuid, seat, 'Ada Obi', 'female', 'adult', '1 Jibowu Road' from unnest(${held.seats}::smallint[]) seat`.execute(
      tx,
    )
    if (!isPaid) return
    await sql`select open_attempt(${payment}::uuid, ${payment}, 'booking', ${held.id}::uuid, null, 'paystack', 'card',
      ${held.total_kobo}::bigint, 0, null, null, null)`.execute(tx)
  })
  return payment
}

/** Returns the JSON of the goods that fulfil a booking of `seats` seats: their tickets. */
export function makeTicketGoods(seats: number): string {
  const each = Array.from({ length: seats })
  return JSON.stringify({
    kid: 1,
    ids: each.map(() => randomBytes(8).toString('hex')),
    codes: each.map(() => makeReference()),
  })
}

/** Makes the money of an attempt arrive; returns the outcome. */
export async function makePaymentArrive(
  db: Db,
  payment: string,
  { total_kobo, seats }: HeldBooking,
): Promise<string | undefined> {
  const { rows } = await sql<{ result: string }>`
    select result from apply_payment(${payment}, 'succeeded', ${total_kobo}::bigint, 'NGN', ${payment}, 'card',
      ${makeTicketGoods(seats.length)}::jsonb)`.execute(db)
  return rows[0]?.result
}

/** Sells a booking with its tickets and the attempt that paid it. Throws when the seats are not available. */
export async function sellBooking(
  db: Db,
  trip_id: string,
  seats: number[],
): Promise<HeldBooking & { payment: string }> {
  const held = await placeHold(db, trip_id, seats)
  if (held === undefined) throw new Error(`seats ${seats.join(', ')} cannot be had`)
  const payment = await addTravellers(db, held)
  await makePaymentArrive(db, payment, held)
  return { ...held, payment }
}
