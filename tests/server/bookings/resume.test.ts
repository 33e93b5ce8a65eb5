import { expect, test } from 'vitest'
import { cancelTrip, changeVehicle } from '#contract/bookings/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { runJob } from '#tests/support/server/jobs'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server, doJobs } = await aPaymentWorld()

/** A departure with a paid booking, and a key of its operator. */
async function aSoldDeparture() {
  const trip = await aTrip(db, { vehicle: 'coach-49' })
  const { booking } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  expect(await doJobs()).toEqual([])
  const as = await anOperatorKey(server, trip.operator_id)
  return { trip_id: trip.trip_id, reference: booking.reference, as }
}

/** Lets every waiting job end as one does that failed for the last time. */
const giveUp = () => sql`update pgboss.job set state = 'failed' where state = 'created'`.execute(db)

const resume = () => runJob(server.host, 'trip.resume', {})

const countWaiting = async () =>
  (await sql`select from pgboss.job where state = 'created'`.execute(db)).rows.length

test('the bookings of a cancelled departure are refunded, even if the job had given up', async () => {
  const { trip_id, reference, as } = await aSoldDeparture()
  expect((await server.call(cancelTrip, { id: trip_id }, { as })).status).toBe(200)
  await giveUp()
  await resume()
  expect(await doJobs()).toEqual([])
  const found = await sql`
    select b.status, r.amount_kobo > 0 as is_refunded from booking b left join refund r on r.payable_id = b.id
    where b.reference = ${reference}`.execute(db)
  expect(found.rows).toEqual([{ status: 'operator_cancelled', is_refunded: true }])
  await resume()
  expect(await countWaiting()).toBe(0)
})

test('the search for cancelled departures reads only those, however many departures there are', async () => {
  const scans = await inTransaction(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await runJob({ ...server.host, db: tx }, 'trip.resume', {})
    const { rows } = await sql<{ scans: number }>`
      select pg_stat_get_xact_numscans('trip_cancelled'::regclass)::int as scans`.execute(tx)
    return rows
  })
  expect(scans).toEqual([{ scans: 1 }])
})

test('travellers get their seats in another vehicle, even if the job had given up', async () => {
  const { trip_id, as } = await aSoldDeparture()
  const changed = await server.call(changeVehicle, { id: trip_id, vehicle: 'hiace-15' }, { as })
  expect(changed.status).toBe(200)
  await giveUp()
  await resume()
  expect(await countWaiting()).toBe(0)
  await sql`update vehicle_change set asked_at = now() - interval '61 minutes'`.execute(db)
  await resume()
  expect(await doJobs()).toEqual([])
  const open = await sql`select from vehicle_change where done_at is null`.execute(db)
  expect(open.rows).toEqual([])
})
