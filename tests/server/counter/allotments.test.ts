import { afterAll, expect, test } from 'vitest'
import { getManifest, reportBoardingScans } from '#contract/boarding/endpoints'
import { cancelTrip } from '#contract/bookings/endpoints'
import { listAllAllotments } from '#contract/counter/drawer-endpoints'
import * as counter from '#contract/counter/endpoints'
import { computeAdultTotal } from '#contract/fare'
import { maxAllottedSeatsOfTrip, maxAllottedSeats } from '#contract/counter/rules'
import { sql } from '#server/db/sql'
import { verifyTicketCode } from '#server/rooms/tickets'
import { aScan, anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { aHold } from '#tests/support/makers/bookings'
import {
  adultSeatKobo,
  anAllotment,
  anAllottedSale,
  aSaleInput,
  aShift,
} from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aTrip, anOperator, type TripOptions } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import { expectConsistentSales } from './sound-books.ts'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** A departure, and a clerk of its operator with an open shift. */
async function aCounter(options: TripOptions = {}) {
  const trip = await aTrip(db, options)
  const { operator_id } = trip
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as)
  const allot = (...seats: number[]) =>
    anAllotment(server, clerk.as, { shift: shift.id, trip_id: trip.id, seats })
  return { trip, operator_id, as: clerk.as, shift, allot }
}

/** Moves a trip, with its sale, so that it left `ago` before now. */
async function letDepart(trip: { trip_id: string }, ago = '8 days') {
  await sql`
    update trip set departs_at = departs_at - by, arrives_at = arrives_at - by, sales_close_at = sales_close_at - by,
      status = 'departed'
    from (select departs_at - now() + ${ago}::interval as by from trip where id = ${trip.trip_id}::uuid) moved
    where id = ${trip.trip_id}::uuid`.execute(db)
}

test('seats that are set aside are nobody else’s, and each has a signed ticket that names nobody', async () => {
  const { trip, as, shift, allot } = await aCounter()
  const allotment = await allot(4, 3)
  expect(allotment).toMatchObject({
    shift: shift.id,
    trip_id: trip.id,
    left: [3, 4],
    sold: [],
    seat_fare_kobo: 850_000,
  })
  const facts = allotment.tickets.map(({ payload }) =>
    verifyTicketCode(payload, server.host.config.ticket_keys),
  )
  expect(facts).toMatchObject([
    { seat: 3, name: 'COUNTER SALE', issue: 1 },
    { seat: 4, name: 'COUNTER SALE', issue: 1 },
  ])
  const sale = aSaleInput(shift.id, trip.id, [3])
  expect((await call(counter.sellAtCounter, sale, { as })).problem?.code).toBe('seat_taken')
  const again = { shift: shift.id, trip_id: trip.id, seats: [4, 5], device: crypto.randomUUID() }
  expect((await call(counter.allotSeats, again, { as })).problem?.code).toBe('seat_taken')
  const listed = (await call(counter.listAllotments, {}, { as })).data
  expect(listed).toMatchObject([{ id: allotment.id, left: [3, 4] }])
  expect(JSON.stringify(listed)).not.toContain(allotment.tickets[0]?.code)
})

