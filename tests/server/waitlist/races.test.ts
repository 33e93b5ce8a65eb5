import { afterAll, expect, test } from 'vitest'
import { getBooking, holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { joinWaitingList, leaveQueue } from '#contract/waitlist/endpoints'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { offerSeats } from '#server/rooms/waitlist'
import { makeId } from '#server/platform/ids'
import { aDevice, payBooking, makeTravellers } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { runJob } from '#tests/support/server/jobs'
import {
  expireOffer,
  fetchWaitlistEntries,
  sweepWaitlist,
  waitUntilBlocked,
} from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'

const { url } = await testDatabase()
const db = openDatabase(url, { max: 16 })
const server = await aServer(db)
afterAll(async () => {
  await server.close()
  await db.destroy()
})
const { call } = server
const offer = ({ trip_id }: MadeTrip, deps = server.host) =>
  runJob(deps, 'queue.offer', { trip_id })

/** A sold-out departure, and people on its waitlist in order; `wants`: how many seats each of them wants. */
async function aQueue(wants: readonly number[]) {
  const trip = await aTrip(db, { vehicle: 'coaster-28', seats_left: 0 })
  const people: (MadeUser & { place: string })[] = []
  for (const travellers of wants) {
    const user = await aUser(server)
    const joined = await call(joinWaitingList, { trip_id: trip.id, travellers }, { as: user.as })
    people.push({ ...user, place: joined.data.id })
  }
  return { trip, people }
}

/** Releases `count` seats at the operator's counter. */
async function freeUp({ trip_id, sellable }: MadeTrip, count: number): Promise<number[]> {
  const seats = sellable.slice(0, count)
  await sql`delete from seat_claim where trip_id = ${trip_id} and seat = any (${seats}::smallint[])`.execute(
    db,
  )
  return seats
}

/**
 * Lists violations, such as offers without their seats, seats without an offer, or two offers of one waitlist entry.
 */
async function faults() {
  const { rows } = await sql<{ fault: string }>`
    select 'an open offer without its seats' as fault from seat_offer o join booking b on b.id = o.booking_id
      where o.state = 'open' and b.status = 'held' and b.hold_expires_at > now() and hold_is_alive(b.id) is not true
    union all
    select 'seats held for nobody' from booking b where b.holder like 'queue:%' and b.status = 'held'
      and not exists (select from seat_offer o where o.booking_id = b.id)
    union all
    select 'two open offers for one place' from seat_offer where state = 'open' group by place_id having count(*) > 1
    union all
    select 'one departure offered twice' from seat_offer group by place_id, trip_id having count(*) > 1
    union all
    select 'offered without an open offer' from queue_place q where q.state = 'offered'
      and not exists (select from seat_offer o where o.place_id = q.id and o.state = 'open')
    union all
    select 'an offer for who has left' from seat_offer o join queue_place q on q.id = o.place_id
      where o.state = 'open' and q.state = 'left'
    union all
    select 'a seat of two' from seat_claim group by trip_id, seat, leg having count(*) > 1`.execute(
    db,
  )
  return rows.map(({ fault }) => fault)
}

const openOffers = async (trip: MadeTrip) => {
  const { rows } = await sql<{ place_id: string; seats: number[] }>`
    select o.place_id, b.seats from seat_offer o join booking b on b.id = o.booking_id join queue_place q on q.id = o.place_id
    where o.trip_id = ${trip.trip_id} and o.state = 'open' order by q.number`.execute(db)
  return rows
}

test('many who offer at once, buyers and leavers beside them: each seat is offered once, in the order of the queue', async () => {
  const { trip, people } = await aQueue([2, 1, 3, 1, 2, 1])
  const seats = await freeUp(trip, 6)
  const [, second] = people
  await Promise.all([
    ...Array.from({ length: 6 }, () => offer(trip)),
    ...seats.map((seat) => call(holdSeats, { trip_id: trip.id, seats: [seat] }, { as: aDevice() })),
    call(leaveQueue, { id: second?.place ?? '' }, { as: second?.as ?? {} }),
  ])
  await sweepWaitlist(server)
  expect(await faults()).toEqual([])
  const offered = await openOffers(trip)
  // With requests for two, three and one, the person who left made room for the fourth.
  expect(offered.map(({ place_id }) => place_id)).toEqual(
    [people[0], people[2], people[3]].map((one) => one?.place),
  )
  expect(new Set(offered.flatMap((one) => one.seats)).size).toBe(6)
})

test('who leaves while seats are being offered to them has no offer, and the next has the seats', async () => {
  const { trip, people } = await aQueue([1, 1])
  const [first, second] = people
  await freeUp(trip, 1)
  const [made, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const offering = db.transaction(async (tx) => {
    await offerSeats({ ...server.host, db: tx }, trip.trip_id)
    made.resolve()
    await kept.promise
  })
  await made.promise
  const left = call(leaveQueue, { id: first?.place ?? '' }, { as: first?.as ?? {} })
  await waitUntilBlocked(db)
  kept.resolve()
  await offering
  expect((await left).status).toBe(200)
  await sweepWaitlist(server)
  expect((await openOffers(trip)).map(({ place_id }) => place_id)).toEqual([second?.place])
  expect(await faults()).toEqual([])
})

test('connections are killed while seats are offered: nothing is held for nobody, and nobody is passed over', async () => {
  const { trip, people } = await aQueue([1, 2, 1, 2, 1, 1, 2, 1])
  const kills = async () => {
    for (let n = 0; n < 12; n += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'waka victim' and state <> 'idle'`.execute(db)
      await sql`select pg_sleep(0.01)`.execute(db)
    }
  }
  const victim = openDatabase(url, { max: 6, application_name: 'waka victim' })
  const host = { ...server.host, db: victim }
  await freeUp(trip, 9)
  await Promise.all([
    kills(),
    ...Array.from({ length: 12 }, () => offer(trip, host).catch(() => undefined)),
  ])
  await victim.destroy()
  await sweepWaitlist(server)
  expect(await faults()).toEqual([])
  expect((await openOffers(trip)).map(({ place_id }) => place_id)).toEqual(
    people
      .slice(0, 6)
      .map(({ place }) => place)
      .concat(people[7]?.place ?? []),
  )
})

test('offers that run out all at once go on to the next, each to one person', async () => {
  const { trip, people } = await aQueue([1, 1, 1, 1])
  await freeUp(trip, 2)
  await sweepWaitlist(server)
  for (const { as } of people.slice(0, 2)) {
    const [place] = await fetchWaitlistEntries(server, as)
    await expireOffer(server, place?.offers[0]?.booking ?? '')
  }
  await Promise.all([sweepWaitlist(server), sweepWaitlist(server), sweepWaitlist(server)])
  expect(await faults()).toEqual([])
  expect((await openOffers(trip)).map(({ place_id }) => place_id)).toEqual(
    people.slice(2).map(({ place }) => place),
  )
})

test('money that lands when an offer has run out, with strangers and sweeps beside it: the seat is theirs or the next one’s, never both', async () => {
  const queues = await Promise.all(Array.from({ length: 8 }, () => aQueue([1, 1, 1])))
  const races = []
  for (const { trip, people } of queues) {
    const [seat = 0] = await freeUp(trip, 1)
    await offer(trip)
    const [first, second] = people
    const [place] = await fetchWaitlistEntries(server, first?.as ?? {})
    const reference = place?.offers[0]?.booking ?? ''
    const named = { reference, ...makeTravellers([seat]) }
    const { data: booking } = await call(setPassengers, named, { as: first?.as ?? {} })
    races.push({ trip, seat, booking, first, second })
  }
  for (const { booking } of races) await expireOffer(server, booking.reference)
  await Promise.all(
    races.flatMap(({ trip, seat, booking }, index) => [
      // Some payments arrive before the sweep, some after it.
      index % 2 === 0
        ? payBooking(server, booking)
        : sweepWaitlist(server).then(() => payBooking(server, booking)),
      sweepWaitlist(server),
      ...Array.from({ length: 3 }, () =>
        call(holdSeats, { trip_id: trip.id, seats: [seat] }, { as: aDevice() }),
      ),
    ]),
  )
  await sweepWaitlist(server)
  expect(await faults()).toEqual([])
  for (const { trip, seat, booking, first, second } of races) {
    const { reference } = booking
    const { data: now } = await call(getBooking, { reference }, { as: first?.as ?? {} })
    const offered = await openOffers(trip)
    const isTheirs = now.status === 'confirmed'
    expect(offered).toEqual(isTheirs ? [] : [{ place_id: second?.place, seats: [seat] }])
    const { rows } = await sql<{ held: number }>`
      select count(distinct booking_id)::int as held from seat_claim
      where trip_id = ${trip.trip_id} and seat = ${seat} and booking_id is not null`.execute(db)
    expect(rows).toEqual([{ held: 1 }])
  }
})

/** Each guard, what it refuses, and a check that this succeeds once the guard is removed. */
const canaries: [
  guard: string,
  gone: string,
  attack: (at: AttackTarget) => ReturnType<typeof sql>,
][] = [
  [
    'one_open_offer',
    'drop index one_open_offer',
    ({ place, other, booking }) => sql`
      insert into seat_offer (id, place_id, trip_id, booking_id, expires_at)
      select ${makeId()}, ${place}, ${other}, ${booking}, now()`,
  ],
  [
    'offered_once',
    'alter table seat_offer drop constraint offered_once; drop index one_open_offer',
    ({ place, trip, booking }) => sql`
      insert into seat_offer (id, place_id, trip_id, booking_id, expires_at)
      select ${makeId()}, ${place}, ${trip}, ${booking}, now()`,
  ],
  [
    'offer_ends_once',
    'drop trigger seat_offer_ends on seat_offer',
    ({ place }) => sql`
      with ended as (update seat_offer set state = 'lapsed', ended_at = now() where place_id = ${place} returning id)
      select id from ended`,
  ],
  [
    'one_place_a_departure',
    'drop index one_place_a_departure',
    ({ place }) => sql`
      insert into queue_place (id, person_id, trip_id, leg_from, leg_to, travellers)
      select ${makeId()}, person_id, trip_id, leg_from, leg_to, travellers from queue_place where id = ${place}`,
  ],
  [
    'queues_at_once',
    'drop trigger queue_place_limit on queue_place',
    ({ place }) => sql`
      insert into queue_place (id, person_id, request_id, travellers)
      select gen_random_uuid(), person_id, r.id, 1 from queue_place, generate_series(1, 10) n
        cross join lateral (select id from travel_request where told_travellers = n) r where queue_place.id = ${place}`,
  ],
]

interface AttackTarget {
  place: string
  trip: string
  other: string
  booking: string
}

test.each(canaries)(
  'a canary: without %s the database lets it through',
  async (guard, gone, attack) => {
    const { trip, people } = await aQueue([1])
    await freeUp(trip, 1)
    await sweepWaitlist(server)
    const place = people[0]?.place ?? ''
    const spare = await aTrip(db)
    const id = makeId()
    await sql`insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, user_id, holder, fare,
      total_kobo, hold_expires_at)
    select ${id}, ${id}, ${trip.trip_id}, 0, 1, '{1}', '{adult}', 'held', ${people[0]?.user.id ?? ''}, ${id}, '{}', 0, now()`.execute(
      db,
    )
    await sql`insert into travel_request (id, from_city_id, to_city_id, first_day, last_day, told_travellers)
    select gen_random_uuid(), a.id, z.id, lagos_today() + n, lagos_today() + n, n
    from generate_series(1, 10) n, city a, city z
    where a.code = 'lagos' and z.code = 'yola' on conflict do nothing`.execute(db)
    const at = { place, trip: trip.trip_id, other: spare.trip_id, booking: id }
    // Disable the guard of held seats, so that only the tested one can refuse.
    const plain = async (statement: string | undefined) =>
      db.transaction(async (tx) => {
        await sql`alter table seat_offer disable trigger seat_offer_holds`.execute(tx)
        if (statement !== undefined) await sql.raw(statement).execute(tx)
        if (guard === 'offer_ends_once') await attack(at).execute(tx)
        const done = await attack(at).execute(tx)
        await sql`rollback`.execute(tx)
        return done
      })
    if (guard !== 'offer_ends_once')
      await expect(plain(undefined)).rejects.toMatchObject({ constraint: guard })
    else await expect(plain(undefined)).rejects.toThrow('an offer ends once')
    await expect(plain(gone)).resolves.toBeDefined()
  },
)

test('a canary: without its trigger an offer could hold nothing', async () => {
  const { people } = await aQueue([1])
  const spare = await aTrip(db)
  const id = makeId()
  await sql`insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, user_id, holder, fare,
      total_kobo, hold_expires_at)
    select ${id}, ${id}, ${spare.trip_id}, 0, 1, '{1}', '{adult}', 'held', ${people[0]?.user.id ?? ''}, ${id}, '{}', 0, now()`.execute(
    db,
  )
  const offer = sql`insert into seat_offer (id, place_id, trip_id, booking_id, expires_at)
    select ${makeId()}, ${people[0]?.place ?? ''}, trip_id, id, hold_expires_at from booking where id = ${id}`
  await expect(offer.execute(db)).rejects.toMatchObject({ constraint: 'offer_holds_seats' })
  await db.transaction(async (tx) => {
    await sql`drop trigger seat_offer_holds on seat_offer`.execute(tx)
    await offer.execute(tx)
    await sql`rollback`.execute(tx)
  })
})
