import { expect, test } from 'vitest'
import { operators } from '#demo/country/operators'
import { cities } from '#server/db/base/places'
import { demoDeskPeople } from '#demo/country/people'
import { parks } from '#demo/country/places'
import { measureDemoRouteKm, routes } from '#demo/country/routes'
import { measureStraightKm } from '#server/db/base/distances'
import { seedCountry } from '#demo/country/index'
import { seedDesks } from '#demo/desks'
import { computeAdultFare, makeTimetable } from '#demo/country/timetable'
import { vehicles } from '#server/db/base/vehicles'
import { sql } from '#server/db/sql'
import { makeDepartures, departureHorizonDays } from '#server/jobs/make-departures'
import { testDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase()
await seedCountry(db, 7)

async function one(query: ReturnType<typeof sql<{ value: number }>>): Promise<number> {
  return (await query.execute(db)).rows[0]?.value ?? -1
}

test('the country has its states, firms and roads', async () => {
  expect(await one(sql`select count(*)::int as value from state`)).toBe(37)
  expect(await one(sql`select count(distinct state_code)::int as value from city`)).toBe(37)
  expect(await one(sql`select count(*)::int as value from operator`)).toBeGreaterThanOrEqual(12)
  expect(
    new Set(routes.map(({ from, to }) => [from, to].toSorted().join(' '))).size,
  ).toBeGreaterThanOrEqual(120)
  expect(new Set(vehicles.map((vehicle) => vehicle.seats))).toEqual(
    new Set([6, 15, 18, 28, 45, 49, 59]),
  )
  expect(
    await one(sql`select count(*)::int as value from city c
    where not exists (select 1 from motor_park p where p.city_id = c.id)`),
  ).toBe(0)
})

test('the same number makes the same country, another number another', () => {
  expect(makeTimetable(7)).toEqual(makeTimetable(7))
  expect(makeTimetable(8).schedules[0]).not.toEqual(makeTimetable(7).schedules[0])
})

test('seeding twice does nothing', async () => {
  expect(await seedCountry(db, 7)).toBe(false)
})

test('no road is shorter than the straight line, and no park lies far from its city', () => {
  for (const { from, to } of routes)
    expect(measureDemoRouteKm(from, to)).toBeGreaterThanOrEqual(measureStraightKm(from, to))
  for (const park of parks) {
    const city = cities.find(({ code }) => code === park.city)
    const degrees = Math.hypot(
      park.latitude - (city?.latitude ?? 0),
      park.longitude - (city?.longitude ?? 0),
    )
    expect([park.city, park.name, degrees < 0.5]).toEqual([park.city, park.name, true])
  }
})

test('speeds are those of Nigerian roads and fares those of the field', async () => {
  const slowest = await one(sql`select min(s.distance_km * 3600.0 / x.seconds)::float as value
    from schedule s, lateral (select max(arrives_after_seconds) as seconds from schedule_stop where schedule_id = s.id) x
    where s.distance_km > 40`)
  const fastest = await one(sql`select max(s.distance_km * 3600.0 / x.seconds)::float as value
    from schedule s, lateral (select max(arrives_after_seconds) as seconds from schedule_stop where schedule_id = s.id) x
    where s.distance_km > 40`)
  expect(slowest).toBeGreaterThan(39)
  expect(fastest).toBeLessThanOrEqual(68)
  expect(computeAdultFare(747, 'hiace-15', 100, false)).toBe(4_860_000)
  expect(computeAdultFare(560, 'coach-59', 100, true)).toBeLessThan(
    computeAdultFare(560, 'hiace-15', 100, false),
  )
})

test('departures stand for every day on sale and one more, and rolling again changes nothing', async () => {
  const today = await todayInLagos()
  const days = await one(
    sql`select count(distinct service_date)::int as value from trip where service_date >= ${today}::date`,
  )
  expect(days).toBe(departureHorizonDays + 1)
  const before = await one(sql`select count(*)::int as value from trip`)
  expect(await makeDepartures(db, today)).toBe(0)
  const more = await makeDepartures(db, today, departureHorizonDays + 1)
  expect(more).toBeGreaterThan(500)
  expect(await one(sql`select count(*)::int as value from trip`)).toBe(before + more)
})

async function todayInLagos(): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(lagos_today(), 'YYYY-MM-DD') as today`.execute(db)
  return rows[0]?.today ?? ''
}

test('Christmas costs more, a calendar is kept, and a sold departure stays', async () => {
  const { rows } = await sql<{ id: string }>`
    update schedule set calendar = calendar || '{"days": [0, 1, 2, 3, 4], "added": ["2030-12-21"], "removed": ["2030-12-23"]}'
    where id = (select id from schedule order by id limit 1) returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  await makeDepartures(db, '2030-12-05', 20)
  const { rows: trips } = await sql<{ day: string; fare_percent: number }>`
    select to_char(service_date, 'DD') as day, fare_percent from trip
    where schedule_id = ${id} and service_date >= '2030-12-01' order by service_date`.execute(db)
  expect(trips.map(({ day }) => day)).toEqual([
    '05',
    '06',
    '09',
    '10',
    '11',
    '12',
    '13',
    '16',
    '17',
    '18',
    '19',
    '20',
    '21',
    '24',
    '25',
  ])
  expect(trips[2]?.fare_percent).toBe(100)
  expect(trips[1]?.fare_percent).toBe(105)
  expect(trips[3]?.fare_percent).toBeGreaterThanOrEqual(140)
})

