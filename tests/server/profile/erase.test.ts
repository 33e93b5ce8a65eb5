import { sql } from '#server/db/sql'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { afterAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/endpoints'
import { getBooking, listBookings } from '#contract/bookings/endpoints'
import {
  eraseProfile,
  fetchProfile,
  keepProfile,
  updateProfile,
  addTraveller,
  adoptGuestBookings,
} from '#contract/profile/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { enqueue } from '#server/jobs/queue'
import { redeemPoints } from '#contract/rewards/endpoints'
import { rateConversation, sendMessage, startConversation } from '#contract/support/endpoints'
import { getTrip } from '#contract/trips/endpoints'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aTrip } from '#tests/support/makers/trips'
import { aPaidParcel, aParcel, aParcelScan, sendScans } from '#tests/support/makers/parcels'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { givePoints } from '#tests/support/makers/points'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const { config, log } = server.host
const erase = () => eraseDueAccounts({ db, config, log })

const ask = ({ as, password }: MadeUser, give_up?: boolean) =>
  call(eraseProfile, { password, ...(give_up !== undefined && { give_up }) }, { as })

/** Moves the erasure's 14 days into the past. */
async function waitFor({ user }: MadeUser): Promise<void> {
  await sql`update booking set confirmed_at = confirmed_at - interval '15 days' where user_id = ${user.id}`.execute(
    db,
  )
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${user.id}`.execute(
    db,
  )
}

const isErased = async ({ user }: MadeUser) =>
  (await sql`select 1 from person where id = ${user.id} and erased_at is not null`.execute(db)).rows
    .length === 1

/** Lists every column of the database, except the stand-ins' own, that contains one of these words. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ place: string; found: boolean }>`
    select c.table_schema || '.' || c.table_name || '.' || c.column_name as place,
      (xpath('//n/text()', query_to_xml(format(
        'select count(*) as n from %I.%I where %I::text ilike any (%L::text[])', c.table_schema, c.table_name,
        c.column_name, ${words.map((word) => `%${word}%`)}::text[]), true, true, '')))[1]::text <> '0' as found
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')`.execute(db)
  return rows.filter(({ found }) => found).map(({ place }) => place)
}

test('who asks with their password is logged out everywhere, and erased in 14 days', async () => {
  const ada = await aUser(server)
  expect((await call(eraseProfile, {}, { as: ada.as })).problem.code).toBe('wrong_password')
  const { data } = await ask(ada)
  const days = (Date.parse(data.erase_at) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(14)
  expect((await call(fetchProfile, {}, { as: ada.as })).status).toBe(401)
  await erase()
  const { rows } =
    await sql`select full_name, erased_at from person where id = ${ada.user.id}`.execute(db)
  expect(rows).toEqual([{ full_name: ada.user.full_name, erased_at: null }])
})

test('who logs in again within the 14 days keeps their account', async () => {
  const ada = await aUser(server)
  await ask(ada)
  const again = await call(logIn, { login: ada.user.email ?? '', password: ada.password })
  const as = { token: again.data.token }
  expect(again.data.user.erase_at).not.toBeNull()
  expect((await call(keepProfile, {}, { as })).data).toEqual(ada.user)
  await erase()
  expect((await call(fetchProfile, {}, { as })).data).toEqual(ada.user)
})

test('what somebody still has is named, and lost only if they say so', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada)
  await givePoints(db, ada.user.id, 350, 365)
  await call(redeemPoints, { points: 300 }, { as: ada.as })
  const { problem } = await ask(ada)
  expect(problem.code).toBe('open_things_left')
  expect(problem.detail).toContain('1 coming trip, ₦300 in your wallet, 50 points')
  expect((await ask(ada, true)).status).toBe(200)
  await waitFor(ada)
  await erase()
  await erase()

  const { rows } = await sql`
    select (select kind from account where id = t.debit_account) as from_account,
      (select kind from account where id = t.credit_account) as to_account, t.amount_kobo, t.code
    from transfer t where ref = ${`given_up:${ada.user.id}`}`.execute(db)
  expect(rows).toEqual([
    { from_account: 'wallet', to_account: 'given_up', amount_kobo: 30_000, code: 'given_up' },
  ])
  const { rows: points } = await sql`
    select kind, points from points_entry where person_id = ${ada.user.id} order by number`.execute(
    db,
  )
  expect(points).toEqual([
    { kind: 'trip', points: 350 },
    { kind: 'redeemed', points: -300 },
    { kind: 'given_up', points: -50 },
  ])
  // The seat that they gave up is on sale again.
  const { data: trip } = await call(getTrip, { id: booking.trip.id })
  expect(trip.seats.find(({ number }) => number === booking.seats[0])?.state).toBe('free')
})

