import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { getManifest, reportBoardingScans } from '#contract/boarding/endpoints'
import { listAllAllotments } from '#contract/counter/drawer-endpoints'
import { releaseAllottedSeats, sellAllottedSeats } from '#contract/counter/endpoints'
import { sql } from '#server/db/sql'
import { aScan } from '#tests/support/makers/boarding'
import { anAllotment, anAllottedSale, aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** Holds the second statement whose text matches `pattern` back, from `reached` until `end`. */
function pauseBeforeSecond(pattern: RegExp) {
  const client = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  const { query } = client
  const reached = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let seen = 0
  vi.spyOn(client, 'query').mockImplementation(function ask(this: pg.Client, ...given) {
    const send = () => query.apply(this, given)
    if (!pattern.test((given[0] as { text?: string }).text ?? '')) return send()
    seen += 1
    if (seen !== 2) return send()
    reached.resolve()
    return ended.promise.then(send)
  })
  return { reached: reached.promise, end: ended.resolve }
}

/** A departure with seat 1 set aside for a clerk, an attendant, and the report of the seat's sale. */
async function aDoor() {
  const trip = await aTrip(db, { departs_in_hours: 2 })
  const { operator_id } = trip
  const { as: clerk } = await aMember(server, { operator_id, role: 'counter' })
  const { as: attendant } = await aMember(server, { operator_id, role: 'attendant' })
  const shift = await aShift(server, clerk)
  const wanted = { shift: shift.id, trip_id: trip.id, seats: [1] }
  const allotment = await anAllotment(server, clerk, wanted)
  const readManifest = async () =>
    (await call(getManifest, { id: trip.trip_id }, { as: attendant })).data
  const ticket_id = (await readManifest()).set_aside?.[0]?.ticket_id ?? ''
  const sell = async () => {
    const { status } = await call(sellAllottedSeats, anAllottedSale(allotment, [1]), { as: clerk })
    expect(status).toBe(200)
  }
  return { trip, clerk, attendant, allotment, ticket_id, readManifest, sell }
}

/** Runs `ask`, and `sell` while its second statement that matches `pattern` is held back. */
async function sellDuring<T>(ask: () => Promise<T>, pattern: RegExp, sell: () => Promise<void>) {
  const pause = pauseBeforeSecond(pattern)
  try {
    const answer = ask()
    await pause.reached
    await sell()
    pause.end()
    return await answer
  } finally {
    pause.end()
    vi.restoreAllMocks()
  }
}

test('a check that arrives while its sale is reported is not lost', async () => {
  const { trip, attendant, ticket_id, sell } = await aDoor()
  const scan = aScan(trip.trip_id, { ticket_id, seat: 1, issue: 1 })
  const report = () => call(reportBoardingScans, { scans: [scan] }, { as: attendant })
  // It reads tickets, and tickets whose sale is not reported.
  const both = /for update of k|x\.booking_id is null\s+and boards_at/
  const { data } = await sellDuring(report, both, sell)
  expect(data).toMatchObject([{ id: scan.id, result: 'recorded' }])
})

test('a list that is read while a sale is reported has its seat once', async () => {
  const { ticket_id, readManifest, sell } = await aDoor()
  const both = /order by k\.seat, k\.created_at|x\.booking_id is null\s+order by x\.seat/
  const { seats, set_aside } = await sellDuring(readManifest, both, sell)
  expect(seats).toMatchObject([{ ticket_id, status: 'valid' }])
  expect(set_aside).toEqual([])
})

test('a check in time counts, although the sale of its ticket is reported more than a day after the arrival', async () => {
  const { trip, attendant, allotment, ticket_id, readManifest, sell } = await aDoor()
  await sql`update trip set departs_at = departs_at - by, arrives_at = arrives_at - by, sales_close_at = sales_close_at - by,
      status = 'completed'
    from (select arrives_at - now() + interval '25 hours' as by from trip where id = ${trip.trip_id}::uuid) moved
    where id = ${trip.trip_id}::uuid`.execute(db)
  await sql`update seat_allotment set made_at = now() - interval '2 days' where id = ${allotment.id}::uuid`.execute(
    db,
  )
  await sell()
  const scanned_at = (await readManifest()).trip.departs_at
  const scan = aScan(trip.trip_id, { ticket_id, seat: 1, issue: 1 }, { scanned_at })
  const { data } = await call(reportBoardingScans, { scans: [scan] }, { as: attendant })
  expect(data).toMatchObject([{ result: 'recorded' }])
  expect((await readManifest()).seats).toMatchObject([{ status: 'used', boarded_at: scanned_at }])
})

test('a manager sees who boarded unsold, although the phone at the door has no clock', async () => {
  const { trip, clerk, attendant, allotment, ticket_id } = await aDoor()
  const late = { scanned_at: '1970-01-01T00:00:00Z' }
  const scan = aScan(trip.trip_id, { ticket_id, seat: 1, issue: 1 }, late)
  const { data } = await call(reportBoardingScans, { scans: [scan] }, { as: attendant })
  expect(data).toMatchObject([{ result: 'not_reported' }])
  await call(releaseAllottedSeats, { id: allotment.id, seats: [1] }, { as: clerk })
  const { operator_id } = trip
  const { as: manager } = await aMember(server, { operator_id, role: 'manager' })
  const open = await call(listAllAllotments, {}, { as: manager })
  expect(open.data.map(({ boarded }) => boarded)).toEqual([[1]])
})
