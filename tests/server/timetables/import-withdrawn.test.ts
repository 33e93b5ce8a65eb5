import { demo } from '#demo/index'
import { expect, test } from 'vitest'
import { findTrips } from '#contract/trips/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { formatImportSummary } from '#server/rooms/timetables'
import { openJobs } from '#server/jobs/all-jobs'
import { aCountryForFeeds } from './timetable-world.ts'
import { waitForLockWaiter } from '#tests/support/database/lock-waiters'
import { joinCsvLines, smallFeed, type FeedText } from '#tests/support/files/feeds'
import { aServer } from '#tests/support/server/test-server'

const { db, url, bring, bookTomorrow } = await aCountryForFeeds()

const fare = { 'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type', 'f,1500,NGN') }

/** The small feed without the trips from Jibowu on the day of a departure. */
async function without(trip_id: string): Promise<FeedText> {
  const { rows: found } = await sql<{ day: string }>`
    select to_char(service_date, 'YYYYMMDD') as day from trip where id = ${trip_id}::uuid`.execute(
    db,
  )
  const dates = `${String(smallFeed['calendar_dates.txt'])}daily,${found[0]?.day},2\n`
  return { ...fare, 'calendar_dates.txt': dates }
}

/** The small feed without its trip A. */
const dropped: FeedText = {
  ...fare,
  'trips.txt': joinCsvLines('route_id,service_id,trip_id', 'R2,daily,B'),
  'stop_times.txt': joinCsvLines(
    'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
    'B,6:00:00,6:00:00,K,1',
    'B,6:45:00,6:45:00,T,2',
  ),
}

/** Returns whether a search finds a departure, whether its seats may be taken, and the state of its booking. */
async function readTripState(trip_id: string) {
  const { rows: found } = await sql<{ day: string; is_sellable: boolean; booking: string }>`
    select to_char(t.departs_at at time zone s.zone, 'YYYY-MM-DD') as day,
      sellable_seats(t.id, 0::smallint) is not null as is_sellable, b.status as booking
    from trip t join schedule s on s.id = t.schedule_id left join booking b on b.trip_id = t.id
    where t.id = ${trip_id}::uuid`.execute(db)
  const { day = '', is_sellable, booking } = found[0] ?? {}
  const server = await aServer(db)
  const query = { passengers: 1, sort: 'departure' as const, page: 1 }
  const { data } = await server.call(findTrips, { from: 'lagos', to: 'accra', date: day, ...query })
  await server.close()
  return { is_found: data.some(({ id }) => id.startsWith(trip_id)), is_sellable, booking }
}

const onSale = { is_found: true, is_sellable: true }
const offSale = { is_found: false, is_sellable: false }

/** Versions of a feed that no longer contain a departure: without its day, and without its trip. */
const versions: Record<string, (trip_id: string) => Promise<FeedText>> = {
  'whose day the feed drops': without,
  'whose run the feed drops': () => Promise.resolve(dropped),
}
const cases = Object.keys(versions).flatMap((which) =>
  ['confirmed', 'held'].map((booking) => [which, booking] as const),
)

test.each(cases)(
  'a departure %s goes off sale, keeps its %s booking, and comes back with the feed',
  async (which, booking) => {
    await bring(fare)
    const trip_id = await bookTomorrow('A', booking)
    expect(await readTripState(trip_id)).toEqual({ ...onSale, booking })
    const summary = await bring((await versions[which]?.(trip_id)) ?? {})
    expect(await readTripState(trip_id)).toEqual({ ...offSale, booking })
    expect(summary.withdrawn).toMatchObject([{ operator: 'NULL', bookings: 1 }])
    expect(formatImportSummary(summary)).toMatch(
      /Off sale, because the feed no longer has them; their tickets stay valid:\n {2}NULL, 1 · Jibowu to Kaneshie, .+: 1 booking/,
    )
    const back = await bring(fare)
    expect(back.withdrawn).toEqual([])
    expect(await readTripState(trip_id)).toEqual({ ...onSale, booking })
  },
)

test('it stays off sale while further versions do not have it, and is told once', async () => {
  await bring(fare)
  const trip_id = await bookTomorrow('A')
  expect((await bring(dropped)).withdrawn).toHaveLength(1)
  const again = await bring(dropped, { rates: { GHS: 95 } })
  expect(again).toMatchObject({ changed: true, withdrawn: [] })
  expect(await readTripState(trip_id)).toMatchObject(offSale)
})

test('a departure whose seats were set aside, and released, stays when the feed drops it', async () => {
  await bring(fare)
  const trip_id = await bookTomorrow('A')
  await sql`
    with clerk as (
      insert into operator_key (id, operator_id, name, sha256, label, scopes)
      select gen_random_uuid(), s.operator_id, 'C0RNER', sha256('clerk'), 'Clerk', '{counter}'
      from trip t join schedule s on s.id = t.schedule_id where t.id = ${trip_id}::uuid returning id, operator_id
    ), shift as (
      insert into counter_shift (id, operator_id, key_id, float_kobo)
      select gen_random_uuid(), operator_id, id, 0 from clerk returning id
    )
    insert into seat_allotment (id, shift_id, device, trip_id, leg_from, leg_to, sell_until, seat_fare_kobo,
      park_fee_kobo, passenger_types, kid)
    select gen_random_uuid(), id, id, ${trip_id}::uuid, 0, 1, now(), 1, 0, '[]', 1 from shift`.execute(
    db,
  )
  await sql`delete from booking where trip_id = ${trip_id}::uuid`.execute(db)
  await bring(dropped)
  expect(await readTripState(trip_id)).toMatchObject(offSale)
})