test('afterwards nothing anywhere says who they were', { timeout: 30_000 }, async () => {
  const full_name = 'Zubaidatu Quxley'
  const phone = '+2348039990001'
  const email = 'zubaidatu@quxley.example'
  const ada = await aUser(server, { full_name, phone, email })
  const { as } = ada
  const kin = {
    full_name: 'Quxley Senior',
    phone: '+2348039990002',
    relationship: 'parent',
  } as const
  const contact = { full_name, phone, email }
  const travellers = { contact, next_of_kin: kin, infant_name: 'Quxley Baby' }
  await call(updateProfile, { default_kin: kin }, { as })
  const place = { passenger_type: 'adult', address: 'Quxley Close 7' }
  await call(addTraveller, { full_name: 'Quxley Junior', gender: 'male', ...place }, { as })
  const { data: talk } = await call(startConversation, { business_id: supportBusiness }, { as })
  await call(sendMessage, { id: talk.id, body: 'Zubaidatu here, where is my bag?' }, { as })
  await sql`update conversation set state = 'closed' where id = ${talk.id}`.execute(db)
  const rating = { stars: 2, words: 'Nobody called Zubaidatu back.' }
  expect((await call(rateConversation, { id: talk.id, ...rating }, { as })).status).toBe(200)
  const past = await aBookingForPerson(server, ada, { travellers })
  await moveTripToPast(server, past, 40)
  await aBookingForPerson(server, ada, { travellers })
  const { id, sellable } = await aTrip(db)
  await aPaidBooking(server, id, sellable.slice(0, 1), travellers)
  expect((await call(adoptGuestBookings, {}, { as })).data).toEqual({ adopted: 1 })
  const person = { full_name: 'Quxley Cousin', phone: kin.phone }
  const over = { sender: { full_name, phone }, receiver: person, contents: 'Quxley cloth' }
  const quote = { pick_up: { at: 'door' } } as const
  const { parcel, operator, trip } = await aPaidParcel(server, { sender: ada, over, quote })
  await aParcel(server, { sender: ada, over, trip })
  const pin = parcel.pickup_pin ?? ''
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'delivered', { pin })])
  await sql`insert into webhook_event (provider, event_id, payment_reference, kind, raw)
    select 'paystack', p.id, p.reference, 'charge.success', ${JSON.stringify({ email, full_name })}
    from payment p join booking b on b.id = p.payable_id where b.user_id = ${ada.user.id}`.execute(
    db,
  )

  const words = ['quxley', 'zubaidatu', phone.slice(1), kin.phone.slice(1)]
  expect((await placesOf(words)).length).toBeGreaterThan(8)
  await ask(ada, true)
  await waitFor(ada)
  await erase()
  expect(await placesOf(words)).toEqual([])

  // Money, seats and times stay for the books; nobody can log in any more.
  const { rows } = await sql<{ bookings: number; paid_kobo: number; logins: number }>`
    select (select count(*)::int from booking where user_id = ${ada.user.id}) as bookings,
      (select sum(paid_kobo)::bigint from booking where user_id = ${ada.user.id}) as paid_kobo,
      (select count(*)::int from login where person_id = ${ada.user.id}) as logins`.execute(db)
  expect(rows[0]).toMatchObject({ bookings: 3, logins: 0 })
  expect(rows[0]?.paid_kobo).toBe(3 * past.fare.total_kobo)
  const { reference } = past
  expect((await call(getBooking, { reference }, { as: { phone } })).status).toBe(404)
  expect((await call(logIn, { login: email, password: ada.password })).status).toBe(401)
  const successor = await aUser(server, { full_name, phone, email })
  expect((await call(listBookings, {}, { as: successor.as })).data).toEqual([])
})

