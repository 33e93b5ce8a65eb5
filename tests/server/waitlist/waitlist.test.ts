import { afterAll, expect, test } from 'vitest'
import { getBooking, holdSeats, setPassengers, cancelBooking } from '#contract/bookings/endpoints'
import {
  askForTrip,
  declineOffer,
  joinTravelRequest,
  joinWaitingList,
  leaveQueue,
  listTravelRequests,
  listRequestedRoutes,
  offerDeparture,
} from '#contract/waitlist/endpoints'
import { sql } from '#server/db/sql'
import {
  aHold,
  aPaidBooking,
  payBooking,
  expireHold,
  makeTravellers,
} from '#tests/support/makers/bookings'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry, anOperator, aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import {
  requestRoute,
  dayInLagos,
  expireOffer,
  fetchWaitlistEntries,
  sweepWaitlist,
} from '#tests/support/makers/waitlist'
import { type Caller, aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
await aCountry(db)

/** An operator with a key, and motor parks in Lagos and Jos. */
async function anOfferingOperator() {
  const operator_id = await anOperator(db)
  await aTrip(db, { operator_id, stops: ['lagos', 'jos'], departs_in_hours: 1 })
  return { operator_id, as: await anOperatorKey(server, operator_id) }
}

const newDeparture = (day: string, over: Record<string, unknown> = {}) => ({
  from_park: 'lagos-test-park',
  to_park: 'jos-test-park',
  leaves_at: `${day}T07:30`,
  minutes: 840,
  vehicle: 'sienna',
  fare_kobo: 4_500_000,
  ...over,
})

/** Pays an offered booking as its person would: enters the travellers, then pays. */
async function takeUp(as: Caller, reference: string) {
  const { data: held } = await call(getBooking, { reference }, { as })
  const filled = await call(setPassengers, { reference, ...makeTravellers(held.seats) }, { as })
  return payBooking(server, filled.data)
}

const seatsHeld = async (reference: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from seat_claim c join booking b on b.id = c.booking_id where b.reference = ${reference}`.execute(
    db,
  )
  return rows[0]?.n
}

test('three ask for a road, an operator offers, two take it in their order', async () => {
  const day = await dayInLagos(server, 5)
  const [ada, bola, chidi] = [await aUser(server), await aUser(server), await aUser(server)]
  const first = await requestRoute(server, ada.as, { day, travellers: 2 })
  expect(first).toMatchObject({ state: 'waiting', request: { people: 1, travellers: 2 } })
  const id = first.request?.id ?? ''
  await requestRoute(server, bola.as, { day, travellers: 3 })
  const joined = await call(joinTravelRequest, { request: id, travellers: 2 }, { as: chidi.as })
  expect(joined.data).toMatchObject({ ahead: 5, request: { people: 3, travellers: 7 } })
  const { data: open } = await call(listTravelRequests, { from: 'lagos', to: 'jos' })
  expect(open).toMatchObject([{ id, people: 3, travellers: 7, departures: 0 }])
  expect(JSON.stringify(open)).not.toContain(ada.user.id)

  const operator = await anOfferingOperator()
  const { data: wanted } = await call(listRequestedRoutes, { from: 'lagos' }, { as: operator.as })
  expect(wanted).toMatchObject([{ id, travellers: 7, named_a_fare: 0, median_fare_kobo: null }])
  // A Sienna has six seats for sale: the first two people fit, the third waits.
  const offered = await call(
    offerDeparture,
    { request: id, departure: newDeparture(day) },
    { as: operator.as },
  )
  expect(offered.data).toMatchObject({ people_offered: 2, seats_offered: 5, travellers_waiting: 2 })
  const [[adas], [bolas], [chidis]] = [
    await fetchWaitlistEntries(server, ada.as),
    await fetchWaitlistEntries(server, bola.as),
    await fetchWaitlistEntries(server, chidi.as),
  ]
  expect([adas?.state, bolas?.state, chidis?.state]).toEqual(['offered', 'offered', 'waiting'])
  const [offer] = adas?.offers ?? []
  const minutes =
    (Date.parse(offer?.expires_at ?? '') - Date.parse(offer?.offered_at ?? '')) / 60_000
  expect(Math.round(minutes)).toBe(30)
  expect(await seatsHeld(offer?.booking ?? '')).toBe(2)

  expect(await takeUp(ada.as, offer?.booking ?? '')).toBe('confirmed')
  expect(await takeUp(bola.as, bolas?.offers[0]?.booking ?? '')).toBe('confirmed')
  await sweepWaitlist(server)
  expect((await fetchWaitlistEntries(server, ada.as))[0]?.state).toBe('taken')
  expect((await fetchWaitlistEntries(server, bola.as))[0]?.state).toBe('taken')
  const left = await call(leaveQueue, { id: chidis?.id ?? '' }, { as: chidi.as })
  expect(left.data).toEqual({ left: true })
  const { data: after } = await call(listTravelRequests, { from: 'lagos', to: 'jos' })
  expect(after.map((one) => one.id)).not.toContain(id)
})

test('whose place another departure is just taking is not counted among those who were offered seats', async () => {
  const day = await dayInLagos(server, 7)
  const [ada, operator] = [await aUser(server), await anOfferingOperator()]
  const request = (await requestRoute(server, ada.as, { day, travellers: 2 })).request?.id ?? ''
  const { data } = await db.transaction(async (tx) => {
    await sql`select from queue_place where request_id = ${request} for update`.execute(tx)
    return call(offerDeparture, { request, departure: newDeparture(day) }, { as: operator.as })
  })
  expect(data).toMatchObject({ people_offered: 0, seats_offered: 0, travellers_waiting: 2 })
})

test('who joins a road for which seats are left on the bus that was offered is offered them', async () => {
  const day = await dayInLagos(server, 6)
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const first = await requestRoute(server, ada.as, { day, travellers: 2 })
  const id = first.request?.id ?? ''
  const { as } = await anOfferingOperator()
  await call(offerDeparture, { request: id, departure: newDeparture(day) }, { as })
  const joined = await call(joinTravelRequest, { request: id, travellers: 3 }, { as: bola.as })
  expect(joined.data).toMatchObject({ request: { departures: 1 } })
  await sweepWaitlist(server)
  expect((await fetchWaitlistEntries(server, bola.as))[0]).toMatchObject({
    state: 'offered',
    travellers: 3,
  })
})

test('a waiting list: a lapsed offer goes to the next, and nobody is offered the same twice', async () => {
  const trip = await aTrip(db, { seats_left: 1 })
  const seat = trip.sellable.at(-1) ?? 0
  const paid = await aPaidBooking(server, trip.id, [seat])
  const [ada, bola] = [await aUser(server), await aUser(server)]
  for (const { as } of [ada, bola]) {
    const joined = await call(joinWaitingList, { trip_id: trip.id, travellers: 1 }, { as })
    expect(joined.data).toMatchObject({ state: 'waiting', trip: { id: trip.id } })
  }
  const twice = await call(joinWaitingList, { trip_id: trip.id, travellers: 1 }, { as: ada.as })
  expect(twice.problem.code).toBe('already_waiting')
  await sweepWaitlist(server)
  expect((await fetchWaitlistEntries(server, ada.as))[0]).toMatchObject({
    state: 'waiting',
    ahead: 0,
  })
  expect((await fetchWaitlistEntries(server, bola.as))[0]).toMatchObject({
    state: 'waiting',
    ahead: 1,
  })

  await call(
    cancelBooking,
    { reference: paid.booking.reference, refund_to: 'source' },
    { as: paid.as },
  )
  // The seat is free, but reserved for the waitlist.
  const stranger = await call(holdSeats, { trip_id: trip.id, seats: [seat] }, { as: {} })
  expect(stranger.problem.code).toBe('seats_kept')
  await sweepWaitlist(server)
  const [adas] = await fetchWaitlistEntries(server, ada.as)
  const offer = adas?.offers[0]
  expect([adas?.state, offer?.state, offer?.seats]).toEqual(['offered', 'open', [seat]])

  await expireOffer(server, offer?.booking ?? '')
  await sweepWaitlist(server)
  expect((await fetchWaitlistEntries(server, ada.as))[0]).toMatchObject({
    state: 'lapsed',
    offers: [{ state: 'lapsed' }],
  })
  const [bolas] = await fetchWaitlistEntries(server, bola.as)
  expect(bolas?.offers).toMatchObject([{ state: 'open', seats: [seat] }])
  expect(await takeUp(bola.as, bolas?.offers[0]?.booking ?? '')).toBe('confirmed')
  await sweepWaitlist(server)
  expect((await fetchWaitlistEntries(server, bola.as))[0]?.state).toBe('taken')
  const again = await call(joinWaitingList, { trip_id: trip.id, travellers: 1 }, { as: ada.as })
  expect(again.data).toMatchObject({ state: 'waiting' })
})

test('leaving is one call: the seats go to the next, and a paid offer stays', async () => {
  const trip = await aTrip(db, { seats_left: 2 })
  const mine = trip.sellable.slice(-2)
  const held = await aHold(server, trip.id, mine)
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const join = async (as: Caller) =>
    (await call(joinWaitingList, { trip_id: trip.id, travellers: 2 }, { as })).data.id
  const [adas, bolas] = [await join(ada.as), await join(bola.as)]
  await expireHold(server, held.booking.reference)
  await sweepWaitlist(server)
  const stranger = await call(leaveQueue, { id: adas }, { as: bola.as })
  expect(stranger.status).toBe(404)
  expect((await call(declineOffer, { id: adas }, { as: ada.as })).data).toMatchObject({
    state: 'left',
    offers: [{ state: 'declined' }],
  })
  await sweepWaitlist(server)
  const [place] = await fetchWaitlistEntries(server, bola.as)
  expect(place).toMatchObject({ id: bolas, state: 'offered' })
  expect(await takeUp(bola.as, place?.offers[0]?.booking ?? '')).toBe('confirmed')
  const late = await call(leaveQueue, { id: bolas }, { as: bola.as })
  expect(late.problem.code).toBe('already_paid')
})

test('who would not pay the fare is passed over, and who wants more seats than are free waits', async () => {
  const day = await dayInLagos(server, 6)
  const [ada, bola, chidi] = [await aUser(server), await aUser(server), await aUser(server)]
  const { request } = await requestRoute(server, ada.as, {
    day,
    travellers: 1,
    max_fare_kobo: 1_000_000,
  })
  await requestRoute(server, bola.as, { day, travellers: 6 })
  await requestRoute(server, chidi.as, { day, travellers: 4, max_fare_kobo: 5_000_000 })
  const operator = await anOfferingOperator()
  const own = await aTrip(db, {
    operator_id: operator.operator_id,
    stops: ['lagos', 'jos'],
    departs_in_hours: 24 * 6,
    fare_kobo: 3_000_000,
    seats_left: 5,
  })
  const wrong = await call(
    offerDeparture,
    { request: request?.id ?? '', trip_id: own.id },
    { as: (await anOfferingOperator()).as },
  )
  expect(wrong.problem.fields).toMatchObject({
    trip_id: expect.stringContaining('You have no departure'),
  })
  const offered = await call(
    offerDeparture,
    { request: request?.id ?? '', trip_id: own.id },
    { as: operator.as },
  )
  expect(offered.data).toMatchObject({ people_offered: 1, seats_offered: 4 })
  expect((await fetchWaitlistEntries(server, chidi.as))[0]?.state).toBe('offered')
  expect((await fetchWaitlistEntries(server, ada.as))[0]?.state).toBe('waiting')
  // No waiting group fits the last seat: everybody may buy it.
  const free = own.sellable.slice(-5)
  const { rows } = await sql<{ seat: number }>`
    select s as seat from unnest(${free}::smallint[]) s
    where s not in (select seat from seat_claim where trip_id = ${own.trip_id}::uuid)`.execute(db)
  expect((await aHold(server, own.id, [rows[0]?.seat ?? 0])).booking.status).toBe('held')
})

test('a bus at midnight belongs to the day that begins', async () => {
  const [day, next] = [await dayInLagos(server, 8), await dayInLagos(server, 9)]
  const [ada, operator] = [await aUser(server), await anOfferingOperator()]
  const { operator_id, as } = operator
  const request = (await requestRoute(server, ada.as, { day })).request?.id ?? ''
  const offerAtMidnight = async (of: string) => {
    const trip = await aTrip(db, { operator_id, stops: ['lagos', 'jos'] })
    await sql`update trip set departs_at = at, arrives_at = at + interval '2 hours', sales_close_at = at - interval '1 hour'
      from (select ${of}::timestamp at time zone 'Africa/Lagos' as at) x where id = ${trip.trip_id}`.execute(
      db,
    )
    return call(offerDeparture, { request, trip_id: trip.id }, { as })
  }
  expect((await offerAtMidnight(next)).problem?.fields).toHaveProperty('trip_id')
  expect((await offerAtMidnight(day)).data).toMatchObject({ people_offered: 1 })
})

test('what was asked for offline arrives once, and nobody stands in more than ten queues', async () => {
  const { as } = await aUser(server)
  const day = await dayInLagos(server, 9)
  const wish = {
    from: 'lagos',
    to: 'yola',
    first_day: day,
    last_day: day,
    travellers: 2,
    client_ref: crypto.randomUUID(),
  }
  const [once, twice] = [await call(askForTrip, wish, { as }), await call(askForTrip, wish, { as })]
  expect(twice.data.id).toBe(once.data.id)
  for (let n = 10; n < 19; n += 1)
    await requestRoute(server, as, { to: 'yola', day: await dayInLagos(server, n) })
  const more = { ...wish, client_ref: crypto.randomUUID(), from: 'abuja' }
  expect((await call(askForTrip, more, { as })).problem.code).toBe('too_many_queues')
})

test('places and days that cannot be asked for are named', async () => {
  const { as } = await aUser(server)
  const good = {
    from: 'lagos',
    to: 'jos',
    first_day: await dayInLagos(server, 3),
    last_day: await dayInLagos(server, 4),
    travellers: 1,
  }
  const fieldsOf = async (over: Record<string, unknown>) =>
    Object.keys((await call(askForTrip, { ...good, ...over }, { as })).problem.fields ?? {})
  expect(await fieldsOf({ to: 'atlantis' })).toEqual(['to'])
  expect(await fieldsOf({ to: 'lagos' })).toEqual(['to'])
  expect(await fieldsOf({ first_day: await dayInLagos(server, -1) })).toEqual(['first_day'])
  expect(await fieldsOf({ last_day: await dayInLagos(server, 2) })).toEqual(['last_day'])
  expect(await fieldsOf({ last_day: await dayInLagos(server, 20) })).toEqual(['last_day'])
  expect(await fieldsOf({ travellers: 7 })).toEqual(['travellers'])
  const trip = await aTrip(db)
  const free = await call(joinWaitingList, { trip_id: trip.id, travellers: 1 }, { as })
  expect(free.problem.code).toBe('seats_free')
})

test('operators are written to about five of one person’s travel requests a day, and about others once more people want them', async () => {
  const mail = `road-${crypto.randomUUID().slice(0, 8)}@operators.example`
  const operator_id = await anOperator(db)
  await sql`update operator set email = ${mail} where id = ${operator_id}::uuid`.execute(db)
  await aTrip(db, { operator_id, stops: ['lagos', 'jos'] })
  const letters = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pgboss.job where name = 'mail.send' and data->>'to' = ${mail}`.execute(
      db,
    )
    return rows[0]?.n ?? 0
  }
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const wish = async (days: number) => ({
    from: 'lagos',
    to: 'yola',
    day: await dayInLagos(server, days),
    travellers: 4,
  })
  for (let days = 40; days < 47; days += 1) await requestRoute(server, ada.as, await wish(days))
  expect(await letters()).toBe(5)
  await requestRoute(server, bola.as, await wish(46))
  expect(await letters()).toBe(6)

  // Anybody can make accounts: without a verified contact, they cost operators no emails.
  for (let n = 0; n < 3; n += 1) {
    const { as } = await aUser(server, { proved: false })
    await requestRoute(server, as, await wish(47))
  }
  expect(await letters()).toBe(6)
  const google = await aUser(server, { proved: false })
  await sql`update person set google_sub = id::text where id = ${google.user.id}`.execute(db)
  await requestRoute(server, google.as, await wish(47))
  expect(await letters()).toBe(7)
})
