import { expect, test } from 'vitest'
import { findTrips, getTrip } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { aCountryForFeeds } from './timetable-world.ts'
import { joinCsvLines, smallFeed } from '#tests/support/files/feeds'
import { aServer } from '#tests/support/server/test-server'

const { db, bring, standing, scheduleOf, bookTomorrow } = await aCountryForFeeds()

const times = (from: string, to: string) => ({
  'stop_times.txt': String(smallFeed['stop_times.txt']).replaceAll(from, to),
})
const fare = (naira: number) => ({
  'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type', `f,${naira},NGN`),
})

test('a newer version of a feed changes its schedules in place', async () => {
  await bring(fare(100))
  const ids = async () =>
    (await sql`select id, service_date from trip order by id`.execute(db)).rows
  const before = await ids()
  expect((await bring(fare(250))).changed).toBe(true)
  expect(await ids()).toEqual(before)
  expect((await scheduleOf('A'))?.flat).toBe(25_000)
  const standsNow = await standing()
  expect((await bring(fare(250))).changed).toBe(false)
  expect(await standing()).toEqual(standsNow)
})

test('a day on which somebody travels stays as it was sold; all others follow the new version', async () => {
  await bring(fare(100))
  const booked = await bookTomorrow('A')
  const tripOf = async () =>
    (
      await sql`
    select t.*, x.stops from trip t, lateral (select array_agg(departs_after_seconds order by position) as stops
      from schedule_stop where schedule_id = t.schedule_id) x where t.id = ${booked}::uuid`.execute(
        db,
      )
    ).rows[0]
  const before = await tripOf()
  for (const hour of ['8:10', '9:10']) {
    await bring({ ...fare(100), ...times('7:10:00', `${hour}:00`) })
    expect(await tripOf()).toEqual(before)
    const { rows: days } = await sql<{ starts: number; trips: number }>`
      select s.starts_at_seconds as starts, count(*)::int as trips, count(distinct service_date)::int as days
      from trip join schedule s on s.id = schedule_id join schedule_stop x on x.schedule_id = s.id and x.position = 0
      join motor_park p on p.id = x.motor_park_id where p.name = 'Jibowu' and departs_at > now() group by 1 order by 1`.execute(
      db,
    )
    expect(days).toHaveLength(2)
    expect(days[0]).toMatchObject({ starts: 25_800, trips: 1 })
    const doubled = await sql`
      select service_date from trip join schedule s on s.id = schedule_id
      where s.feed_key = 'A' and service_date = (select service_date from trip where id = ${booked}::uuid)`.execute(
      db,
    )
    expect(doubled.rows).toEqual([])
  }
})

test('what a newer version no longer has is gone, but for what is booked', async () => {
  await bring(fare(100))
  await bookTomorrow('A')
  await bring({
    ...fare(100),
    'trips.txt': joinCsvLines('route_id,service_id,trip_id', 'R2,daily,B'),
    'stop_times.txt': joinCsvLines(
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
      'B,6:00:00,6:00:00,K,1',
      'B,6:45:00,6:45:00,T,2',
    ),
  })
  expect(await scheduleOf('A')).toBeUndefined()
  expect(await scheduleOf('O')).toBeUndefined()
  const { rows: left } = await sql<{ trips: number }>`
    select count(*)::int as trips from trip join schedule s on s.id = schedule_id where s.feed_key is null`.execute(
    db,
  )
  expect(left).toEqual([{ trips: 1 }])
})

test('an imported trip is found between two of its parks, with its fare', async () => {
  await bring(fare(1500))
  const server = await aServer(db)
  const { rows: parks } = await sql<{
    name: string
    code: string
  }>`select name, code from motor_park`.execute(db)
  const codeOf = (name: string) => parks.find((park) => park.name === name)?.code ?? ''
  const { rows: days } = await sql<{
    day: string
  }>`select to_char(lagos_today() + 2, 'YYYY-MM-DD') as day`.execute(db)
  const date = days[0]?.day ?? ''
  for (const [from, to] of [
    [codeOf('Jibowu'), codeOf('Tema')],
    ['lagos', 'accra'],
  ] as const) {
    const found = await server.call(findTrips, {
      from,
      to,
      date,
      passengers: 2,
      sort: 'departure',
      page: 1,
    })
    expect(found.status).toBe(200)
    const trip = found.data[0]
    expect(trip).toMatchObject({
      operator: { name: 'NULL' },
      from: { park: { name: 'Jibowu' } },
      zone: 'Africa/Accra',
    })
    expect(trip?.fare_kobo).toBeGreaterThanOrEqual(150_000)
    const detail = await server.call(getTrip, { id: trip?.id ?? '' })
    expect(detail.data.seats.length).toBeGreaterThan(10)
  }
  await server.close()
})