test('a sale without a network is reported once, in whatever order, with the tickets that were handed out', async () => {
  const { trip, as, shift, allot } = await aCounter()
  const allotment = await allot(1, 3, 4)
  const codes = new Map(allotment.tickets.map(({ seat, code }) => [seat, code]))
  const late = anAllottedSale(allotment, [4], { means: 'card_machine' })
  const first = await call(counter.sellAllottedSeats, late, { as })
  expect([first.status, first.text]).toEqual([200, first.text])
  expect(first.data.tickets).toMatchObject([{ seat: 4, code: codes.get(4), status: 'valid' }])
  const family = anAllottedSale(allotment, [1, 3])
  const key = crypto.randomUUID()
  const both = await Promise.all(
    Array.from({ length: 3 }, () => call(counter.sellAllottedSeats, family, { as, key })),
  )
  const answered = both.filter(({ status }) => status === 200)
  expect(answered.length).toBeGreaterThan(0)
  expect(new Set(answered.map(({ data }) => data.reference)).size).toBe(1)
  // A phone may repeat its report long after the key was deleted. The same seats at another time are another sale.
  const again = await call(counter.sellAllottedSeats, family, { as })
  expect(again.data.reference).toBe(answered[0]?.data.reference)
  const sold_at = new Date().toISOString()
  const other = await call(counter.sellAllottedSeats, { ...family, sold_at }, { as })
  expect(other.problem?.code).toBe('seat_taken')
  const { data: open } = await call(counter.getShift, { id: shift.id }, { as })
  expect(open).toMatchObject({ sales: 2, expected_kobo: 1_000_000 + 2 * adultSeatKobo })
  const seats = await fetchManifestSeats(server, trip.trip_id, as)
  expect(seats.map(({ seat, code }) => [seat, code])).toEqual([...codes])
  expect((await call(counter.listAllotments, {}, { as })).data).toEqual([])
  await expectConsistentSales(db)
})

test('one sale that is reported several times at once, under different keys, is one sale', async () => {
  const { as, shift, allot } = await aCounter()
  const sale = anAllottedSale(await allot(1, 3), [1, 3])
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => call(counter.sellAllottedSeats, sale, { as })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ data }) => data.reference)).size).toBe(1)
  expect((await call(counter.getShift, { id: shift.id }, { as })).data.sales).toBe(1)
  await expectConsistentSales(db)
})

test('another clerk sells and releases none of them; a manager releases them', async () => {
  const { trip, operator_id, allot } = await aCounter()
  const allotment = await allot(1, 3)
  const other = await aMember(server, { operator_id, role: 'counter' })
  const { id: shift } = await aShift(server, other.as)
  const strangers = await aMember(server, { operator_id: await anOperator(db), role: 'owner' })
  const sale = anAllottedSale({ ...allotment, shift }, [1])
  const seats = { id: allotment.id, seats: [1] }
  const asked = [
    await call(counter.sellAllottedSeats, sale, { as: other.as }),
    await call(counter.releaseAllottedSeats, seats, { as: other.as }),
    await call(counter.releaseAllottedSeats, seats, { as: strangers.as }),
  ]
  expect(asked.map(({ problem }) => problem?.code)).toEqual(['not_found', 'not_found', 'not_found'])
  expect((await call(counter.listAllotments, {}, { as: other.as })).data).toEqual([])
  expect((await call(listAllAllotments, {}, { as: strangers.as })).data).toEqual([])
  const manager = await aMember(server, { operator_id, role: 'manager' })
  const finance = await aMember(server, { operator_id, role: 'finance' })
  for (const boss of [manager, finance])
    expect((await call(listAllAllotments, {}, { as: boss.as })).data).toMatchObject([
      { id: allotment.id, left: [1, 3] },
    ])
  const refused = [
    await call(counter.releaseAllottedSeats, seats, { as: finance.as }),
    await call(listAllAllotments, {}, { as: other.as }),
  ]
  expect(refused.map(({ problem }) => problem?.code)).toEqual(['not_allowed', 'not_allowed'])
  const { data } = await call(counter.releaseAllottedSeats, seats, { as: manager.as })
  expect(data).toMatchObject({ left: [3], sold: [] })
  await aHold(server, trip.id, [1])
})

test('seats that were released are sold to who comes first, and a late report is told so', async () => {
  const { trip, as, shift, allot } = await aCounter()
  const allotment = await allot(1, 3, 4)
  const { id } = allotment
  await call(counter.releaseAllottedSeats, { id, seats: [1, 3] }, { as })
  await aHold(server, trip.id, [3])
  const taken = await call(counter.sellAllottedSeats, anAllottedSale(allotment, [3]), { as })
  expect(taken.problem?.code).toBe('seat_taken')
  const { status } = await call(counter.sellAllottedSeats, anAllottedSale(allotment, [1]), { as })
  expect(status).toBe(200)
  const sold = await call(counter.releaseAllottedSeats, { id, seats: [1] }, { as })
  expect(sold.problem?.code).toBe('seat_taken')
  expect((await call(counter.getShift, { id: shift.id }, { as })).data.sales).toBe(1)
  await expectConsistentSales(db)
})

