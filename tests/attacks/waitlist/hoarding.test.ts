import { afterAll, expect, test } from 'vitest'
import { holdSeats } from '#contract/bookings/endpoints'
import { joinWaitingList, leaveQueue } from '#contract/waitlist/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { aUser, type MadeUser, type UserOptions } from '#tests/support/makers/people'
import { expireOffer, fetchWaitlistEntries, sweepWaitlist } from '#tests/support/makers/waitlist'
import { runJob } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
// Signing up is not the subject of these tests; the limit on unpaid seats of a network is.
const server = await aServer(db)
const strict = await aServer(db, { config: { ...server.host.config, rate_limit_factor: 1 } })
afterAll(async () => {
  await strict.close()
  await server.close()
})
let networks = 0
const aNetwork = () => `198.51.100.${(networks += 1)}`
const unproved = { phone: null, proved: false }

interface Waiter extends MadeUser {
  place: string
}

async function join(trip: MadeTrip, ip: string, options: UserOptions = unproved): Promise<Waiter> {
  const user = await aUser(server, options)
  const as = { ...user.as, ip }
  await sql`delete from rate_bucket`.execute(db)
  const { data } = await strict.call(joinWaitingList, { trip_id: trip.id, travellers: 6 }, { as })
  return { ...user, as, place: data.id }
}

/** Eight people of one network, who each wait for six seats of a sold-out bus. Then its seats become free. */
async function aCrowd(ip: string) {
  const trip = await aTrip(db, { vehicle: 'coach-59', seats_left: 0 })
  const crowd: Waiter[] = []
  for (let n = 0; n < 8; n += 1) crowd.push(await join(trip, ip))
  return { trip, crowd }
}

const freeAllSeats = ({ trip_id }: MadeTrip) =>
  sql`delete from seat_claim where trip_id = ${trip_id} and booking_id is null`.execute(db)

const offer = ({ trip_id }: MadeTrip) => runJob(strict.host, 'queue.offer', { trip_id })

