import { expect, test } from 'vitest'
import { holdSeats } from '#contract/bookings/endpoints'
import { findTrips, getTrip, setTripSales } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aDevice, aHold, payBooking } from '#tests/support/makers/bookings'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)

/** A departure in three cities, what its operator does with its sales, and what a traveller finds. */
async function aDeparture() {
  const trip = await aTrip(db, {
    stops: ['lagos', 'ibadan', 'ilorin'],
    fares: { '0-1': 400_000, '1-2': 500_000, '0-2': 850_000 },
  })
  const as = await anOperatorKey(server, trip.operator_id)
  const setSales = (closed: boolean, by = as) =>
    server.call(setTripSales, { id: trip.trip_id, closed }, { as: by })
  const hold = async (id = trip.id, seat = trip.sellable[0] ?? 0) =>
    server.call(holdSeats, { trip_id: id, seats: [seat] }, { as: aDevice() })
  const find = async () => {
    const { from, to, date } = trip
    const { data, meta } = await server.call(findTrips, { from, to, date })
    const card = data.find(({ id }) => id === trip.id)
    const { data: page } = await server.call(getTrip, { id: trip.id })
    return { card, page, with_seats: meta.with_seats }
  }
  return { trip, setSales, hold, find }
}

test('closed by hand, a departure sells nothing at once from any stop, and opened again it sells', async () => {
  const { trip, setSales, hold, find } = await aDeparture()
  const { with_seats } = await find()
  expect((await setSales(true)).data).toMatchObject({ sales_closed: true })
  for (const id of [trip.id, `${trip.trip_id}.1.2`]) {
    const { problem } = await hold(id)
    expect([problem.code, problem.detail]).toEqual([
      'trip_not_on_sale',
      'Sales closed: the operator sells no more seats on this bus. Choose another.',
    ])
  }
  const closed = await find()
  expect(closed.card).toMatchObject({ sales_closed: true, seats_left: trip.sellable.length })
  expect(closed.page).toMatchObject({ sales_closed: true })
  expect(closed.with_seats).toBe(with_seats - 1)
  await setSales(false)
  const open = await find()
  expect([open.card?.sales_closed, open.page.sales_closed]).toEqual([undefined, undefined])
  expect(open.with_seats).toBe(with_seats)
  expect((await hold()).status).toBe(200)
})

test('a seat that was held before the sales were closed can still be paid', async () => {
  const { trip, setSales } = await aDeparture()
  const { booking } = await aHold(server, trip.id, trip.sellable.slice(0, 1))
  await setSales(true)
  expect(await payBooking(server, booking)).toBe('confirmed')
})

test('a hold that began before the sales were closed is refused by the database', async () => {
  const { trip, setSales } = await aDeparture()
  await setSales(true)
  const { rows } = await sql<{ seats: number[] | null }>`
    select sellable_seats(${trip.trip_id}::uuid, 0::smallint) as seats`.execute(db)
  expect(rows[0]?.seats).toBeNull()
})

test('only its own operator closes the sales of a departure', async () => {
  const { setSales, find } = await aDeparture()
  const stranger = await anOperatorKey(server, await anOperator(db))
  expect((await setSales(true, stranger)).status).toBe(404)
  expect((await find()).page.sales_closed).toBeUndefined()
})
