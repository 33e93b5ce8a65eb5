import { afterAll, beforeEach, expect, test } from 'vitest'
import { getMotorPark, getTrip, listDepartures, listMotorParks } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { findTripsWithParks, findSellableByWireId } from '#server/rooms/trips'
import { makeId } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip, sellAtCounter } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from seat_claim`.execute(db)
  await sql`delete from booking`.execute(db)
  await sql`delete from trip`.execute(db)
})

test('the seat map tells free, held, sold and blocked seats; a hold that ran out is free', async () => {
  const trip = await aTrip(db, { vehicle: 'hiace-15' })
  await sellAtCounter(db, trip.trip_id, [3])
  await aHold(trip.trip_id, 4, 5)
  await aHold(trip.trip_id, 5, -1)
  const { data } = await server.call(getTrip, { id: trip.id })
  const state = Object.fromEntries(data.seats.map((seat) => [seat.number, seat.state]))
  expect(state).toMatchObject({ 1: 'free', 2: 'blocked', 3: 'sold', 4: 'held', 5: 'free' })
  expect(data.seats_left).toBe(12)
  // One more seat is reserved for the operator's own counter.
  expect(data.vehicle.seats).toBe(14)
  expect(data.layout).toMatchObject({ rows: 5, columns: 4 })
  expect(data.layout.fixtures).toContainEqual({ kind: 'driver', row: 1, column: 1 })
  expect(data.fare_lines.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(data.fare_kobo)
  expect(data.stops.map((stop) => stop.on_trip)).toEqual([true, true])
  // Every stop is inside the country: the route is drawn through them.
  for (const { latitude, longitude } of data.stops) {
    expect(Math.abs(latitude - 9)).toBeLessThan(5.5)
    expect(Math.abs(longitude - 8.5)).toBeLessThan(6.5)
  }
  expect(Date.parse(data.departs_at) - Date.parse(data.reporting_at)).toBe(30 * 60_000)
  expect(Date.parse(data.departs_at) - Date.parse(data.sales_close_at)).toBe(10 * 60_000)
})

async function aHold(trip_id: string, seat: number, minutes: number): Promise<void> {
  const booking = makeId()
  await sql`insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, holder, fare, total_kobo)
    values (${booking}, ${booking}, ${trip_id}, 0, 1, array[${seat}::smallint], '{adult}', 'held', 'x', '{}', 0)`.execute(
    db,
  )
  await sql`insert into seat_claim (trip_id, seat, leg, booking_id, expires_at)
    values (${trip_id}, ${seat}, 0, ${booking}, now() + ${minutes} * interval '1 minute')`.execute(
    db,
  )
}

test('parts of a trip that do not exist are not found', async () => {
  const { trip_id } = await aTrip(db)
  for (const id of [
    `${trip_id}.1.0`,
    `${trip_id}.0.0`,
    `${trip_id}.0.9`,
    `${makeId()}.0.1`,
    `${trip_id}.0.999`,
  ]) {
    expect([id, (await server.call(getTrip, { id })).status]).toEqual([id, 404])
    expect(await findSellableByWireId(db, id)).toBeUndefined()
  }
})

test('the ride board of a park shows what leaves next', async () => {
  const later = await aTrip(db, { departs_in_hours: 9 })
  const sooner = await aTrip(db, { departs_in_hours: 2, stops: ['lagos', 'benin-city', 'onitsha'] })
  const park = sooner.from_park
  const { data } = await server.call(listDepartures, { park })
  expect(data.map((trip) => trip.id)).toEqual([sooner.id, later.id])
  expect((await server.call(listDepartures, { park: 'nowhere' })).status).toBe(404)
  expect((await server.call(getMotorPark, { park })).data).toMatchObject({
    code: park,
    city: { code: 'lagos' },
  })
  const parks = await server.call(listMotorParks, { city: 'lagos' })
  expect([parks.meta.total, parks.data[0]?.code]).toEqual([1, park])
})

test('bookings learn what they sell', async () => {
  const trip = await aTrip(db, { stops: ['lagos', 'benin-city', 'onitsha'], vehicle: 'sienna' })
  const sellable = await findSellableByWireId(db, `${trip.trip_id}.1.2`)
  expect(sellable).toEqual({
    trip_id: trip.trip_id,
    leg_from: 1,
    leg_to: 2,
    operator_id: trip.operator_id,
    on_sale: true,
    sales_closed: false,
    is_too_early: false,
    seat_fare_kobo: 850_000,
    park_fee_kobo: 20_000,
    sellable: [1, 2, 3, 4, 5, 6],
    operator_phone: expect.any(String),
    passenger_types: [
      { code: 'adult', label: 'Adult', fare_percent: 100 },
      { code: 'child', label: 'Child', fare_percent: 70 },
    ],
  })
  const part = `${trip.trip_id}.1.2`
  const found = await findTripsWithParks(db, [part, `${makeId()}.0.1`])
  expect([...found.keys()]).toEqual([part])
  expect(found.get(part)).toMatchObject({
    trip: { id: part, from: { park: { code: 'benin-city-test-park' } } },
    from_park: { code: 'benin-city-test-park', city: { code: 'benin-city' } },
    to_park: { code: 'onitsha-test-park', city: { code: 'onitsha' } },
  })
})
