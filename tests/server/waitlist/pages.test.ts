import { afterAll, expect, test } from 'vitest'
import { joinWaitingList, watchRoute } from '#contract/waitlist/endpoints'
import { sql } from '#server/db/sql'
import { checkWatchedRoutes, offerSeats, sweepWaitlists } from '#server/rooms/waitlist'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry, aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { dayInLagos, fetchWaitlistEntries } from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
await aCountry(db)

async function joined({ id }: MadeTrip, travellers: number) {
  const { as } = await aUser(server)
  await server.call(joinWaitingList, { trip_id: id, travellers }, { as })
  return async () => (await fetchWaitlistEntries(server, as))[0]?.state
}

const freeSeats = ({ trip_id, sellable }: MadeTrip, count: number) =>
  sql`delete from seat_claim
    where trip_id = ${trip_id} and seat = any (${sellable.slice(0, count)}::smallint[])`.execute(db)

test('a sweep reaches every departure, however many fit on a page and leave at the same time', async () => {
  const trips = []
  for (const departs_in_hours of [30, 30, 30, 31, 32])
    trips.push(await aTrip(db, { seats_left: 0, departs_in_hours }))
  const states = []
  for (const trip of trips) states.push(await joined(trip, 1))
  for (const trip of trips) await freeSeats(trip, 1)
  await sweepWaitlists(server.host, 2)
  expect(await Promise.all(states.map((state) => state()))).toEqual(trips.map(() => 'offered'))
})

test('who fits is offered seats, however many before them do not fit', async () => {
  const trip = await aTrip(db, { seats_left: 0 })
  const states = []
  for (const travellers of [6, 5, 4, 3, 1, 6, 1]) states.push(await joined(trip, travellers))
  await freeSeats(trip, 2)
  expect(await offerSeats(server.host, trip.trip_id, 2)).toEqual({ people: 2, seats: 2 })
  const waiting = Array.from({ length: 4 }, () => 'waiting')
  expect(await Promise.all(states.map((state) => state()))).toEqual([
    ...waiting,
    'offered',
    'waiting',
    'offered',
  ])
})

test('a round checks all watched routes, batch by batch, until its time is over', async () => {
  const { as } = await aUser(server)
  for (let days = 1; days <= 5; days += 1) {
    const day = await dayInLagos(server, days)
    const route = { from: 'lagos', to: 'yola', first_day: day, last_day: day }
    await server.call(watchRoute, { ...route, kind: 'first_departure', ways: ['email'] }, { as })
  }
  const countUnchecked = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from route_alert where looked_at < now() - interval '10 minutes'`.execute(
      db,
    )
    return rows[0]?.n
  }
  await sql`update route_alert set looked_at = now() - interval '1 hour'`.execute(db)
  await checkWatchedRoutes(server.host, { minutes: 10, limit: 2, most_minutes: 0 })
  expect(await countUnchecked()).toBe(3)
  await checkWatchedRoutes(server.host, { minutes: 10, limit: 2, most_minutes: 8 })
  expect(await countUnchecked()).toBe(0)
})
