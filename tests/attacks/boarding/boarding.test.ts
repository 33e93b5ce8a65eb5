import { afterAll, describe, expect, test } from 'vitest'
import type { BoardingScan } from '#contract/boarding/model'
import { reportBoardingScans } from '#contract/boarding/endpoints'
import { cancelBooking, previewCancellation } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aScan, anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

/** A key for boarding must not block a traveller's cancellation by "using" the ticket days ahead. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

async function aBus(departs_in_hours: number, stops = ['lagos', 'ibadan']) {
  const trip = await aTrip(db, { departs_in_hours: 72, stops })
  const operator = await anOperatorKey(server, trip.operator_id)
  const paid = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const [seat] = await fetchManifestSeats(server, trip.trip_id, operator)
  if (seat === undefined) throw new Error('a seat was sold')
  // Bought three days ahead, and scanned `departs_in_hours` hours before the departure.
  await sql`update trip set departs_at = departs_at - ago, arrives_at = arrives_at - ago, sales_close_at = sales_close_at - ago
    from (select make_interval(hours => ${72 - departs_in_hours}) as ago) moved where id = ${trip.trip_id}`.execute(
    db,
  )
  const { reference } = paid.booking
  const report = async (over: Partial<BoardingScan> = {}) => {
    const scans = [aScan(trip.trip_id, seat, over)]
    const { data } = await server.call(reportBoardingScans, { scans }, { as: operator })
    return data[0]?.result
  }
  const status = async () =>
    (await fetchManifestSeats(server, trip.trip_id, operator)).map((one) => [
      one.status,
      one.boardings.length,
    ])
  return { ...paid, reference, trip, report, status }
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

describe('a ticket cannot be marked used three days ahead', () => {
  test.each([
    ['now', {}],
    ['as if at its departure', { scanned_at: hours(72) }],
    ['by a phone without a clock', { scanned_at: '1970-01-01T00:00:00Z' }],
  ])('%s: it is noted, and cancelling stays open', async (_, over) => {
    const { report, status, reference, as } = await aBus(72)
    expect(await report(over)).toBe('wrong_time')
    expect(await status()).toEqual([['valid', 0]])
    const { rows } =
      await sql`select from boarding_scan where not in_time and verdict = 'valid'`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
    expect((await server.call(previewCancellation, { reference }, { as })).status).toBe(200)
    const cancelled = await server.call(cancelBooking, { reference, refund_to: 'source' }, { as })
    expect(cancelled.status).toBe(200)
  })

  test('nor by SQL', async () => {
    const { trip } = await aBus(72)
    const use = sql`update ticket set status = 'used' where trip_id = ${trip.trip_id}`
    await expect(use.execute(db)).rejects.toThrow('may not be used yet')
  })
})

test('from six hours before its bus leaves the stop where the traveller gets on', async () => {
  expect(await (await aBus(7)).report()).toBe('wrong_time')
  const { report, status } = await aBus(5)
  expect(await report()).toBe('recorded')
  expect(await status()).toEqual([['used', 1]])
})

test('until 24 hours after arrival; what was checked in time may be sent later', async () => {
  const late = await aBus(-48)
  // The ticket is as old as the booking: a scan from before the ticket existed would prove nothing.
  await sql`update ticket set created_at = now() - interval '3 days' where trip_id = ${late.trip.trip_id}`.execute(
    db,
  )
  expect(await late.report()).toBe('wrong_time')
  expect(await late.status()).toEqual([['valid', 0]])
  expect(await late.report({ scanned_at: hours(-48) })).toBe('recorded')
  expect(await late.status()).toEqual([['used', 1]])
})

test('a check ahead of its time does not make the one at the door a double boarding', async () => {
  const bus = await aBus(72)
  expect(await bus.report()).toBe('wrong_time')
  await sql`update trip set departs_at = now() + interval '1 hour', arrives_at = now() + interval '3 hours',
    sales_close_at = now() where id = ${bus.trip.trip_id}`.execute(db)
  expect(await bus.report()).toBe('recorded')
  expect(await bus.status()).toEqual([['used', 1]])
})
