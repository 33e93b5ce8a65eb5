import { afterAll, expect, test } from 'vitest'
import {
  getManifest,
  listDepartureParks,
  listOperatorDepartures,
  reportBoardingScans,
} from '#contract/boarding/endpoints'
import {
  cancelBooking,
  listRescheduleOptions,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { revokeOperatorApiKey } from '#server/rooms/operators'
import { listTickets } from '#contract/tickets/endpoints'
import { updateTripStatus } from '#contract/trips/endpoints'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aScan, anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { cancelByOperator } from '#tests/support/makers/departures'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { type Caller, aServer } from '#tests/support/server/test-server'
import { waitForLockWaiter } from '#tests/support/database/lock-waiters'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

/** A departure with two paid seats, and its operator's key. */
async function aBus(options: Parameters<typeof aTrip>[1] = {}) {
  const trip = await aTrip(db, { departs_in_hours: 5, ...options })
  const operator = await anOperatorKey(server, trip.operator_id)
  const seats = trip.sellable.slice(0, 2)
  const paid = await aPaidBooking(server, trip.id, seats)
  const list = () => fetchManifestSeats(server, trip.trip_id, operator)
  const [one, two] = await list()
  if (one === undefined || two === undefined) throw new Error('two seats were sold')
  return { trip, operator, seats, paid, list, one, two }
}

const report = async (scans: ReturnType<typeof aScan>[], as: Caller, key?: string) => {
  const { data, text, status } = await server.call(
    reportBoardingScans,
    { scans },
    { as, ...(key && { key }) },
  )
  if (status !== 200) throw new Error(text)
  return data
}

const statusesOf = async (reference: string, as: Caller) =>
  (await server.call(listTickets, { reference }, { as })).data.map(({ status }) => status)

test('the manifest names every seat sold, by park, and nobody is aboard yet', async () => {
  const { trip, operator, paid, seats } = await aBus()
  const { data } = await server.call(getManifest, { id: trip.trip_id }, { as: operator })
  expect(data.trip).toMatchObject({ id: trip.trip_id, from: 'Lagos', to: 'Ibadan', seats: 15 })
  expect(data.seats.map(({ seat }) => seat)).toEqual(seats)
  expect(data.seats[0]).toMatchObject({
    booking: paid.booking.reference,
    issue: 1,
    status: 'valid',
    passenger_type: 'adult',
    leg_from: 0,
    leg_to: 1,
    boarded_at: null,
    boardings: [],
  })
  expect(data.seats[0]?.passenger).toMatch(/^Adaeze Okonkwo/)
})

test('the day lists what the operator runs, with who travels and who is aboard', async () => {
  const { trip, operator, one } = await aBus({ stops: ['lagos', 'ibadan', 'abuja'] })
  await report([aScan(trip.trip_id, one)], operator)
  const day = (more = {}) =>
    server.call(listOperatorDepartures, { date: trip.date, ...more }, { as: operator })
  // A bus that leaves late in the evening reaches its second stop after midnight: that stop is in the next day's list.
  const next = new Date(Date.parse(trip.date) + 86_400_000).toISOString().slice(0, 10)
  const all = [...(await day()).data, ...(await day({ date: next })).data]
  expect(all.map(({ position, park, to }) => [position, park.city, to])).toEqual([
    [0, 'Lagos', 'Abuja'],
    [1, 'Ibadan', 'Abuja'],
  ])
  expect(all[0]).toMatchObject({ trip_id: trip.trip_id, travellers: 2, aboard: 1 })
  expect(all[1]).toMatchObject({ travellers: 0, aboard: 0 })
  expect((await day({ park: trip.from_park })).data).toEqual(all.slice(0, 1))
  expect((await day({ date: '2026-01-01' })).data).toEqual([])
})

test('the day names all parks from which buses leave, and leaves out those that are long gone if it is asked to', async () => {
  const { trip, operator } = await aBus({ stops: ['lagos', 'ibadan', 'abuja'] })
  const { date, trip_id } = trip
  const parks = async () =>
    (await server.call(listDepartureParks, { date }, { as: operator })).data.map(({ code }) => code)
  expect(await parks()).toContain(trip.from_park)
  const others = await anOperatorKey(server, await anOperator(db))
  expect((await server.call(listDepartureParks, { date }, { as: others })).data).toEqual([])
  const listed = async (more = {}) =>
    (await server.call(listOperatorDepartures, { date, ...more }, { as: operator })).data.filter(
      ({ position }) => position === 0,
    )
  const leave = (hours: number) =>
    sql`update trip set departs_at = now() - ${hours} * interval '1 hour',
      sales_close_at = now() - ${hours} * interval '1 hour' where id = ${trip_id}`.execute(db)
  expect(await listed({ coming: '1' })).toHaveLength(1)
  await leave(0.5)
  expect(await listed({ coming: '1' })).toHaveLength(1)
  await leave(1.5)
  expect(await listed({ coming: '1' })).toEqual([])
  expect(await listed()).toHaveLength(1)
  expect(await parks()).toContain(trip.from_park)
})

test('list and sheet say what was reported of a departure, and that the timetable no longer has it', async () => {
  const { trip, operator } = await aBus()
  const read = async () => {
    const { date, trip_id } = trip
    const { data: day } = await server.call(listOperatorDepartures, { date }, { as: operator })
    const { data } = await server.call(getManifest, { id: trip_id }, { as: operator })
    return [day.find((one) => one.trip_id === trip_id), data.trip]
  }
  const [card, sheet] = await read()
  expect(card).toMatchObject({ delay_minutes: 0, withdrawn: false })
  expect(sheet).toMatchObject({ delay_minutes: 0, withdrawn: false, note: null, driver_name: null })
  const report = (said: object) =>
    server.call(updateTripStatus, { id: trip.trip_id, ...said }, { as: operator })
  const driver = { driver_name: 'Musa Danjuma', driver_phone: '+2348035556677' }
  const said = { delay_minutes: 90, plate: 'LSD 123 XY', note: 'A flat tyre.', ...driver }
  expect((await report(said)).data).toMatchObject({ bookings_told: 1 })
  await sql`update trip set withdrawn_at = now() where id = ${trip.trip_id}`.execute(db)
  const [lateCard, lateSheet] = await read()
  expect(lateCard).toMatchObject({ delay_minutes: 90, withdrawn: true, plate: 'LSD 123 XY' })
  expect(lateSheet).toMatchObject({ ...said, withdrawn: true })
  // A wrong report can be taken back, of which nobody needs to be informed.
  const nothing = { plate: null, note: null, driver_name: null, driver_phone: null }
  expect((await report(nothing)).data).toMatchObject({ plate: null, note: null, bookings_told: 0 })
  expect((await read())[1]).toMatchObject({ ...nothing, delay_minutes: 90 })
})

test('the first valid scan uses the ticket; sent again it counts once', async () => {
  const { trip, operator, paid, one, list } = await aBus()
  const scan = aScan(trip.trip_id, one, { place: 'Jibowu', by: 'Musa' })
  const key = crypto.randomUUID()
  expect(await report([scan], operator, key)).toEqual([{ id: scan.id, result: 'recorded' }])
  expect(await report([scan], operator, key)).toEqual([{ id: scan.id, result: 'recorded' }])
  expect(await report([scan], operator)).toEqual([{ id: scan.id, result: 'duplicate' }])
  const [seat] = await list()
  expect(seat).toMatchObject({
    status: 'used',
    boarded_at: scan.scanned_at,
    boardings: [{ at: scan.scanned_at, device: scan.device, place: 'Jibowu', by: 'Musa' }],
  })
  expect(await statusesOf(paid.booking.reference, paid.as)).toEqual(['used', 'valid'])
})

test('a ticket let in by two phones is told to both, in whatever order they send', async () => {
  const { trip, operator, one, list } = await aBus()
  const early = aScan(trip.trip_id, one, { scanned_at: new Date(Date.now() - 9e5).toISOString() })
  const late = aScan(trip.trip_id, one)
  expect((await report([late], operator))[0]?.result).toBe('recorded')
  expect(await report([early], operator)).toEqual([
    {
      id: early.id,
      result: 'conflict',
      first: { at: late.scanned_at, device: late.device, place: null, by: null },
    },
  ])
  expect((await report([late], operator))[0]).toMatchObject({
    result: 'duplicate',
    first: { device: early.device },
  })
  const [seat] = await list()
  expect(seat?.boarded_at).toBe(early.scanned_at)
  expect(seat?.boardings.map(({ device }) => device)).toEqual([early.device, late.device])
})

test('two phones that send at once: exactly one of them hears that it was the second', async () => {
  const { trip, operator, one } = await aBus()
  const both = await Promise.all(
    [1, 2, 3, 4].map(() => report([aScan(trip.trip_id, one)], operator)),
  )
  expect(both.flat().filter(({ result }) => result === 'recorded')).toHaveLength(1)
  expect(both.flat().filter(({ result }) => result === 'conflict')).toHaveLength(3)
})

test('what was turned away uses no ticket, and a phone ahead of its time scans now', async () => {
  const { trip, operator, paid, one, two, list } = await aBus()
  const turned = (['already_used', 'older_ticket', 'wrong_bus', 'cancelled'] as const).map(
    (verdict) => aScan(trip.trip_id, one, { verdict }),
  )
  expect((await report(turned, operator)).map(({ result }) => result)).toEqual(
    turned.map(() => 'recorded'),
  )
  expect(await statusesOf(paid.booking.reference, paid.as)).toEqual(['valid', 'valid'])
  await report([aScan(trip.trip_id, two, { scanned_at: '2099-01-01T00:00:00Z' })], operator)
  const at = Date.parse((await list())[1]?.boarded_at ?? '')
  expect(at).toBeLessThanOrEqual(Date.now() + 5000)
})

test('a ticket that was cancelled after the phone saved its list comes back as not live', async () => {
  const { trip, operator, paid, one, list } = await aBus()
  const cancelled = await server.call(
    cancelBooking,
    { reference: paid.booking.reference, refund_to: 'source' },
    { as: paid.as },
  )
  expect(cancelled.status).toBe(200)
  expect((await list()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  const scan = aScan(trip.trip_id, one)
  expect((await report([scan], operator))[0]?.result).toBe('not_live')
  // The first answer may have been lost, so a repeat must get the same one.
  expect((await report([scan], operator))[0]?.result).toBe('not_live')
  expect((await list())[0]?.status).toBe('cancelled')
})

test('who is aboard neither cancels nor moves; the operator may still end the trip', async () => {
  const { trip, operator, paid, one, list } = await aBus()
  const other = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 50 })
  await report([aScan(trip.trip_id, one)], operator)
  const { reference } = paid.booking
  const { as } = paid
  const cancel = await server.call(cancelBooking, { reference, refund_to: 'source' }, { as })
  expect(cancel.problem).toMatchObject({
    code: 'cancellation_closed',
    detail: `The traveller on seat ${one.seat} is already on board.`,
  })
  await server.call(listRescheduleOptions, { reference }, { as })
  const move = await server.call(
    rescheduleBooking,
    { reference, trip_id: other.id, seats: other.sellable.slice(0, 2) },
    { as },
  )
  expect(move.problem.code).toBe('reschedule_closed')
  await cancelByOperator(server, trip)
  expect((await list()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
})

test('who gets in at the very moment neither cancels nor moves, whichever began first', async () => {
  for (const act of ['cancel', 'move'] as const) {
    const { trip, one, paid } = await aBus()
    const other = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 50 })
    const { reference } = paid.booking
    const seats = other.sellable.slice(0, 2)
    const answer = await inTransaction(db, async (tx) => {
      await sql`update ticket set status = 'used' where trip_id = ${trip.trip_id} and seat = ${one.seat}`.execute(
        tx,
      )
      const asked =
        act === 'cancel'
          ? server.call(cancelBooking, { reference, refund_to: 'source' }, { as: paid.as })
          : server.call(rescheduleBooking, { reference, trip_id: other.id, seats }, { as: paid.as })
      await waitForLockWaiter(db)
      return { asked }
    })
    const { problem } = await answer.asked
    expect(problem.code).toBe(act === 'cancel' ? 'cancellation_closed' : 'reschedule_closed')
    expect(await statusesOf(reference, paid.as)).toContain('used')
  }
})

test('of another operator there is nothing to read and nothing to tell', async () => {
  const { trip, operator, one } = await aBus()
  const other = await aBus()
  const as = other.operator
  expect((await server.call(getManifest, { id: trip.trip_id }, { as })).status).toBe(404)
  const results = await report(
    [
      aScan(trip.trip_id, one),
      aScan(other.trip.trip_id, one),
      aScan(trip.trip_id, other.one),
      aScan(other.trip.trip_id, { ...one, ticket_id: '00'.repeat(8) }),
    ],
    as,
  )
  expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['unknown']))
  expect((await fetchManifestSeats(server, trip.trip_id, operator))[0]?.status).toBe('valid')
  const { data } = await server.call(listOperatorDepartures, { date: trip.date }, { as })
  expect(data.map(({ trip_id }) => trip_id)).not.toContain(trip.trip_id)
})

