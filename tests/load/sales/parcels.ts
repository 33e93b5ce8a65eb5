import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import { aPerson } from './wallets.ts'
import { aTrip } from '#tests/support/makers/trips'
import { seedParcelLists } from '#tests/support/makers/parcels'

const lines = [
  { code: 'carriage', label: 'Carriage, small', amount_kobo: 500_000 },
  { code: 'service_fee', label: 'Service fee', amount_kobo: 15_000 },
  { code: 'vat', label: 'VAT 7.5%', amount_kobo: 38_625 },
]
const total_kobo = 553_625
const premium_kobo = 10_000

/** A parcel made with SQL only. */
export interface SqlParcel {
  id: string
  sender: string
  cover_kobo: number
}

/** Makes an unpaid parcel; with `insured` its price includes a premium of ₦100. */
export async function anUnpaidParcel(
  db: Db,
  wallet_kobo = 0,
  { insured = false } = {},
): Promise<SqlParcel> {
  const [id, quote] = [makeId(), makeId()]
  const sender = await aPerson(db, wallet_kobo)
  const cover_kobo = 1_000_000
  const trip = await aTrip(db, { stops: ['lagos', 'abuja'] })
  await seedParcelLists(db)
  const premium = { code: 'cover', label: 'Full cover', amount_kobo: premium_kobo }
  const price = JSON.stringify({
    lines: insured
      ? lines
          .map((line) =>
            line.code === 'carriage'
              ? { ...line, amount_kobo: line.amount_kobo - premium_kobo }
              : line,
          )
          .concat(premium)
      : lines,
    total_kobo,
  })
  await sql`
    insert into parcel_quote (id, asked, route_id, operator_id, trip_id, leg_from, leg_to, price, total_kobo, valid_until)
    select ${quote}::uuid, '{}', r.id, ${trip.operator_id}::uuid, ${trip.trip_id}::uuid, 0, 1, ${price}::jsonb,
      ${total_kobo}::bigint, now() + interval '1 day' from parcel_route r where r.code = 'lagos_abuja'`.execute(
    db,
  )
  await sql`
    insert into parcel (id, tracking_id, user_id, quote_id, route_id, operator_id, trip_id, leg_from, leg_to, size_code,
      weight_grams, type_code, add_ons, declared_value_kobo, cover_kobo, price, total_kobo, pay_until)
    select ${id}::uuid, ${makeReference()}, ${sender}::uuid, q.id, q.route_id, q.operator_id, q.trip_id, 0, 1, 'small',
      1000, 'clothes', ${insured ? ['full_cover'] : []}::text[], ${cover_kobo}::bigint, ${cover_kobo}::bigint, q.price, q.total_kobo, now() + interval '2 days'
    from parcel_quote q where q.id = ${quote}`.execute(db)
  return { id, sender, cover_kobo }
}

/** Makes a copy of a parcel, with the same sender and price; returns its id. */
export async function copyParcel(db: Db, { id }: SqlParcel): Promise<string> {
  const [again, quote] = [makeId(), makeId()]
  await sql`
    insert into parcel_quote (id, asked, route_id, operator_id, trip_id, leg_from, leg_to, price, total_kobo, valid_until)
    select ${quote}::uuid, q.asked, q.route_id, q.operator_id, q.trip_id, q.leg_from, q.leg_to, q.price, q.total_kobo, q.valid_until
    from parcel p join parcel_quote q on q.id = p.quote_id where p.id = ${id}::uuid`.execute(db)
  await sql`
    insert into parcel (id, tracking_id, user_id, quote_id, route_id, operator_id, trip_id, leg_from, leg_to, size_code,
      weight_grams, type_code, declared_value_kobo, cover_kobo, price, total_kobo, pay_until)
    select ${again}::uuid, ${makeReference()}, user_id, ${quote}::uuid, route_id, operator_id, trip_id, leg_from, leg_to,
      size_code, weight_grams, type_code, declared_value_kobo, cover_kobo, price, total_kobo, pay_until
    from parcel where id = ${id}::uuid`.execute(db)
  return again
}

/** Opens an attempt to pay a parcel, `part_kobo` of it from its sender's wallet; returns the attempt's reference. */
export async function openParcelPayment(
  db: Db,
  { id, sender }: SqlParcel,
  part_kobo = 0,
): Promise<string> {
  const payment = makeId()
  await sql`select open_attempt(${payment}::uuid, ${payment}, 'parcel', ${id}::uuid, ${sender}::uuid, 'paystack', 'card',
    ${total_kobo - part_kobo}::bigint, ${part_kobo}::bigint, null, null, null)`.execute(db)
  return payment
}

/** Makes the money of an attempt arrive; `pin_hash` is stored with it. */
export async function makeSqlParcelPaymentArrive(
  db: Db,
  payment: string,
  pin_hash: Buffer | null = randomBytes(32),
): Promise<void> {
  await sql`select apply_payment(${payment}, 'succeeded', ${total_kobo}::bigint, 'NGN', ${payment}, 'card',
    ${JSON.stringify({ pin_hash: pin_hash?.toString('hex') ?? null })}::jsonb)`.execute(db)
}

/** Makes a paid parcel. */
export async function aPaidParcel(db: Db, how: { insured?: boolean } = {}): Promise<SqlParcel> {
  const sent = await anUnpaidParcel(db, 0, how)
  await makeSqlParcelPaymentArrive(db, await openParcelPayment(db, sent))
  return sent
}