test('a report that comes after the bus has left is a sale like any other', async () => {
  const { trip, as, allot } = await aCounter()
  const allotment = await allot(1)
  await letDepart(trip)
  const { data, status } = await call(counter.sellAllottedSeats, anAllottedSale(allotment, [1]), {
    as,
  })
  expect([status, data.booking.status]).toEqual([200, 'travelled'])
  expect(data.tickets).toMatchObject([{ seat: 1, code: allotment.tickets[0]?.code }])
  await expectConsistentSales(db)
})

test('the sale of a seat on a cancelled departure is refused, and a smaller vehicle has other seats for it', async () => {
  const { trip, as, shift, operator_id, allot } = await aCounter()
  const gone = await allot(1)
  const owner = await anOperatorKey(server, operator_id)
  const cancelled = await call(
    cancelTrip,
    { id: trip.trip_id, note: 'The bus broke down.' },
    { as: owner },
  )
  expect([cancelled.status, cancelled.text]).toEqual([200, cancelled.text])
  const refused = await call(counter.sellAllottedSeats, anAllottedSale(gone, [1]), { as })
  expect(refused.problem).toMatchObject({ code: 'trip_not_on_sale' })
  const other = await aTrip(db, { operator_id })
  const swapped = await anAllotment(server, as, {
    shift: shift.id,
    trip_id: other.id,
    seats: [other.sellable.at(-1) ?? 0],
  })
  await sql`update trip set vehicle_type = 'sienna' where id = ${other.trip_id}::uuid`.execute(db)
  const sale = anAllottedSale(swapped, [other.sellable.at(-1) ?? 0])
  const { data, status, text } = await call(counter.sellAllottedSeats, sale, { as })
  expect([status, text]).toEqual([200, text])
  expect(data.booking.seats).not.toEqual([other.sellable.at(-1)])
  expect(data.booking).toMatchObject({ reseated: true, reseat_cause: 'other_vehicle' })
  expect(data.tickets).toMatchObject([{ code: swapped.tickets[0]?.code }])
  await expectConsistentSales(db)
})

test('a report after the departure of a smaller vehicle is a sale, too', async () => {
  const { trip, as, shift } = await aCounter()
  const last = trip.sellable.at(-1) ?? 0
  const wanted = { shift: shift.id, trip_id: trip.id, seats: [last] }
  const allotment = await anAllotment(server, as, wanted)
  await sql`update trip set vehicle_type = 'sienna' where id = ${trip.trip_id}::uuid`.execute(db)
  await letDepart(trip)
  const sale = anAllottedSale(allotment, [last])
  const { data, status, text } = await call(counter.sellAllottedSeats, sale, { as })
  expect([status, text]).toEqual([200, text])
  expect(data.booking.seats).not.toEqual([last])
  await expectConsistentSales(db)
})

test('a traveller who gets on at a later stop has not travelled when the bus leaves the first', async () => {
  const { trip, as, shift } = await aCounter({
    stops: ['lagos', 'ibadan', 'abuja'],
    fares: { '1-2': 500_000 },
  })
  const trip_id = `${trip.trip_id}.1.2`
  const allotment = await anAllotment(server, as, { shift: shift.id, trip_id, seats: [1] })
  await letDepart(trip, '1 minute')
  const total_kobo = computeAdultTotal(500_000, 20_000)
  const sale = anAllottedSale(allotment, [1], { total_kobo })
  const { data, status, text } = await call(counter.sellAllottedSeats, sale, { as })
  expect([status, text]).toEqual([200, text])
  expect(data.booking.status).toBe('confirmed')
})