test('a key is stored as its hash, says when it was used, and ends at once when revoked', async () => {
  const { trip, operator } = await aBus()
  const { rows } = await sql<{ row: string; used: boolean }>`
    select k::text as row, last_used_at is not null as used from operator_key k
    where operator_id = ${trip.operator_id}`.execute(db)
  expect(rows[0]?.used).toBe(true)
  expect(rows[0]?.row).not.toContain(operator.token.slice(10))
  const ask = (token: string) =>
    server.call(getManifest, { id: trip.trip_id }, { as: { token } }).then(({ status }) => status)
  const { token } = operator
  expect(await ask(token)).toBe(200)
  const changed = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
  expect(await ask(changed)).toBe(401)
  expect(await ask(token.toLowerCase())).toBe(401)
  await revokeOperatorApiKey(db, token)
  expect(await ask(token)).toBe(401)
  await expect(revokeOperatorApiKey(db, token)).rejects.toThrow('could not find this')
})

test('a key that asks too much has to wait', async () => {
  const strict = await aServer(db, { config: { rate_limit_factor: 0.02 } })
  const { operator } = await aBus()
  const statuses: number[] = []
  for (let turn = 1; turn <= 16; turn += 1) {
    const as = { ...operator, ip: `10.0.0.${turn}` }
    const day = { date: '2026-11-21' }
    statuses.push((await strict.call(listOperatorDepartures, day, { as })).status)
  }
  await strict.close()
  expect(statuses[0]).toBe(200)
  expect(statuses).toContain(429)
})