test('an address that is not proved takes no message of its owner along, and a booking only its own', async () => {
  const victim = await aUser(server)
  const [email, phone] = [victim.user.email ?? '', victim.user.phone ?? '']
  const mallory = await aUser(server, { email, phone, proved: false })
  const contact = { full_name: 'Mallory Bello', phone, email }
  const booking = await aBookingForPerson(server, mallory, { travellers: { contact } })
  await moveTripToPast(server, booking, 40)
  await sql`delete from pgboss.job`.execute(db)
  const mail = (text: string) => enqueue(db, 'mail.send', { to: email, subject: 'News', text })
  await mail('Your refund is on its way.')
  await mail(`Booking ${booking.reference}.`)
  await enqueue(db, 'sms.send', { to: phone, text: 'Your bus is late.' })
  await enqueue(db, 'account.forgot', { login: phone })
  const stored = `{"about":"${email} and ${phone}"}`
  await sql`insert into idempotency (principal, key, route, body_sha256, status, response)
    values ('staff', gen_random_uuid(), 'anAnswer', '', 200, ${stored})`.execute(db)
  const waiting = async () => {
    const { rows } = await sql<{ text: string }>`
      select coalesce(data ->> 'text', name) as text from pgboss.job
      where ${email} = data ->> 'to' or ${phone} in (data ->> 'to', data ->> 'login') order by 1`.execute(
      db,
    )
    return rows.map(({ text }) => text)
  }
  expect(await waiting()).toHaveLength(4)
  await ask(mallory, true)
  await waitFor(mallory)
  const before = await waiting()
  await erase()
  expect(await isErased(mallory)).toBe(true)
  const own = before.filter((text) => text.includes(booking.reference))
  expect(own.length).toBeGreaterThan(0)
  expect(await waiting()).toEqual(before.filter((text) => !own.includes(text)))
  const { rows } = await sql`select from idempotency where response = ${stored}`.execute(db)
  expect(rows).toHaveLength(1)

  await ask(victim, true)
  await waitFor(victim)
  await erase()
  expect(await waiting(), 'the owner of the address has proved it').toEqual([])
})

test('who is on the road is erased when they have arrived', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada)
  await ask(ada, true)
  await waitFor(ada)
  const status = (now: string) =>
    sql`update booking set status = ${now} where reference = ${booking.reference}`.execute(db)
  await status('travelled')
  await erase()
  expect(await isErased(ada)).toBe(false)
  await status('completed')
  await erase()
  expect(await isErased(ada)).toBe(true)
})

test('who is owed the refund of a cancelled trip is erased when they have it', async () => {
  const ada = await aUser(server)
  const { reference } = await aBookingForPerson(server, ada)
  await ask(ada, true)
  await waitFor(ada)
  // The operator has cancelled, and the job that refunds all bookings has not reached this one.
  await sql`update trip set status = 'cancelled' from booking b
    where b.trip_id = trip.id and b.reference = ${reference}`.execute(db)
  await erase()
  expect(await isErased(ada)).toBe(false)
  const { rows } = await sql`select status from booking where reference = ${reference}`.execute(db)
  expect(rows).toEqual([{ status: 'confirmed' }])
  await sql`update booking set status = 'operator_cancelled' where reference = ${reference}`.execute(
    db,
  )
  await erase()
  expect(await isErased(ada)).toBe(true)
})

test('who may lose a seat to a change of vehicle is erased when its job is done', async () => {
  const ada = await aUser(server)
  const { reference } = await aBookingForPerson(server, ada)
  await ask(ada, true)
  await waitFor(ada)
  await sql`insert into vehicle_change (id, trip_id, from_vehicle, to_vehicle, worth_percent, asked_at)
    select gen_random_uuid(), t.id, s.vehicle_type, v.code, 100, now() - interval '2 hours' from booking b join trip t on t.id = b.trip_id
    join schedule s on s.id = t.schedule_id join vehicle_type v on v.code <> s.vehicle_type where b.reference = ${reference} limit 1`.execute(
    db,
  )
  await erase()
  expect(await isErased(ada)).toBe(false)
  await sql`update vehicle_change set done_at = now()`.execute(db)
  await erase()
  expect(await isErased(ada)).toBe(true)
})

test('a trip that was bought after the asking is travelled first', async () => {
  const ada = await aUser(server)
  await ask(ada)
  await waitFor(ada)
  const again = await call(logIn, { login: ada.user.email ?? '', password: ada.password })
  const as = { token: again.data.token }
  const { reference } = await aBookingForPerson(server, { as })
  await erase()
  expect(await isErased(ada)).toBe(false)
  expect((await call(getBooking, { reference }, { as })).data.status).toBe('confirmed')
  await sql`update booking set status = 'completed' where reference = ${reference}`.execute(db)
  await erase()
  expect(await isErased(ada)).toBe(true)
})

test('nobody erases without a login, and the books are even after all of it', async () => {
  expect((await call(eraseProfile, { give_up: true })).status).toBe(401)
  expect((await call(keepProfile, {})).status).toBe(401)
  expect(await findLedgerViolations({ db, config, log })).toEqual([])
})