/** The first departure after today of trip A, which nobody has booked. */
async function freeTomorrow(): Promise<string> {
  const trip_id = await bookTomorrow('A')
  await sql`delete from booking where trip_id = ${trip_id}::uuid`.execute(db)
  return trip_id
}

/** The small feed with another last day, so that its departures are made again. */
const longer: FeedText = {
  ...fare,
  'calendar.txt': String(smallFeed['calendar.txt']).replaceAll('20991231', '20981231'),
}

test.each([
  ['cancelled', sql`status = 'cancelled'`],
  ['whose sales are closed', sql`sales_closed_at = now()`],
])('a departure %s stays so when its feed is imported again', async (_, said) => {
  await bring(fare)
  const trip_id = await freeTomorrow()
  await sql`update trip set ${said} where id = ${trip_id}::uuid`.execute(db)
  const read = async () =>
    (
      await sql`select id, status, sales_closed_at, delay_minutes, note, withdrawn_at from trip
        where (schedule_id, service_date) = (select schedule_id, service_date from trip where id = ${trip_id}::uuid)`.execute(
        db,
      )
    ).rows
  const before = await read()
  expect(await bring(longer)).toMatchObject({ changed: true, withdrawn: [] })
  expect(await read()).toEqual(before)
  // Nobody has a ticket for it, so nobody is informed when the feed drops it.
  expect((await bring(dropped)).withdrawn).toEqual([])
})

test.each(['vehicle_change', 'request_departure'])(
  'a departure of which only a %s knows does not stop an import',
  async (table) => {
    await bring(fare)
    const trip_id = await freeTomorrow()
    await sql`insert into vehicle_change (id, trip_id, from_vehicle, to_vehicle, worth_percent, done_at)
      select gen_random_uuid(), ${trip_id}::uuid, 'hiace-15', 'sienna', 100, now()
      where ${table} = 'vehicle_change'`.execute(db)
    await sql`
      with city as (
        select min(id) as from_id, max(id) as to_id from city
      ), request as (
        insert into travel_request (id, from_city_id, to_city_id, first_day, last_day)
        select gen_random_uuid(), from_id, to_id, lagos_today(), lagos_today() from city
        where ${table} = 'request_departure' returning id
      )
      insert into request_departure (request_id, trip_id, leg_from, leg_to, operator_id, fare_kobo)
      select request.id, t.id, 0, 1, s.operator_id, 1 from request, trip t join schedule s on s.id = t.schedule_id
      where t.id = ${trip_id}::uuid`.execute(db)
    expect(await bring(longer)).toMatchObject({ changed: true, withdrawn: [] })
    expect(await bring(dropped)).toMatchObject({ changed: true, withdrawn: [] })
    for (const name of ['vehicle_change', 'request_departure', 'travel_request'])
      await sql`delete from ${sql.ref(name)}`.execute(db)
  },
)

test.each([
  ['cancels', sql`update trip set status = 'cancelled'`, 'cancelled'],
  ['closes the sales of', sql`update trip set sales_closed_at = now()`, 'scheduled'],
  [
    'gives another vehicle to',
    sql`insert into vehicle_change (id, trip_id, from_vehicle, to_vehicle, worth_percent, done_at)
    select gen_random_uuid(), id, 'hiace-15', 'sienna', 100, now() from trip`,
    'scheduled',
  ],
])(
  'an operator who %s a departure while its feed is imported keeps it so',
  async (_, act, status) => {
    await bring(fare)
    const trip_id = await freeTomorrow()
    const acted = Promise.withResolvers<undefined>()
    const byOperator = inTransaction(db, async (tx) => {
      await sql`${act} where id = ${trip_id}::uuid`.execute(tx)
      acted.resolve(undefined)
      await waitForLockWaiter(db)
    })
    await acted.promise
    const [summary] = await Promise.all([bring(longer), byOperator])
    expect(summary).toMatchObject({ changed: true, withdrawn: [] })
    const { rows } = await sql`select status from trip where id = ${trip_id}::uuid`.execute(db)
    expect(rows).toEqual([{ status }])
    await sql`delete from vehicle_change`.execute(db)
  },
)

test('a run that leaves at another hour stays on sale on the day it was booked', async () => {
  await bring(fare)
  const trip_id = await bookTomorrow('A')
  const later = String(smallFeed['stop_times.txt']).replaceAll('7:10:00', '8:10:00')
  const summary = await bring({ ...fare, 'stop_times.txt': later })
  expect(summary.withdrawn).toEqual([])
  expect(await readTripState(trip_id)).toMatchObject(onSale)
})

test('its operator is written to, and cancelling stays theirs', async () => {
  const queue = await openJobs(url, undefined, demo)
  const agency = joinCsvLines(
    'agency_id,agency_name,agency_url,agency_timezone,agency_email',
    'u,Union,https://u.example,Africa/Accra,desk@union.example',
    'k,Kwame,https://k.example,Africa/Accra,',
  )
  await bring({ ...fare, 'agency.txt': agency })
  const trip_id = await bookTomorrow('A')
  await bring({ ...dropped, 'agency.txt': agency })
  const { rows: jobs } = await sql<{ data: { to: string; text: string } }>`
    select data from pgboss.job where name = 'mail.send'`.execute(db)
  expect(jobs).toHaveLength(1)
  expect(jobs[0]?.data.to).toBe('desk@union.example')
  expect(jobs[0]?.data.text).toContain('Union, 1 · Jibowu to Kaneshie')
  const { rows: trips } = await sql`select status from trip where id = ${trip_id}::uuid`.execute(db)
  expect(trips).toEqual([{ status: 'scheduled' }])
  await queue.stop()
})