test('a clerk who sets seats aside and releases them over and over is stopped', async () => {
  const { trip, as, allot } = await aCounter()
  const seats = trip.sellable.slice(0, 10)
  for (let round = 0; round < maxAllottedSeatsOfTrip / seats.length; round += 1) {
    const { id } = await allot(...seats)
    await call(counter.releaseAllottedSeats, { id, seats }, { as })
  }
  await expect(allot(...seats)).rejects.toThrow('too_many_set_aside')
})

test('a time that no calendar has is refused', async () => {
  const { trip, as, shift } = await aCounter()
  const wanted = { shift: shift.id, trip_id: trip.id, seats: [1], device: crypto.randomUUID() }
  for (const sell_until of ['0000-01-01T00:00:00Z', `2026-12-01T00:00:00.${'1'.repeat(200)}Z`]) {
    const { status } = await call(counter.allotSeats, { ...wanted, sell_until }, { as })
    expect(status).toBe(400)
  }
})

test('the price is that of the moment when the seats were set aside', async () => {
  const { trip, as, allot } = await aCounter()
  const allotment = await allot(1, 3)
  await sql`update fare set amount_kobo = amount_kobo * 2 where schedule_id =
    (select schedule_id from trip where id = ${trip.trip_id}::uuid)`.execute(db)
  const wrong = anAllottedSale(allotment, [1], { total_kobo: 1 })
  const refused = await call(counter.sellAllottedSeats, wrong, { as })
  expect(refused.problem?.code).toBe('price_changed')
  const { data } = await call(counter.sellAllottedSeats, anAllottedSale(allotment, [3]), { as })
  expect(data.booking.fare.total_kobo).toBe(adultSeatKobo)
})

test('a shift is closed only when its seats are sold or released, and holds so many', async () => {
  const { trip, as, shift, allot } = await aCounter()
  const allotment = await allot(1)
  const closing = { id: shift.id, counted_kobo: 1_000_000 }
  expect((await call(counter.closeShift, closing, { as })).problem?.code).toBe('seats_set_aside')
  const many = await aTrip(db, { operator_id: trip.operator_id, vehicle: 'coach-49' })
  await anAllotment(server, as, {
    shift: shift.id,
    trip_id: many.id,
    seats: many.sellable.slice(0, maxAllottedSeats - 1),
  })
  const more = {
    shift: shift.id,
    trip_id: many.id,
    seats: many.sellable.slice(-1),
    device: crypto.randomUUID(),
  }
  expect((await call(counter.allotSeats, more, { as })).problem?.code).toBe('too_many_set_aside')
  for (const { id, left: seats } of (await call(counter.listAllotments, {}, { as })).data)
    await call(counter.releaseAllottedSeats, { id, seats }, { as })
  expect((await call(counter.closeShift, closing, { as })).status).toBe(200)
  const late = await call(counter.sellAllottedSeats, anAllottedSale(allotment, [1]), { as })
  expect(late.problem?.code).toBe('shift_needed')
  const next = await aShift(server, as)
  const sale = anAllottedSale({ ...allotment, shift: next.id }, [1])
  expect((await call(counter.sellAllottedSeats, sale, { as })).status).toBe(200)
})

test('seats are set aside until their sale closes, or earlier', async () => {
  const { trip, as, shift } = await aCounter()
  const { rows } = await sql<{ closes: Date }>`
    select sales_close_at as closes from trip where id = ${trip.trip_id}::uuid`.execute(db)
  const closes = rows[0]?.closes ?? new Date(0)
  const earlier = new Date(closes.getTime() - 3_600_000)
  const until = async (seat: number, sell_until?: Date) => {
    const device = crypto.randomUUID()
    const wanted = { shift: shift.id, trip_id: trip.id, seats: [seat], device }
    const input = { ...wanted, ...(sell_until && { sell_until: sell_until.toISOString() }) }
    return (await call(counter.allotSeats, input, { as })).data.sell_until
  }
  expect(await until(1)).toBe(closes.toISOString())
  expect(await until(3, earlier)).toBe(earlier.toISOString())
  expect(await until(4, new Date(closes.getTime() + 3_600_000))).toBe(closes.toISOString())
})

