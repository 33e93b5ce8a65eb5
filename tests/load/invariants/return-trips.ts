import { holdSeats } from '#contract/bookings/endpoints'
import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { returnedByCompanySql } from './returned-by-company.ts'
import { makeId } from '#server/platform/ids'
import type { Phone, Credentials } from '#tests/load/actors/caller'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import {
  type HeldBooking,
  addTravellers,
  placeHold,
  makeTicketGoods,
} from '#tests/load/sales/bookings'
import type { LoadRunSetting } from '#tests/load/run/load-run-setting'
import { aTrip } from '#tests/support/makers/trips'

/** Invariants of return trips, each as a query that finds violations. */
export const returnTripQueries = {
  'money lost: charged for a return trip, neither its ways nor a refund': sql`
    select p.reference as which
    from payment p join sandbox.charge c on c.id::text = p.provider_id join return_trip r on r.id = p.payable_id
    left join ${returnedByCompanySql} on true
    left join lateral (select coalesce(sum(paid_kobo), 0) as paid, coalesce(sum(refunded_kobo), 0) as refunded,
        coalesce(sum(refund_pending_kobo), 0) as pending, bool_and(outcome <> 'none') as used
      from payment where part_of = p.id) ways on true
    where p.status = 'succeeded' and (p.paid_kobo <> c.paid_kobo or p.outcome = 'none'
      or p.refund_pending_kobo + ways.pending <> 0 and p.disputed_kobo = 0
      or back.kobo <> p.refunded_kobo + ways.refunded + p.outside_kobo + p.wallet_back_kobo
      or p.outcome like 'refunded%' and (p.refunded_kobo <> c.paid_kobo or ways.paid <> 0)
      or p.outcome like 'confirmed%' and (ways.paid <> p.paid_kobo - p.refunded_kobo or ways.used is not true))`,
  'return trip with one way paid by it and the other neither paid nor refunded': sql`
    select r.id::text as which from return_trip r join payment p on p.payable_id = r.id and p.outcome like 'confirmed%'
    join booking b on b.return_trip_id = r.id
    where p.provider <> 'wallet' and b.paid_kobo = 0 and b.status <> 'cancelled'
      and not exists (select from payment part where part.part_of = p.id and part.payable_id = b.id)`,
} as const

/**
 * Holds seats of a return trip and adds them to a person's hold; returns the proof of the second booking, or undefined
 * if the seats were not available.
 */
export async function addReturnTrip(
  { town, dice, phone }: { town: LoadRunSetting; dice: SeededRandom; phone: Phone },
  way_out: string,
  count: number,
  credentials: Credentials,
): Promise<{ reference: string; shown: Credentials } | undefined> {
  const trip = town.tripBack()
  const seats = dice.some(trip.sellable, count).slice(0, count)
  const held = await phone.call(
    holdSeats,
    { trip_id: trip.id, seats, way_out },
    credentials,
    (booking) => booking.reference,
  )
  if (held?.code === 'seat_taken') await town.isFull(trip)
  if (held?.status !== 200) return undefined
  const { reference, guest_token: own = '' } = held.data
  return { reference, shown: { ...credentials, guest_token: own } }
}

/** Sells a return trip with SQL only, as the rooms do; returns both of its bookings. */
export async function sellReturnTrip(db: Db): Promise<HeldBooking[]> {
  const holder = `device:${makeId()}`
  const ways: HeldBooking[] = []
  for (const stops of [
    ['lagos', 'ibadan'],
    ['ibadan', 'lagos'],
  ]) {
    const held = await placeHold(db, (await aTrip(db, { stops })).trip_id, [4, 5], holder)
    if (held === undefined) throw new Error('the seats cannot be had')
    ways.push(held)
  }
  const [out, back] = ways
  await inTransaction(db, async (tx) => {
    await sql`select pair_bookings(${out?.id}::uuid, ${back?.id}::uuid, 30)`.execute(tx)
    for (const way of ways) await addTravellers(tx, way, { isPaid: false })
    const total = ways.reduce((sum, { total_kobo }) => sum + total_kobo, 0)
    const payment = makeId()
    await sql`select open_attempt(${payment}::uuid, ${payment}, 'return_trip', return_trip_id, null, 'paystack', 'card',
      ${total}::bigint, 0, null, null, null) from booking where id = ${out?.id}::uuid`.execute(tx)
    const goods = JSON.stringify({
      out: JSON.parse(makeTicketGoods(2)) as unknown,
      back: JSON.parse(makeTicketGoods(2)) as unknown,
    })
    await sql`select apply_payment(${payment}, 'succeeded', ${total}::bigint, 'NGN', ${payment}, 'card', ${goods}::jsonb)`.execute(
      tx,
    )
  })
  return ways
}