async function countUnpaidSeats({ trip_id }: MadeTrip): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(cardinality(seats)), 0)::int as n from booking
    where trip_id = ${trip_id} and status = 'held' and hold_expires_at > now()`.execute(db)
  return rows[0]?.n ?? 0
}

const stateOf = async ({ as }: Waiter) => (await fetchWaitlistEntries(server, as))[0]?.state

/** Holds a free seat as a stranger of another network. Returns the status, or the code of the refusal. */
async function buy(trip: MadeTrip) {
  const { rows } = await sql<{ seat: number }>`
    select s as seat from unnest(${trip.sellable}::smallint[]) s
    where s not in (select seat from seat_claim where trip_id = ${trip.trip_id})`.execute(db)
  const as = { ip: aNetwork(), device_id: makeId() }
  const seats = [rows[0]?.seat ?? 0]
  const { status, problem } = await strict.call(holdSeats, { trip_id: trip.id, seats }, { as })
  return status === 200 ? status : problem.code
}

test('eight free accounts on the waiting list of a bus are offered a fifth of it, and keep the rest from nobody', async () => {
  const { trip, crowd } = await aCrowd(aNetwork())
  const neighbour = await join(trip, aNetwork())
  await freeAllSeats(trip)
  await offer(trip)
  const fifth = Math.floor(trip.sellable.length / 5)
  expect(await countUnpaidSeats(trip)).toBeLessThanOrEqual(fifth + 6)
  const states = await Promise.all(crowd.map(stateOf))
  expect(states).toEqual(['offered', ...Array.from({ length: 7 }, () => 'waiting')])
  expect(await stateOf(neighbour)).toBe('offered')
  expect(await buy(trip)).toBe(200)

  // Who leaves makes room for the next of the network, and gets no second offer.
  const [first, second] = crowd
  await strict.call(leaveQueue, { id: first?.place ?? '' }, { as: first?.as ?? {} })
  const again = { trip_id: trip.id, travellers: 6 }
  const { problem } = await strict.call(joinWaitingList, again, { as: first?.as ?? {} })
  expect(problem.code).toBe('seats_free')
  await offer(trip)
  expect(second && (await stateOf(second))).toBe('offered')
  expect(await countUnpaidSeats(trip)).toBeLessThanOrEqual(fifth + 7)
  expect(await buy(trip)).toBe(200)
})

test('who is known, and who joined before networks were stored, is offered seats beside a crowd', async () => {
  const ip = aNetwork()
  const { trip, crowd } = await aCrowd(ip)
  const verified = await join(trip, ip, {})
  const old = await join(trip, ip)
  await sql`update queue_place set network = null where id = ${old.place}`.execute(db)
  await freeAllSeats(trip)
  await offer(trip)
  expect(await stateOf(verified)).toBe('offered')
  expect(await stateOf(old)).toBe('offered')
  expect((await Promise.all(crowd.map(stateOf))).filter((it) => it === 'offered')).toHaveLength(1)
})

test('who was passed over is offered seats as soon as an offer of their network has run out', async () => {
  const { trip, crowd } = await aCrowd(aNetwork())
  const [first] = crowd
  await freeAllSeats(trip)
  await offer(trip)
  const [entry] = await fetchWaitlistEntries(server, first?.as ?? {})
  await expireOffer(server, entry?.offers[0]?.booking ?? '')
  await sweepWaitlist(strict)
  const states = await Promise.all(crowd.slice(0, 3).map(stateOf))
  expect(states).toEqual(['lapsed', 'offered', 'waiting'])
})

test('an offer is kept for its 30 minutes: no other hold of the network takes its seats', async () => {
  const { trip, crowd } = await aCrowd(aNetwork())
  await freeAllSeats(trip)
  await offer(trip)
  await sql`update booking set created_at = now() - interval '5 minutes' where trip_id = ${trip.trip_id}`.execute(
    db,
  )
  const { rows } = await sql<{ freed: number }>`
    select free_idle_holds(network, ${trip.trip_id}::uuid, 6, null) as freed from booking
    where trip_id = ${trip.trip_id}`.execute(db)
  expect(rows).toEqual([{ freed: 0 }])
  expect(crowd[0] && (await stateOf(crowd[0]))).toBe('offered')
})

test('an offer does not wait for a hold that is being made in its network', async () => {
  const { trip, crowd } = await aCrowd(aNetwork())
  const [first] = crowd
  await freeAllSeats(trip)
  await db.transaction(async (tx) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended('network:' || network, 0)) from queue_place
      where id = ${first?.place ?? ''}`.execute(tx)
    await offer(trip)
  })
  expect(first && (await stateOf(first))).toBe('waiting')
  // It was not its network's share that failed it, so it still keeps its seats from others.
  const { rows } = await sql`
    select from queue_place where id = ${first?.place ?? ''} and skipped_at is null`.execute(db)
  expect(rows).toHaveLength(1)
  await offer(trip)
  expect(first && (await stateOf(first))).toBe('offered')
})

test('the network is stored while somebody waits, and for two days after that', async () => {
  const trip = await aTrip(db, { vehicle: 'coach-59', seats_left: 0 })
  const [waiting, left] = [await join(trip, aNetwork()), await join(trip, aNetwork())]
  await sql`update queue_place set joined_at = now() - interval '9 days' where id = ${waiting.place}`.execute(
    db,
  )
  const networkOf = async ({ place }: Waiter) => {
    const { rows } = await sql<{ is_stored: boolean }>`
      select network is not null as is_stored from queue_place where id = ${place}`.execute(db)
    return rows[0]?.is_stored
  }
  await strict.call(leaveQueue, { id: left.place }, { as: left.as })
  await runJob(server.host, 'house.tidy', {})
  expect([await networkOf(waiting), await networkOf(left)]).toEqual([true, true])
  await sql`update queue_place set ended_at = now() - interval '3 days' where id = ${left.place}`.execute(
    db,
  )
  await runJob(server.host, 'house.tidy', {})
  expect([await networkOf(waiting), await networkOf(left)]).toEqual([true, false])
})
