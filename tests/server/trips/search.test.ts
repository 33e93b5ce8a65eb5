import { afterAll, beforeEach, expect, test } from 'vitest'
import { computeAdultTotal } from '#contract/fare'
import { saleDays } from '#contract/sale'
import { findTrips, getTrip } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { findSellableByWireId, summarizeTrips } from '#server/rooms/trips'
import { makeId } from '#server/platform/ids'
import { formatLocalTime } from '#server/platform/local-time'
import { testDatabase } from '#tests/support/database/test-database'
import { aHold, expireHold } from '#tests/support/makers/bookings'
import { aCountry, anOperator, aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from seat_claim`.execute(db)
  await sql`delete from booking`.execute(db)
  await sql`delete from trip`.execute(db)
})

/** Hours from now until this hour of the day after tomorrow in Lagos. */
async function hoursUntil(hour: number): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select (extract(epoch from (lagos_today() + 2 + ${hour} * interval '1 hour')
      at time zone 'Africa/Lagos' - date_trunc('minute', now())) / 3600)::float as hours`.execute(
    db,
  )
  return rows[0]?.hours ?? 0
}

async function dayFromToday(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select lagos_today() + ${days}::int as day`.execute(db)
  return rows[0]?.day ?? ''
}

test('a traveller finds the bus, with all that they pay for it', async () => {
  const trip = await aTrip(db, { departs_in_hours: await hoursUntil(8), seats_left: 5 })
  const found = await server.call(findTrips, { from: 'lagos', to: 'ibadan', date: trip.date })
  expect(found.status).toBe(200)
  expect(found.meta).toMatchObject({ total: 1, page: 1, per_page: 20 })
  expect(found.data[0]).toMatchObject({
    id: trip.id,
    seats_left: 5,
    fare_kobo: computeAdultTotal(850_000, 20_000),
    service_date: trip.date,
    zone: 'Africa/Lagos',
    duration_minutes: 120,
    is_night_arrival: false,
    from: { city: { code: 'lagos', state: 'Lagos' }, park: { code: trip.from_park } },
  })
})

test('a park is a place too, and an unknown place is named', async () => {
  const { date, from_park, to_park, id } = await aTrip(db)
  const byPark = await server.call(findTrips, { from: from_park, to: to_park, date })
  expect(byPark.meta.from).toMatchObject({ code: from_park, city_code: 'lagos' })
  expect(byPark.data.map((trip) => trip.id)).toEqual([id])
  const unknown = await server.call(findTrips, { from: 'atlantis', to: 'ibadan', date })
  expect(unknown.status).toBe(400)
  expect(unknown.problem.fields).toEqual({ from: 'We don’t serve this place yet.' })
})

test('the same place twice is refused, also as a city and its own park', async () => {
  const { date, from_park } = await aTrip(db)
  for (const to of ['lagos', from_park]) {
    const refused = await server.call(findTrips, { from: 'lagos', to, date })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.problem.fields ?? {})).toEqual(['to'])
  }
})

test('days that are over or not on sale yet are refused; today and the last day of sale are not', async () => {
  await aCountry(db)
  const asked = { from: 'lagos', to: 'ibadan' }
  for (const days of [-1, saleDays + 1, 60]) {
    const refused = await server.call(findTrips, { ...asked, date: await dayFromToday(days) })
    expect([days, refused.status, Object.keys(refused.problem.fields ?? {})]).toEqual([
      days,
      400,
      ['date'],
    ])
  }
  for (const days of [0, saleDays]) {
    const found = await server.call(findTrips, { ...asked, date: await dayFromToday(days) })
    expect([days, found.status]).toEqual([days, 200])
  }
})

test('a day that is not on sale yet says when it will be', async () => {
  await aCountry(db)
  const { problem } = await server.call(findTrips, {
    from: 'lagos',
    to: 'ibadan',
    date: await dayFromToday(saleDays + 5),
  })
  const opens = formatLocalTime(`${await dayFromToday(5)}T12:00:00Z`, 'UTC').date.slice(4)
  const last = formatLocalTime(`${await dayFromToday(saleDays)}T12:00:00Z`, 'UTC').date.slice(4)
  expect(problem.fields?.['date']).toBe(
    `Tickets for this day go on sale on ${opens}. Choose a day until ${last}.`,
  )
})

test('filters and facets', async () => {
  const dear = await anOperator(db, { code: 'dear-lines', name: 'Dear Lines' })
  const early = await aTrip(db, {
    departs_in_hours: await hoursUntil(5.5),
    vehicle: 'sienna',
    fare_kobo: 500_000,
  })
  const coach = await aTrip(db, {
    departs_in_hours: await hoursUntil(9),
    vehicle: 'coach-59',
    operator_id: dear,
    amenities: ['ac', 'toilet'],
    fare_kobo: 2_000_000,
  })
  const evening = await aTrip(db, { departs_in_hours: await hoursUntil(18), fare_kobo: null })
  const asked = { from: 'lagos', to: 'ibadan', date: early.date }
  const ids = async (filter: object) =>
    (await server.call(findTrips, { ...asked, ...filter })).data.map((trip) => trip.id)
  expect(await ids({})).toEqual([early.id, coach.id, evening.id])
  expect(await ids({ operator: ['dear-lines'] })).toEqual([coach.id])
  expect(await ids({ vehicle_size: ['small', 'medium'] })).toEqual([early.id, evening.id])
  expect(await ids({ amenity: ['toilet', 'ac'] })).toEqual([coach.id])
  expect(await ids({ departs: ['early', 'evening'] })).toEqual([early.id, evening.id])
  expect(await ids({ park: ['somewhere-else'] })).toEqual([])
  expect(await ids({ max_fare_kobo: 1_000_000 })).toEqual([early.id])
  const { meta } = await server.call(findTrips, { ...asked, operator: ['dear-lines'] })
  expect(meta.facets.operators).toHaveLength(3)
  const some = (rows: { code: string; trips: number }[]) =>
    rows.flatMap(({ code, trips }) => (trips > 0 ? [`${code} ${trips}`] : []))
  expect(meta.facets.departs).toHaveLength(4)
  expect(some(meta.facets.departs)).toEqual(['morning 1'])
  expect(some(meta.facets.amenities)).toEqual(['ac 1', 'toilet 1'])
  expect(some(meta.facets.vehicle_sizes)).toEqual(['large 1'])
  expect(meta.facets.least_fare_kobo).toBe(computeAdultTotal(2_000_000, 20_000))
  const none = await server.call(findTrips, { ...asked, departs: ['afternoon'] })
  expect(none.meta.facets.operators.map(({ trips }) => trips)).toEqual([0, 0, 0])
  expect(none.meta.facets.least_fare_kobo).toBeNull()
  expect(meta.facets.parks).toEqual([{ code: 'lagos-test-park', name: 'Lagos Park', trips: 1 }])
  expect(meta.facets.max_fare_kobo).toBe(computeAdultTotal(2_000_000, 20_000))
})

test('sorts: unknown fares and unrated operators come last', async () => {
  const unrated = await anOperator(db, { rating: null })
  const star = await anOperator(db, { rating: 4.9 })
  const a = await aTrip(db, {
    departs_in_hours: await hoursUntil(6),
    fare_kobo: null,
    operator_id: unrated,
    minutes: 90,
  })
  const b = await aTrip(db, { departs_in_hours: await hoursUntil(7), fare_kobo: 900_000 })
  const c = await aTrip(db, {
    departs_in_hours: await hoursUntil(8),
    fare_kobo: 600_000,
    operator_id: star,
  })
  const by = async (sort: 'price' | 'departure' | 'duration' | 'rating') =>
    (await server.call(findTrips, { from: 'lagos', to: 'ibadan', date: a.date, sort })).data.map(
      (trip) => trip.id,
    )
  expect(await by('price')).toEqual([c.id, b.id, a.id])
  expect(await by('departure')).toEqual([a.id, b.id, c.id])
  expect(await by('duration')).toEqual([a.id, b.id, c.id])
  expect(await by('rating')).toEqual([c.id, b.id, a.id])
})

test('pages of twenty', async () => {
  const operator_id = await anOperator(db)
  const start = await hoursUntil(6)
  let date = ''
  for (let n = 0; n < 23; n += 1) {
    ;({ date } = await aTrip(db, { operator_id, departs_in_hours: start + n / 10 }))
  }
  const second = await server.call(findTrips, { from: 'lagos', to: 'ibadan', date, page: 2 })
  expect([second.data.length, second.meta.total]).toEqual([3, 23])
})

test('a seat sold from Benin to Enugu is still free from Lagos to Benin', async () => {
  const trip = await aTrip(db, {
    stops: ['lagos', 'benin-city', 'onitsha', 'enugu'],
    vehicle: 'sienna',
    fares: { '0-1': 1_900_000 },
    departs_in_hours: await hoursUntil(7),
  })
  await sql`insert into seat_claim (trip_id, seat, leg, block_id)
    select ${trip.trip_id}, 1, leg, ${makeId()} from generate_series(1, 2) leg`.execute(db)
  const search = async (from: string, to: string) =>
    (await server.call(findTrips, { from, to, date: trip.date })).data[0]
  expect(await search('lagos', 'benin-city')).toMatchObject({
    id: `${trip.trip_id}.0.1`,
    seats_left: 6,
    fare_kobo: computeAdultTotal(1_900_000, 20_000),
    distance_km: 128,
  })
  expect(await search('benin-city', 'enugu')).toMatchObject({
    id: `${trip.trip_id}.1.3`,
    seats_left: 5,
  })
  expect(await search('lagos', 'enugu')).toMatchObject({ seats_left: 5, distance_km: 384 })
  expect(await search('enugu', 'lagos')).toBeUndefined()
})

test('a bus that stops after midnight is found on the day it stops', async () => {
  const trip = await aTrip(db, {
    stops: ['lagos', 'benin-city', 'onitsha'],
    departs_in_hours: await hoursUntil(20),
    minutes: 300,
  })
  const next = await dayFromToday(3)
  const { data } = await server.call(findTrips, { from: 'benin-city', to: 'onitsha', date: next })
  expect(data[0]).toMatchObject({ id: `${trip.trip_id}.1.2`, service_date: next })
  const { data: none } = await server.call(findTrips, {
    from: 'benin-city',
    to: 'onitsha',
    date: trip.date,
  })
  expect(none).toEqual([])
})

test('an unknown fare is unknown, never nothing', async () => {
  const trip = await aTrip(db, { fare_kobo: null })
  const { data, meta } = await server.call(findTrips, {
    from: 'lagos',
    to: 'ibadan',
    date: trip.date,
  })
  expect(data[0]?.fare_kobo).toBeNull()
  expect(meta.week.find((day) => day.date === trip.date)).toEqual({
    date: trip.date,
    fare_kobo: null,
    trips: 1,
    is_full: false,
  })
  const detail = await server.call(getTrip, { id: trip.id })
  expect(detail.data.fare_lines).toEqual([])
  expect(detail.data.seats.every((seat) => seat.fare_kobo === null)).toBe(true)
})

test('high season is in the fare, in whole fifty naira', async () => {
  const trip = await aTrip(db, { fare_kobo: 853_000, fare_percent: 170 })
  const { data } = await server.call(findTrips, { from: 'lagos', to: 'ibadan', date: trip.date })
  expect(data[0]?.fare_kobo).toBe(computeAdultTotal(1_450_000, 20_000))
})

test('arriving after 19:00 or before 05:00 is said', async () => {
  const night = async (hour: number, minutes: number) => {
    const trip = await aTrip(db, { departs_in_hours: await hoursUntil(hour), minutes })
    return (await summarizeTrips(db, [trip.id])).get(trip.id)?.is_night_arrival
  }
  expect(await night(17, 119)).toBe(false)
  expect(await night(17, 120)).toBe(true)
  expect(await night(20, 8 * 60 + 59)).toBe(true)
  expect(await night(20, 9 * 60)).toBe(false)
})

test('a bus with too few seats comes last, and other days and cities close by are offered', async () => {
  const small = await aTrip(db, { seats_left: 1, departs_in_hours: await hoursUntil(8) })
  await aTrip(db, { departs_in_hours: (await hoursUntil(8)) + 24 })
  await aTrip(db, { departs_in_hours: await hoursUntil(8), stops: ['abeokuta', 'ibadan'] })
  // 68 km from Lagos and 79 km from Ibadan: neither end is far, but nobody travels to both.
  await aTrip(db, { departs_in_hours: await hoursUntil(8), stops: ['ijebu-ode', 'osogbo'] })
  const asked = { from: 'lagos', to: 'ibadan', date: small.date }
  const alone = await server.call(findTrips, asked)
  expect(alone.meta).toMatchObject({ total: 1, with_seats: 1, next_days: [], nearby: [] })
  const { data, meta } = await server.call(findTrips, { ...asked, passengers: 2 })
  expect(data).toMatchObject([{ id: small.id, seats_left: 1, seats_held: 0 }])
  expect(meta).toMatchObject({ total: 1, with_seats: 0 })
  expect(meta.next_days).toEqual([
    {
      date: await dayFromToday(3),
      fare_kobo: computeAdultTotal(850_000, 20_000),
      trips: 1,
      is_full: false,
    },
  ])
  expect(meta.nearby).toMatchObject([
    { from: { code: 'abeokuta' }, to: { code: 'ibadan' }, trips: 1 },
  ])
  const day = meta.week.find(({ date }) => date === small.date)
  expect(day).toEqual({ date: small.date, fare_kobo: null, trips: 0, is_full: true })
})

test('full buses stay, after all others, and their fares are no fare that one can pay', async () => {
  const hour = await hoursUntil(8)
  const full = await aTrip(db, { departs_in_hours: hour, seats_left: 0, fare_kobo: 500_000 })
  const dear = await aTrip(db, { departs_in_hours: hour + 2, fare_kobo: 900_000 })
  const cheap = await aTrip(db, { departs_in_hours: hour + 4, fare_kobo: 800_000 })
  const asked = { from: 'lagos', to: 'ibadan', date: full.date }
  const found = async (sort: 'departure' | 'price') =>
    (await server.call(findTrips, { ...asked, sort })).data.map(({ id }) => id)
  expect(await found('departure')).toEqual([dear.id, cheap.id, full.id])
  expect(await found('price')).toEqual([cheap.id, dear.id, full.id])
  const { meta } = await server.call(findTrips, asked)
  expect(meta).toMatchObject({ total: 3, with_seats: 2 })
  const lowest = computeAdultTotal(800_000, 20_000)
  expect(meta.facets.least_fare_kobo).toBe(lowest)
  expect(meta.week.find(({ date }) => date === full.date)?.fare_kobo).toBe(lowest)
})

test('seats that somebody holds are told apart from seats that are sold', async () => {
  const trip = await aTrip(db, { stops: ['lagos', 'benin-city', 'onitsha'], seats_left: 3 })
  const [held = 0, sold = 0, lapsed = 0] = trip.sellable.slice(-3)
  await aHold(server, trip.id, [held])
  // On one leg it is held, on the other one sold.
  await aHold(server, `${trip.trip_id}.0.1`, [sold])
  await sql`insert into seat_claim (trip_id, seat, leg, block_id)
    values (${trip.trip_id}, ${sold}, 1, ${makeId()})`.execute(db)
  const { booking } = await aHold(server, trip.id, [lapsed])
  await expireHold(server, booking.reference)
  const { data } = await server.call(findTrips, { from: 'lagos', to: 'onitsha', date: trip.date })
  expect(data).toMatchObject([{ seats_left: 1, seats_held: 1 }])
})

test('the week around the day starts today at the earliest', async () => {
  const trip = await aTrip(db, { departs_in_hours: await hoursUntil(8) })
  await aTrip(db, { departs_in_hours: await hoursUntil(10), fare_kobo: 700_000 })
  const { meta } = await server.call(findTrips, { from: 'lagos', to: 'ibadan', date: trip.date })
  expect(meta.week.map((day) => day.date)).toEqual(
    await Promise.all([0, 1, 2, 3, 4, 5, 6].map(dayFromToday)),
  )
  expect(meta.week[2]).toEqual({
    date: trip.date,
    fare_kobo: computeAdultTotal(700_000, 20_000),
    trips: 2,
    is_full: false,
  })
})

test('a trip whose sale is closed or that does not run is not found, but can be looked at', async () => {
  const soon = await aTrip(db, { departs_in_hours: 0.15 })
  const cancelled = await aTrip(db, { status: 'cancelled' })
  for (const trip of [soon, cancelled]) {
    const { data } = await server.call(findTrips, { from: 'lagos', to: 'ibadan', date: trip.date })
    expect(data).toEqual([])
    expect((await server.call(getTrip, { id: trip.id })).status).toBe(200)
    expect(await findSellableByWireId(db, trip.id)).toMatchObject({ on_sale: false })
  }
})
