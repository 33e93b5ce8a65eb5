import { afterAll, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { maxTripLinksPerBooking, maxTripReportsPerHour } from '#contract/sharing/rules'
import { exportProfile } from '#contract/profile/endpoints'
import { endTripLink, getTripSharing, sayHowIAm, shareTrip } from '#contract/sharing/endpoints'
import { updateTripStatus } from '#contract/trips/endpoints'
import { referenceAlphabet } from '#contract/reference'
import { sql } from '#server/db/sql'
import { aHold } from '#tests/support/makers/bookings'
import { anOperatorKey, aScan, fetchManifestSeats } from '#tests/support/makers/boarding'
import { reportBoardingScans } from '#contract/boarding/endpoints'
import { testDatabase } from '#tests/support/database/test-database'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
const strict = await aServer(db, { config: { rate_limit_factor: 1 } })
afterAll(async () => {
  await server.close()
  await strict.close()
})
const { call } = server

const open = (link: string, from = server, remoteAddress = '127.0.0.1') =>
  from.app.inject({ method: 'GET', url: new URL(link).pathname, remoteAddress })

/** A person with a paid trip and a link to it. */
async function aSharedTrip(wants_sms = false) {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada)
  const { reference } = booking
  const { data } = await call(shareTrip, { reference, wants_sms }, { as: ada.as })
  return { ada, booking, reference, link: `http://x/s/${data.link_code}`, id: data.id }
}

/** Moves the trip of a booking so that its arrival was due `minutes` ago. */
async function dueAgo(reference: string, minutes: number) {
  await sql`update trip t set departs_at = now() - (t.arrives_at - t.departs_at) - ${minutes} * interval '1 minute',
    arrives_at = now() - ${minutes} * interval '1 minute',
    sales_close_at = now() - (t.arrives_at - t.departs_at) - ${minutes + 10} * interval '1 minute'
    from booking b where b.reference = ${reference} and t.id = b.trip_id`.execute(db)
}

const textsTo = async (phone: string) => {
  const { rows } = await sql<{ data: { to: string; text: string } }>`
    select data from pgboss.job where name = 'sms.send' and data->>'to' = ${phone}`.execute(db)
  return rows.map(({ data }) => data.text)
}

/** Runs the job that asks travellers whether they have arrived, as its schedule does. */
const askAfterArrivals = () => runJob(server.host, 'sharing.ask', {})