test('the door knows which signed tickets are not sold yet, and its check of one waits for the sale', async () => {
  const { trip, as, allot } = await aCounter({ departs_in_hours: 2 })
  const attendant = await aMember(server, { operator_id: trip.operator_id, role: 'attendant' })
  const allotment = await allot(1, 3)
  const manifest = async () =>
    (await call(getManifest, { id: trip.trip_id }, { as: attendant.as })).data
  const before = await manifest()
  expect(before.seats).toEqual([])
  expect(before.set_aside).toMatchObject(
    allotment.tickets.map(({ seat, code }) => ({ seat, code, clerk: allotment.clerk })),
  )
  const ticket_id = before.set_aside?.[0]?.ticket_id ?? ''
  const scan = aScan(trip.trip_id, { ticket_id, seat: 1, issue: 1 })
  const report = async () =>
    (await call(reportBoardingScans, { scans: [scan] }, { as: attendant.as })).data
  expect(await report()).toMatchObject([{ id: scan.id, result: 'not_reported' }])
  const manager = await aMember(server, { operator_id: trip.operator_id, role: 'manager' })
  const boarded = async () =>
    (await call(listAllAllotments, {}, { as: manager.as })).data.map((one) => one.boarded)
  expect(await boarded()).toEqual([[1]])
  await call(counter.sellAllottedSeats, anAllottedSale(allotment, [1]), { as })
  const after = await manifest()
  expect(after.version).not.toBe(before.version)
  expect(after.set_aside?.map(({ seat }) => seat)).toEqual([3])
  expect(after.seats).toMatchObject([{ ticket_id, seat: 1, status: 'valid' }])
  expect(await report()).toMatchObject([{ id: scan.id, result: 'recorded' }])
  await call(counter.releaseAllottedSeats, { id: allotment.id, seats: [3] }, { as })
  expect((await manifest()).set_aside).toMatchObject([{ seat: 3, released: true }])
  const returned = aScan(trip.trip_id, {
    ticket_id: before.set_aside?.[1]?.ticket_id ?? '',
    seat: 3,
    issue: 1,
  })
  const { data } = await call(reportBoardingScans, { scans: [returned] }, { as: attendant.as })
  // Its sale may still be reported.
  expect(data).toMatchObject([{ result: 'not_reported' }])
  // A manager sees that somebody travelled on a seat whose money nobody took.
  expect(await boarded()).toEqual([[3]])
})

test('phones, counters and people on the web race for the same seats, and nobody gets one twice', async () => {
  const { trip, as, shift, allot } = await aCounter()
  const allotment = await allot(1, 3, 4, 5)
  const { id } = allotment
  const outcomes = await Promise.all([
    ...[1, 3, 4].map((seat) =>
      call(counter.sellAllottedSeats, anAllottedSale(allotment, [seat]), { as }),
    ),
    ...[1, 3, 5].map((seat) => call(counter.releaseAllottedSeats, { id, seats: [seat] }, { as })),
    ...[1, 3, 4, 5].map((seat) =>
      call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [seat]), { as }),
    ),
    ...[3, 4].map((seat) =>
      call(counter.sellAllottedSeats, anAllottedSale(allotment, [seat]), { as }),
    ),
  ])
  expect(outcomes.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const seats = await fetchManifestSeats(server, trip.trip_id, as)
  expect(new Set(seats.map(({ seat }) => seat)).size).toBe(seats.length)
  const { data } = await call(counter.getShift, { id: shift.id }, { as })
  expect(data.expected_kobo).toBe(1_000_000 + seats.length * adultSeatKobo)
  await expectConsistentSales(db)
})