test('seats are sold, never those of the operator’s counter, and some buses are full', async () => {
  const share = await one(
    sql`select (count(distinct (c.trip_id, c.seat))::float / sum(distinct 1)) as value from seat_claim c`,
  )
  expect(share).toBeGreaterThan(10_000)
  expect(
    await one(sql`select count(*)::int as value from seat_claim c join trip t on t.id = c.trip_id
    join schedule s on s.id = t.schedule_id join vehicle_type v on v.code = s.vehicle_type
    where c.seat <> all (v.sellable)`),
  ).toBe(0)
  expect(
    await one(sql`select count(*)::int as value from (
    select t.id from trip t join schedule s on s.id = t.schedule_id join vehicle_type v on v.code = s.vehicle_type
    join seat_claim c on c.trip_id = t.id and c.leg = 0 group by t.id, v.sellable
    having count(*) = cardinality(v.sellable)) full_bus`),
  ).toBeGreaterThan(20)
})

test('every vehicle is drawn with its driver front left and its door on the right', () => {
  for (const { code, layout, seats } of vehicles) {
    expect(layout.fixtures).toContainEqual({ kind: 'driver', row: 1, column: 1 })
    expect(new Set(layout.seats.map(({ row, column }) => `${row} ${column}`)).size).toBe(seats)
    const doors = layout.fixtures.filter(({ kind }) => kind === 'door')
    expect([code, doors.every(({ column }) => column === layout.columns)]).toEqual([code, true])
  }
  const coach = vehicles.find(({ code }) => code === 'coach-59')
  expect(coach?.layout.seats.filter(({ kind }) => kind === 'rear')).toHaveLength(5)
})

test('every operator has reviews that differ, and its rating is what they come to', async () => {
  const { rows } = await sql<{
    code: string
    told: number
    real: number
    bodies: number
    many: number
  }>`
    select o.code, o.rating as told, round(avg(r.rating), 1) as real, o.reviews as many,
      count(distinct r.body)::int as bodies
    from operator o join review r on r.operator_id = o.id and r.is_verified
    group by o.id having count(*) = o.reviews`.execute(db)
  expect(rows).toHaveLength(operators.length)
  for (const { code, told, real, bodies, many } of rows) {
    expect([code, real]).toEqual([code, told])
    expect(many).toBeGreaterThan(15)
    expect(bodies / many).toBeGreaterThan(0.95)
    const wanted = operators.find((one) => one.code === code)?.rating ?? 0
    expect(Math.abs(told - wanted)).toBeLessThan(0.7)
  }
  expect(await one(sql`select count(distinct motor_park_id)::int as value from review`)).toBe(24)
})

test('its people of desks get their places, once', async () => {
  const secrets = {
    session_secret: 'garri and ginger in the rain at Jibowu',
    old_session_secrets: [],
  }
  expect(await seedDesks(db, secrets)).toBe(true)
  expect(await one(sql`select count(*)::int as value from member`)).toBe(demoDeskPeople.length)
  expect(await seedDesks(db, secrets)).toBe(false)
})