test('a next of kin follows a trip on a small page without script that asks again by itself', async () => {
  const { booking, link } = await aSharedTrip()
  const page = await open(link)
  expect(page.statusCode).toBe(200)
  expect(Buffer.byteLength(page.body)).toBeLessThan(15_000)
  expect(page.body).not.toContain('<script')
  expect(page.body).toContain('Udala Test Motors')
  expect(page.body).toContain('<link rel="icon" href="/icon.svg"')
  expect(page.body).toContain('tel:+2347009259999')
  expect(page.headers).toMatchObject({
    refresh: '120',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  // A follower of the trip learns no full name, phone number, address, seat or reference.
  for (const secret of [booking.reference, 'Okonkwo', '+2348031234567', 'Allen Avenue'])
    expect(page.body).not.toContain(secret)
})

test('a link has 130 random bits, and the database knows its hash alone', async () => {
  const { link } = await aSharedTrip()
  const code = link.split('/s/')[1] ?? ''
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(code.length * Math.log2(referenceAlphabet.length)).toBeGreaterThanOrEqual(128)
  const { rows } = await sql<{ all: string }>`
    select string_agg(to_jsonb(l)::text, '') as all from trip_link l`.execute(db)
  expect(rows[0]?.all).not.toContain(code)
  // The answers stored for repeats do not contain them either.
  const { rows: answers } = await sql<{ all: string }>`
    select string_agg(to_jsonb(i)::text, '') as all from idempotency i`.execute(db)
  expect(answers[0]?.all).not.toContain(code)
  expect((await open(link.toLowerCase())).statusCode).toBe(200)
})

test('a network that guesses at links is told to wait, whatever it finds', async () => {
  const { link } = await aSharedTrip()
  const guess = (n: number) => `http://x/s/${String(n).padStart(26, '7')}`
  const guesses = await Promise.all(
    Array.from({ length: 80 }, (_, n) => open(guess(n), strict, '10.4.1.1')),
  )
  const statuses = guesses.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15)
  expect(statuses).not.toContain(200)
  expect((await open(link, strict, '10.4.1.1')).statusCode).toBe(429)
  expect((await open(link, strict, '10.4.1.2')).statusCode).toBe(200)
  for (const wrong of ['/s/x', '/s/%F0%9F%98%80', `/s/${'x'.repeat(400)}`, "/s/'--"])
    expect((await open(`http://x${wrong}`)).statusCode).toBe(404)
})

test('the page follows a late bus, its plate and its driver', async () => {
  const { booking, link } = await aSharedTrip()
  const { id } = booking.trip
  const as = await anOperatorKey(server, booking.trip.operator.id)
  expect((await open(link)).body).toContain('Not given by the operator')
  const said = { delay_minutes: 45, plate: 'abc-123xy', note: 'Flat tyre <at> Ore' }
  const driver = { driver_name: 'Sunday Eze', driver_phone: '0803 555 0101' }
  const { status } = await call(updateTripStatus, { id, ...said, ...driver }, { as })
  expect(status).toBe(200)
  const { body } = await open(link)
  for (const words of ['45 min later than planned', 'ABC-123XY', 'Sunday Eze', '0803 555 0101'])
    expect(body).toContain(words)
  expect(body).toContain('Flat tyre &lt;at&gt; Ore')
})

test('boarding is a sign of life, and so is what a traveller says', async () => {
  const { ada, booking, reference, link } = await aSharedTrip()
  expect((await open(link)).body).toContain('None yet')
  await sql`update trip set departs_at = now() + interval '20 minutes', arrives_at = now() + interval '3 hours',
    sales_close_at = now() + interval '10 minutes' where id = ${booking.trip.id.split('.')[0]}::uuid`.execute(
    db,
  )
  const as = await anOperatorKey(server, booking.trip.operator.id)
  const [trip_id = ''] = booking.trip.id.split('.')
  const [seat] = await fetchManifestSeats(server, trip_id, as)
  if (seat === undefined) throw new Error('nobody travels')
  await call(reportBoardingScans, { scans: [aScan(trip_id, seat)] }, { as })
  expect((await open(link)).body).toContain('Boarded the bus')
  const said = { reference, kind: 'on_the_way', said_at: new Date().toISOString() } as const
  await call(sayHowIAm, { ...said, place: 'Ore, "the" junction' }, { as: ada.as })
  const { body } = await open(link)
  expect(body).toContain('Said all is well: “Ore, &quot;the&quot; junction”')
})

test('"I have arrived" is written once, ends the asking again, and comes after the bus has left', async () => {
  const { ada, reference, link } = await aSharedTrip()
  const client_ref = crypto.randomUUID()
  const said = {
    reference,
    kind: 'arrived',
    said_at: new Date().toISOString(),
    client_ref,
  } as const
  const early = await call(sayHowIAm, said, { as: ada.as })
  expect(early.problem.code).toBe('not_on_the_road')
  await dueAgo(reference, 5)
  expect((await open(link)).body).toContain('They have not confirmed their arrival yet')
  const first = await call(sayHowIAm, said, { as: ada.as })
  const second = await call(sayHowIAm, said, { as: ada.as })
  expect(second.data).toEqual(first.data)
  const page = await open(link)
  expect(page.body).toContain('Adaeze confirmed arrival at')
  expect(page.headers['refresh']).toBeUndefined()
  const { data } = await call(getTripSharing, { reference }, { as: ada.as })
  expect(data.signs).toHaveLength(1)
})

test('a link ends when its owner says so, and by itself a day after arrival, delays included', async () => {
  const { ada, reference, link, id } = await aSharedTrip()
  const { data: other } = await call(shareTrip, { reference }, { as: ada.as })
  await call(endTripLink, { reference, id }, { as: ada.as })
  const ended = await open(link)
  expect([ended.statusCode, ended.body.includes('This link has ended')]).toEqual([410, true])
  expect(ended.body).not.toContain('Udala')
  expect((await open(`http://x/s/${other.link_code}`)).statusCode).toBe(200)
  await dueAgo(reference, 24 * 60 + 20)
  expect((await open(`http://x/s/${other.link_code}`)).statusCode).toBe(410)
  await sql`update trip t set delay_minutes = 60 from booking b
    where b.reference = ${reference} and t.id = b.trip_id`.execute(db)
  expect((await open(`http://x/s/${other.link_code}`)).statusCode).toBe(200)
})

test('a cancelled trip says so, and is shared no more', async () => {
  const { ada, reference, link, booking } = await aSharedTrip()
  const seats = booking.seats
  await call(cancelBooking, { reference, seats, refund_to: 'wallet' }, { as: ada.as })
  expect((await open(link)).body).toContain('This trip was cancelled')
  for (const endpoint of [shareTrip, getTripSharing])
    expect((await call(endpoint, { reference }, { as: ada.as })).problem.code).toBe(
      'sharing_closed',
    )
})

test('a booking has twenty links in all, and thirty signs an hour', async () => {
  const { ada, reference } = await aSharedTrip()
  const asked = await Promise.all(
    Array.from({ length: 25 }, () => call(shareTrip, { reference }, { as: ada.as })),
  )
  const made = asked.filter(({ status }) => status === 200)
  expect(made).toHaveLength(maxTripLinksPerBooking - 1)
  expect(asked.find(({ status }) => status !== 200)?.problem.code).toBe('too_many_links')
  const said = { reference, kind: 'on_the_way', said_at: new Date().toISOString() } as const
  for (let at = 0; at < maxTripReportsPerHour; at += 1)
    expect((await call(sayHowIAm, said, { as: ada.as })).status).toBe(200)
  expect((await call(sayHowIAm, said, { as: ada.as })).problem.code).toBe('too_many_requests')
  await expect(
    sql`insert into trip_link (id, booking_id, number, code_sha256)
      select gen_random_uuid(), booking_id, 21, sha256('x') from trip_link limit 1`.execute(db),
  ).rejects.toThrow('trip_link_number_check')
})

test('a held seat is not shared, and nobody shares another’s trip', async () => {
  const { id } = await aTrip(db)
  const { booking, as } = await aHold(server, id, [4])
  const { reference } = booking
  expect((await call(shareTrip, { reference }, { as })).problem.code).toBe('ticket_not_ready')
  const mine = await aSharedTrip()
  const bola = await aUser(server)
  for (const [endpoint, more] of [
    [shareTrip, {}],
    [getTripSharing, {}],
    [endTripLink, { id: mine.id }],
  ] as const) {
    const { status } = await call(endpoint, { reference: mine.reference, ...more }, { as: bola.as })
    expect(status).toBe(404)
  }
  const other = await aSharedTrip()
  const { status } = await call(
    endTripLink,
    { reference: other.reference, id: mine.id },
    { as: other.ada.as },
  )
  expect(status).toBe(404)
})

test('two hours after arrival without a word the next of kin is texted, once, if that was wanted', async () => {
  const kin = async (reference: string, phone: string) =>
    sql`update booking set kin_phone = ${phone} where reference = ${reference}`.execute(db)
  const wanted = await aSharedTrip(true)
  const unwanted = await aSharedTrip(false)
  const arrived = await aSharedTrip(true)
  await kin(wanted.reference, '+2348030000001')
  await kin(unwanted.reference, '+2348030000002')
  await kin(arrived.reference, '+2348030000003')
  for (const { reference } of [wanted, unwanted, arrived]) await dueAgo(reference, 119)
  await askAfterArrivals()
  expect(await textsTo('+2348030000001')).toEqual([])
  for (const { reference } of [wanted, unwanted, arrived]) await dueAgo(reference, 121)
  const said = { kind: 'arrived', said_at: new Date().toISOString() } as const
  await call(sayHowIAm, { reference: arrived.reference, ...said }, { as: arrived.ada.as })
  await Promise.all([askAfterArrivals(), askAfterArrivals()])
  await askAfterArrivals()
  const [text, ...more] = await textsTo('+2348030000001')
  expect(more).toEqual([])
  expect(text).toContain('has not confirmed their arrival yet')
  expect(text?.length).toBeLessThanOrEqual(320)
  expect(await textsTo('+2348030000002')).toEqual([])
  expect(await textsTo('+2348030000003')).toEqual([])
  const { data } = await call(
    getTripSharing,
    { reference: wanted.reference },
    { as: wanted.ada.as },
  )
  expect(data.texted_at).not.toBeNull()
})

test('what was shared is in the export, and an erasure ends it', async () => {
  const { ada, reference, link } = await aSharedTrip()
  const said = { reference, kind: 'on_the_way', said_at: new Date().toISOString() } as const
  await call(sayHowIAm, { ...said, place: 'Ore' }, { as: ada.as })
  const { data } = await call(exportProfile, {}, { as: ada.as })
  expect(data.more['trip_links']).toMatchObject([{ booking: reference, wants_sms: false }])
  expect(data.more['trip_signs']).toMatchObject([{ booking: reference, place: 'Ore' }])
  await sql`update person set erase_at = now() where id = ${ada.user.id}`.execute(db)
  await sql`update booking set status = 'completed' where reference = ${reference}`.execute(db)
  await eraseDueAccounts(server.host)
  expect((await open(link)).statusCode).toBe(404)
})

test('a phone with a clock of another century says it now', async () => {
  const { ada, reference } = await aSharedTrip()
  for (const said_at of ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
    const said = { reference, kind: 'on_the_way' as const, said_at }
    const { data, status } = await call(sayHowIAm, said, { as: ada.as })
    expect(status).toBe(200)
    expect(Math.abs(Date.parse(data.said_at) - Date.now())).toBeLessThan(60_000)
  }
})