test('scans are never changed or removed', async () => {
  const { trip, operator, one } = await aBus()
  await report([aScan(trip.trip_id, one)], operator)
  const acts = ['update boarding_scan set seat = 1', 'delete from boarding_scan']
  for (const act of [...acts, 'truncate boarding_scan'])
    await expect(sql.raw(act).execute(db)).rejects.toThrow('append-only')
})

test('a check at no time that can be written down is refused, one of a phone without a clock is not', async () => {
  const { trip, operator, one } = await aBus()
  const at = (scanned_at: string) =>
    server.call(
      reportBoardingScans,
      { scans: [aScan(trip.trip_id, one, { scanned_at })] },
      { as: operator },
    )
  for (const none of ['0000-01-01T00:00:00Z', `2026-11-21T10:00:00.${'1'.repeat(300)}Z`])
    expect((await at(none)).problem.code).toBe('invalid_input')
  expect((await at('1970-01-01T00:00:00Z')).data).toMatchObject([{ result: 'recorded' }])
  expect((await at('9999-12-31T23:59:59.999Z')).status).toBe(200)
})

test('a number that was given to one check uses no other ticket', async () => {
  const { trip, operator, one, two, list } = await aBus()
  const first = aScan(trip.trip_id, one)
  await report([first], operator)
  const again = await report([aScan(trip.trip_id, two, { id: first.id })], operator)
  expect(again).toMatchObject([{ result: 'duplicate' }])
  expect((await list()).map(({ status }) => status)).toEqual(['used', 'valid'])
})
