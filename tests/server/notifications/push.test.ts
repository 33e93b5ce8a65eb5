import { makeJobHandlers } from '#server/jobs/all-jobs'
import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { logOut } from '#contract/accounts/endpoints'
import { getBooking } from '#contract/bookings/endpoints'
import { subscribePush } from '#contract/notifications/endpoints'
import { updateProfile } from '#contract/profile/endpoints'
import { updateTripStatus } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { aDevice } from '#tests/support/makers/bookings'
import { cancelByOperator } from '#tests/support/makers/departures'
import { anOperator, type MadeTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aPushWorld } from '#tests/support/worlds/push'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, boardTickets } from '#tests/support/makers/travels'

function otherKeys() {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  const private_key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { public_key, private_key: private_key.toString('base64url') }
}

const { db, server, deps, doJobs, phone, keyOf, aTravellingGuest, letters } = await aPushWorld()

test('a delay reaches the phone encrypted for it alone, below 1 kB, with all the ticket needs', async () => {
  const { reference, as, trip, say, listen } = await aTravellingGuest()
  const mine = await listen()
  const { data } = await say({
    delay_minutes: 40,
    plate: 'kja-123xy',
    note: 'Tyre burst at Ibafo.',
  })
  expect(data).toMatchObject({ delay_minutes: 40, plate: 'KJA-123XY', bookings_told: 1 })
  expect(await doJobs()).toEqual([])

  const [message, ...more] = await mine.news()
  expect(more).toEqual([])
  expect(message?.news).toMatchObject({
    kind: 'delayed',
    reference,
    title: 'Lagos to Ibadan: 40 min late',
    url: `/ticket/${reference}`,
    trip: {
      status: 'confirmed',
      delay_minutes: 40,
      plate: 'KJA-123XY',
      note: 'Tyre burst at Ibafo.',
    },
  })
  expect(message?.news.body).toContain('Udala Test Motors says: Tyre burst at Ibafo.')
  expect(message?.bytes).toBeLessThan(1024 + 103)
  expect(message?.headers).toMatchObject({
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(JSON.stringify(message?.headers)).not.toContain(reference)
  expect(Number(message?.headers['ttl'])).toBeGreaterThan(47 * 3600)

  const raw = await (await fetch(mine.endpoint)).text()
  expect(raw).not.toContain(reference)
  const other = phone()
  expect(() => other.open(JSON.parse(raw).data[0].body)).toThrow('unable to authenticate')

  const booking = await server.call(getBooking, { reference }, { as })
  expect(booking.data).toMatchObject({
    delay_minutes: 40,
    plate: 'KJA-123XY',
    note: 'Tyre burst at Ibafo.',
    trip: { id: trip.id },
  })
})

test('the longest note in any script still fits, or is left to the ticket', async () => {
  const { say, listen } = await aTravellingGuest()
  const mine = await listen()
  await say({ delay_minutes: 1440, note: '₦'.repeat(140) })
  expect(await doJobs()).toEqual([])
  const [message] = await mine.news()
  expect(message?.news.title).toContain('24 h late')
  expect(Buffer.byteLength(JSON.stringify(message?.news))).toBeLessThanOrEqual(1024)
})

test('each change is told once to each phone, however often its job runs', async () => {
  const { say, listen } = await aTravellingGuest()
  const phones = [await listen(), await listen()]
  await say({ delay_minutes: 10 })
  expect((await say({ delay_minutes: 10 })).data.bookings_told).toBe(0)
  const { rows } = await sql<{ data: never }>`
    select data from pgboss.job where name = 'trip.push' and state = 'created'`.execute(db)
  expect(rows).toHaveLength(2)
  expect(await doJobs()).toEqual([])
  const { 'trip.push': again } = makeJobHandlers(deps)
  for (const { data } of rows) await again?.(data)
  for (const one of phones) expect(await one.news()).toHaveLength(1)
  await say({ delay_minutes: 20 })
  expect(await doJobs()).toEqual([])
  for (const one of phones)
    expect((await one.news()).map(({ news }) => news.trip.delay_minutes)).toEqual([10, 20])
})

test('a push service that is busy is asked again, and what it took then is not told twice', async () => {
  const { say, listen } = await aTravellingGuest()
  await listen(phone('busy-1'))
  await say({ delay_minutes: 15 })
  const thrown = await doJobs()
  expect(String(thrown[0])).toContain('the push service answered 503')
})

test('what is told is how the trip stands when it is told', async () => {
  const { say, listen } = await aTravellingGuest()
  const mine = await listen()
  await say({ delay_minutes: 40 })
  await say({ delay_minutes: 0 })
  expect(await doJobs()).toEqual([])
  const titles = (await mine.news()).map(({ news }) => news.title)
  expect(titles).toEqual(['Lagos to Ibadan: on time again', 'Lagos to Ibadan: on time again'])
})

test('a phone that is gone is forgotten, and its person is written to instead', async () => {
  const { reference, say, listen } = await aTravellingGuest()
  const gone = await listen(phone('gone-1'))
  await say({ delay_minutes: 45 })
  expect(await doJobs()).toEqual([])
  const { rows } =
    await sql`select from push_subscription where endpoint = ${gone.endpoint}`.execute(db)
  expect(rows).toEqual([])
  expect(await letters('mail', reference)).toMatchObject([
    { subject: 'Lagos to Ibadan: 45 min late' },
  ])
  const [sms, ...more] = await letters('sms', reference)
  expect(sms?.body).toMatch(/^Waka: Your bus of .+, now leaves at .+ Booking/)
  expect(more).toEqual([])
})

test('when all phones of a booking are gone at once, the person is written to all the same', async () => {
  const { reference, say, listen } = await aTravellingGuest()
  for (let at = 1; at <= 8; at += 1) await listen(phone(`gone-all-${at}`))
  await say({ delay_minutes: 10 })
  const { rows } = await sql<{ data: never }>`
    update pgboss.job set state = 'completed' where name = 'trip.push' and state = 'created'
    returning data`.execute(db)
  const { 'trip.push': send } = makeJobHandlers(deps)
  await Promise.all(rows.map(async ({ data }) => send?.(data)))
  expect(await doJobs()).toEqual([])
  expect(await letters('mail', reference)).toHaveLength(1)
})

test('when the push service refuses all phones of a booking, its person is written to', async () => {
  const { reference, say, listen } = await aTravellingGuest()
  await listen()
  await listen()
  await say({ delay_minutes: 10 })
  const { rows } = await sql<{ data: never }>`
    update pgboss.job set state = 'completed' where name = 'trip.push' and state = 'created'
    returning data`.execute(db)
  // Simulate that the server has lost the keys with which the phones subscribed.
  const push = { ...deps.config.push, ...otherKeys() }
  const { 'trip.push': send } = makeJobHandlers({ ...deps, config: { ...deps.config, push } })
  for (const { data } of rows) await send?.(data)
  expect(await doJobs()).toEqual([])
  expect(await letters('mail', reference)).toHaveLength(1)
})

test('without a phone, a short delay and another plate come by mail only, a long delay by SMS, too', async () => {
  const { reference, say } = await aTravellingGuest()
  await say({ plate: 'ABC-12DE' })
  await say({ delay_minutes: 29 })
  expect(await doJobs()).toEqual([])
  expect((await letters('mail', reference)).map(({ subject }) => subject)).toEqual(
    ['Lagos to Ibadan: 29 min late', 'Lagos to Ibadan: plate ABC-12DE'].toReversed(),
  )
  expect(await letters('sms', reference)).toEqual([])
  await say({ delay_minutes: 30 })
  expect(await doJobs()).toEqual([])
  expect(await letters('sms', reference)).toHaveLength(1)
})

test('a cancellation reaches the phone, and the letter about the money everybody', async () => {
  const { trip, reference, listen } = await aTravellingGuest()
  const mine = await listen()
  await cancelByOperator(server, trip)
  await cancelByOperator(server, trip)
  expect(await doJobs()).toEqual([])
  expect((await mine.news()).map(({ news }) => news)).toMatchObject([
    {
      kind: 'cancelled',
      title: 'Lagos to Ibadan: cancelled',
      trip: { status: 'operator_cancelled' },
    },
  ])
  expect(await letters('sms', reference)).toHaveLength(1)
})

test('a user hears of all their trips on their phones, unless they have switched that off', async () => {
  const ada = await aUser(server)
  const { reference } = await aBookingForPerson(server, ada)
  const mine = phone()
  expect((await server.call(subscribePush, mine.subscription, { as: ada.as })).status).toBe(200)
  const { rows } = await sql<MadeTrip>`
    select t.id as trip_id, s.operator_id from booking b join trip t on t.id = b.trip_id
    join schedule s on s.id = t.schedule_id where b.reference = ${reference}`.execute(db)
  const trip = rows[0] ?? { trip_id: '', operator_id: '' }
  const as = await keyOf(trip)
  const say = (delay_minutes: number) =>
    server.call(updateTripStatus, { id: trip.trip_id, delay_minutes }, { as })
  await say(10)
  expect(await doJobs()).toEqual([])
  expect(await mine.news()).toHaveLength(1)

  const { notifications } = ada.user
  const silent = { ...notifications, trip_news_push: false, trip_news_sms: false }
  await server.call(updateProfile, { notifications: silent }, { as: ada.as })
  await say(50)
  expect(await doJobs()).toEqual([])
  expect(await mine.news()).toHaveLength(1)
  expect(await letters('mail', reference)).toHaveLength(1)
  expect(await letters('sms', reference)).toEqual([])

  await server.call(updateProfile, { notifications }, { as: ada.as })
  await server.call(logOut, {}, { headers: { cookie: ada.cookie } })
  await say(60)
  expect(await doJobs()).toEqual([])
  expect(await mine.news()).toHaveLength(1)
})

test('only the operator who runs a departure speaks for it, until it has left', async () => {
  const { trip, say } = await aTravellingGuest()
  const stranger = await keyOf({ operator_id: await anOperator(db) })
  const said = { id: trip.trip_id, delay_minutes: 5 }
  expect((await server.call(updateTripStatus, said, { as: stranger })).status).toBe(404)
  expect((await server.call(updateTripStatus, said, { as: aDevice() })).status).toBe(401)
  const ada = await aUser(server)
  expect((await server.call(updateTripStatus, said, { as: ada.as })).status).toBe(403)
  expect(
    (await server.call(updateTripStatus, { ...said, id: makeId() }, { as: stranger })).status,
  ).toBe(404)
  expect((await say({ delay_minutes: 1441 })).problem.code).toBe('invalid_input')
  await sql`update trip set status = 'departed' where id = ${trip.trip_id}`.execute(db)
  expect((await say({ delay_minutes: 5 })).status).toBe(404)
})

test('no delay is a number: what was left empty tells nobody that the bus is on time', async () => {
  const { say } = await aTravellingGuest()
  await say({ delay_minutes: 40 })
  for (const delay_minutes of [null, '', false] as unknown[])
    expect((await say({ delay_minutes: delay_minutes as number })).problem.code).toBe(
      'invalid_input',
    )
})

test('an operator whose system goes wild does not send its travellers news without end', async () => {
  const { trip } = await aTravellingGuest()
  const strict = await aServer(db, { config: { ...deps.config, rate_limit_factor: 0.1 } })
  const operator = await keyOf(trip)
  const statuses: number[] = []
  for (const delay_minutes of [10, 20, 30, 30]) {
    const said = { id: trip.trip_id, delay_minutes }
    const as = { ...operator, ip: `10.0.1.${statuses.length}` }
    statuses.push((await strict.call(updateTripStatus, said, { as })).status)
  }
  await strict.close()
  expect(statuses).toEqual([200, 200, 429, 429])
})

test('a bus that still stands at the park can be said to be later, until an hour after it should have left with people aboard', async () => {
  const { trip, reference, say } = await aTravellingGuest()
  const leftAgo = (minutes: number) =>
    sql`update trip set status = 'departed', departs_at = now() - ${minutes} * interval '1 minute',
        sales_close_at = now() - interval '1 day'
      where id = ${trip.trip_id}`.execute(db)
  await leftAgo(10)
  expect((await say({ delay_minutes: 30 })).data.bookings_told).toBe(1)
  await leftAgo(85)
  expect((await say({ delay_minutes: 45 })).status).toBe(200)
  await leftAgo(110)
  await boardTickets(db, reference)
  expect((await say({ delay_minutes: 90 })).status).toBe(404)
})

test('a bus that never left is cancelled hours later, and the phones of its travellers get that', async () => {
  const { trip, listen } = await aTravellingGuest()
  const mine = await listen()
  await sql`update trip set status = 'departed', departs_at = now() - interval '5 hours',
      sales_close_at = now() - interval '1 day' where id = ${trip.trip_id}`.execute(db)
  await cancelByOperator(server, trip)
  expect(await doJobs()).toEqual([])
  expect(await mine.news()).toMatchObject([{ news: { kind: 'cancelled' } }])
})
