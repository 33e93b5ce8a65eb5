import { sql } from '#server/db/sql'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { expect, test } from 'vitest'
import {
  cancelParcel,
  createParcel,
  getParcel,
  quoteParcel,
  answerClaim,
  claimParcel,
} from '#contract/parcels/endpoints'
import { formatNaira } from '#contract/money'
import { computeNonRefundableKobo } from '#contract/parcels/price'
import { eraseProfile } from '#contract/profile/endpoints'
import { enqueue } from '#server/jobs/queue'
import { makePickupPin } from '#server/platform/pickup-pin'
import { aJpeg } from '#tests/support/files/jpegs'
import { aParcelPaymentWorld, sumLines } from '#tests/support/worlds/parcel-payments'
import {
  aParcelInput,
  aParcelScan,
  aParcelTrip,
  makeDamageScans,
  aPaidParcel,
  aQuoteInput,
  type MadeParcel,
  sendScans,
} from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'

const { db, deps, server, aFreshParcel, pay, press, doJobs, shared } = await aParcelPaymentWorld()

const sweep = () => runJob(deps, 'parcel.sweep', {})
const seen = async ({ parcel, as }: MadeParcel) =>
  (await server.call(getParcel, { tracking_id: parcel.tracking_id }, { as })).data
const change = (set: ReturnType<typeof sql>, { parcel }: MadeParcel) =>
  sql`update parcel set ${set} where id = ${parcel.id}::uuid`.execute(db)

async function plannedFor({ parcel }: MadeParcel) {
  const { rows } = await sql<{ trip_id: string }>`
    select trip_id from parcel where id = ${parcel.id}::uuid`.execute(db)
  return rows[0]?.trip_id
}

async function bought(quote: { add_ons?: string[] } = {}): Promise<MadeParcel> {
  const made = await aFreshParcel(undefined, quote)
  const { data } = await pay(made)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  return made
}

const callOff = ({ parcel, as }: MadeParcel, refund_to: 'wallet' | 'source' = 'wallet') =>
  server.call(cancelParcel, { tracking_id: parcel.tracking_id, refund_to }, { as })

test('called off before it was taken in, everything comes back', async () => {
  const made = await bought({ add_ons: ['full_cover'] })
  const { data } = await callOff(made, 'source')
  const { total_kobo } = made.parcel.price
  expect(data).toMatchObject({
    tracking: { state: 'cancelled' },
    refunds: [{ amount_kobo: total_kobo, destination: 'source' }],
    pickup_pin: null,
  })
  expect(await shared(made)).toMatchObject({ platform_fee: 0, vat_payable: 0, operator_payable: 0 })
})

test('called off at the counter, everything but our fee and its VAT comes back', async () => {
  const made = await bought({ add_ons: ['full_cover', 'carton'] })
  const { parcel, operator } = made
  await sendScans(server, operator, [aParcelScan(parcel.tracking_id, 'received')])
  const { data } = await callOff(made)
  const fee = sumLines(made, 'service_fee')
  const taxed = parcel.price.total_kobo - sumLines(made, 'vat', 'cover')
  const kept = fee + Math.round((sumLines(made, 'vat') * fee) / taxed)
  expect(data.refunds).toEqual([
    { amount_kobo: parcel.price.total_kobo - kept, destination: 'wallet', state: 'succeeded' },
  ])
  expect(await shared(made)).toMatchObject({ platform_fee: fee, vat_payable: kept - fee })
})

test('who saw another refund than they would get now cancels nothing, and then what they see', async () => {
  const made = await bought()
  const { parcel, operator, as } = made
  const { tracking_id, price } = parcel
  const cancel = (refund_kobo: number) =>
    server.call(cancelParcel, { tracking_id, refund_kobo }, { as })
  await sendScans(server, operator, [aParcelScan(tracking_id, 'received')])
  const { problem } = await cancel(price.total_kobo)
  expect(problem.code).toBe('price_changed')
  expect(await seen(made)).toMatchObject({ tracking: { state: 'received' }, refunds: [] })
  const back_kobo = price.total_kobo - computeNonRefundableKobo(price.lines)
  expect(problem.detail).toContain(formatNaira(back_kobo))
  expect((await cancel(back_kobo)).data).toMatchObject({
    tracking: { state: 'cancelled' },
    refunds: [{ amount_kobo: back_kobo }],
  })
})

test('what nobody pays in 48 hours is cancelled, what was paid is not', async () => {
  const [unpaid, paid] = [await aFreshParcel(), await bought()]
  const hours =
    (Date.parse(unpaid.parcel.pay_until) - Date.parse(unpaid.parcel.created_at)) / 3_600_000
  expect(Math.round(hours)).toBe(48)
  await sweep()
  expect((await seen(unpaid)).tracking.state).toBe('pending_payment')
  for (const made of [unpaid, paid]) await change(sql`pay_until = now()`, made)
  await sweep()
  const { tracking, can } = await seen(unpaid)
  expect([tracking.state, tracking.events[0]?.kind, can.pay]).toEqual([
    'cancelled',
    'cancelled',
    false,
  ])
  expect((await seen(paid)).tracking.state).toBe('paid')
})

test('people, contents and photos are forgotten 30 days after the end, and not before', async () => {
  const photo = (await aJpeg()).toString('base64')
  const made = await aPaidParcel(server, {
    quote: { drop_off: { at: 'door' }, pick_up: { at: 'door' } },
    over: { photo, note: 'Ask for Musa at the gate' },
  })
  const { tracking_id, pickup_pin } = made.parcel
  expect(made.parcel.photo).not.toBeNull()
  expect(made.parcel.note).toBe('Ask for Musa at the gate')
  const driver = { driver_name: 'Musa Ibrahim', driver_phone: '+2348031112233', plate: 'LND 1' }
  await sendScans(server, made.operator, [
    aParcelScan(tracking_id, 'loaded', driver),
    aParcelScan(tracking_id, 'delivered', { pin: pickup_pin ?? '' }),
  ])
  await change(sql`ended_at = now() - interval '29 days'`, made)
  await sweep()
  expect(await seen(made)).toMatchObject({ receiver: { full_name: 'Yusuf Danjuma' } })
  await change(sql`ended_at = now() - interval '31 days'`, made)
  await sweep()
  expect(await seen(made)).toMatchObject({
    sender: null,
    receiver: null,
    contents: null,
    note: null,
    photo: null,
    drop_off: { address: null },
    pick_up: { address: null },
    driver: { name: null, phone: null, plate: 'LND 1' },
    tracking: { state: 'delivered' },
  })
  // A scan that arrives a month late restores no deleted data.
  const late = { ...driver, occurred_at: new Date().toISOString() }
  await sendScans(server, made.operator, [aParcelScan(tracking_id, 'loaded', late)])
  expect((await seen(made)).driver).toMatchObject({ name: null, phone: null })
})

test('photos of a claim are forgotten when it is answered, however late', async () => {
  const made = await aPaidParcel(server)
  const { id, tracking_id } = made.parcel
  await sendScans(server, made.operator, makeDamageScans(tracking_id, 'lost'))
  const photos = [(await aJpeg()).toString('base64')]
  const asked = {
    kind: 'lost',
    words: 'It never came to Abuja.',
    asked_kobo: 5000,
    photos,
  } as const
  const claim = (await server.call(claimParcel, { tracking_id, ...asked }, { as: made.as })).data
  const kept = async () =>
    (await sql`select from parcel_photo where parcel_id = ${id}::uuid`.execute(db)).rows.length
  await change(sql`created_at = now() - interval '181 days'`, made)
  await sweep()
  expect([(await seen(made)).receiver, await kept()]).toEqual([null, 1])
  const answered = { id: claim.id, pay_kobo: 0, words: 'We found it.' }
  await server.call(answerClaim, answered, { as: made.operator })
  await sweep()
  expect(await kept()).toBe(0)
})

test('who asks to be erased names their parcels, and waits while one is on the road', async () => {
  const made = await bought()
  const { as, password, user } = made.sender
  const refused = await server.call(eraseProfile, { password }, { as })
  expect(refused.problem.detail).toContain('1 parcel on the way')
  expect((await server.call(eraseProfile, { password, give_up: true }, { as })).status).toBe(200)
  await sql`update person set erase_at = now() where id = ${user.id}::uuid`.execute(db)
  const state = async () => {
    const { rows } = await sql<{ state: string; receiver_name: string | null }>`
      select state, receiver_name from parcel where id = ${made.parcel.id}::uuid`.execute(db)
    return rows[0]
  }
  const { tracking_id } = made.parcel
  await sendScans(server, made.operator, [aParcelScan(tracking_id, 'loaded')])
  await eraseDueAccounts(deps)
  expect(await state()).toEqual({ state: 'loaded', receiver_name: 'Yusuf Danjuma' })
  const pin = made.parcel.pickup_pin ?? makePickupPin(deps.config, made.parcel.id, 1)
  await sendScans(server, made.operator, [aParcelScan(tracking_id, 'delivered', { pin })])
  await eraseDueAccounts(deps)
  expect(await state()).toEqual({ state: 'delivered', receiver_name: null })
})

test('with a person go the SMS about their parcels and what an operator was answered about a claim', async () => {
  const phone = '+2348099887766'
  const sender = { full_name: 'Ngozi Bello', phone }
  const made = await aPaidParcel(server, { over: { sender } })
  const { tracking_id } = made.parcel
  await sendScans(server, made.operator, makeDamageScans(tracking_id, 'lost'))
  const words = 'My grandmother Halima waited for it.'
  const asked = { kind: 'lost', words, asked_kobo: 5000 } as const
  const { data } = await server.call(claimParcel, { tracking_id, ...asked }, { as: made.as })
  const answered = { id: data.id, pay_kobo: 0, words: 'We found it.' }
  await server.call(answerClaim, answered, { as: made.operator })
  await enqueue(db, 'sms.send', { to: phone, text: 'Waka: it cannot be found.' })
  const left = async () => {
    const { rows } = await sql<{ sms: number; claims: number; answers: number }>`
      select (select count(*)::int from pgboss.job where data ->> 'to' = ${phone}) as sms,
        (select count(*)::int from parcel_claim where id = ${data.id}::uuid and answer = 'We found it.') as claims,
        (select count(*)::int from idempotency where position(${words} in response) > 0) as answers`.execute(
      db,
    )
    return rows[0]
  }
  expect(await left()).toEqual({ sms: 1, claims: 1, answers: 2 })
  await change(sql`created_at = now() - interval '91 days'`, made)
  const { password, user } = made.sender
  await server.call(eraseProfile, { password, give_up: true }, { as: made.as })
  await sql`update person set erase_at = now() where id = ${user.id}::uuid`.execute(db)
  await eraseDueAccounts(deps)
  expect(await left()).toEqual({ sms: 0, claims: 0, answers: 0 })
})

test('a paid parcel of an erased person is called off, and its money is given up with the wallet', async () => {
  const made = await bought()
  const { as, password, user } = made.sender
  await server.call(eraseProfile, { password, give_up: true }, { as })
  await sql`update person set erase_at = now() where id = ${user.id}::uuid`.execute(db)
  await eraseDueAccounts(deps)
  const { rows } = await sql<{ state: string; given_up_kobo: number }>`
    select state, (select amount_kobo from transfer where ref = ${`given_up:${user.id}`}) as given_up_kobo
    from parcel where id = ${made.parcel.id}::uuid`.execute(db)
  expect(rows).toEqual([{ state: 'cancelled', given_up_kobo: made.parcel.price.total_kobo }])
})

test('prices that nobody used are dropped a week after they were good', async () => {
  const trip = await aParcelTrip(server)
  const quoted = async () => (await server.call(quoteParcel, { ...aQuoteInput(trip) })).data.id
  const [used, old, fresh] = [await quoted(), await quoted(), await quoted()]
  const { quote: _, ...input } = aParcelInput(aQuoteInput(trip))
  const { as } = await aUser(server)
  await server.call(createParcel, { ...input, quote_id: used }, { as })
  await sql`update parcel_quote set valid_until = now() - interval '8 days'
    where id = any (${[used, old]}::uuid[])`.execute(db)
  await sweep()
  const { rows } = await sql<{ id: string }>`
    select id from parcel_quote where id = any (${[used, old, fresh]}::uuid[])`.execute(db)
  expect(rows.map(({ id }) => id).toSorted()).toEqual([used, fresh].toSorted())
})

test('one that missed its bus is planned for the next of its operator, behind sixty of others; its price stays', async () => {
  const made = await aPaidParcel(server, {
    trip: await aParcelTrip(server, { departs_in_hours: 3 }),
  })
  const { operator_id, trip_id } = made.trip
  const others = await aParcelTrip(server, { departs_in_hours: 5 })
  await sql`insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at, run)
    select gen_random_uuid(), schedule_id, service_date, departs_at, arrives_at, sales_close_at, run + n
    from trip, generate_series(1, 60) n where id = ${others.trip_id}::uuid`.execute(db)
  const next = await aParcelTrip(server, { departs_in_hours: 6, operator_id })
  await sweep()
  expect((await seen(made)).planned).toEqual(made.parcel.planned)
  await sql`update trip set departs_at = departs_at - interval '4 hours', sales_close_at = sales_close_at - interval '4 hours',
    status = 'departed' where id = ${trip_id}::uuid`.execute(db)
  await sweep()
  expect(await plannedFor(made)).toBe(next.trip_id)
  expect((await seen(made)).price).toEqual(made.parcel.price)
})

test('one that nobody hands in for two weeks is planned no more, and its sender reads once how to get the money', async () => {
  const made = await bought()
  const trip_id = await plannedFor(made)
  await sql`update trip set departs_at = departs_at - interval '40 days', sales_close_at = sales_close_at - interval '40 days',
    arrives_at = arrives_at - interval '40 days' where id = ${trip_id}::uuid`.execute(db)
  await change(sql`paid_at = now() - interval '15 days'`, made)
  const countNews = async () => {
    expect(await doJobs()).toEqual([])
    const { rows } = await sql<{ body: string }>`
      select body from sandbox.letter where subject like '%still not handed over'
        and body like ${`%${made.parcel.tracking_id}%`}`.execute(db)
    return rows
  }
  for (let round = 0; round < 2; round += 1) {
    await sweep()
    expect(await plannedFor(made)).toBe(trip_id)
    const [letter, ...others] = await countNews()
    expect(letter?.body).toContain('Cancel it to get all your money back')
    expect(others).toEqual([])
  }
  const { data } = await callOff(made)
  expect(data.refunds).toMatchObject([{ amount_kobo: made.parcel.price.total_kobo }])
})

test('one that is handed in after its planning has ended is planned for the next bus', async () => {
  const made = await aPaidParcel(server, {
    trip: await aParcelTrip(server, { departs_in_hours: 7 }),
  })
  const { operator_id, trip_id } = made.trip
  const next = await aParcelTrip(server, { departs_in_hours: 9, operator_id })
  await change(sql`paid_at = now() - interval '15 days'`, made)
  await sweep()
  await sql`update trip set departs_at = departs_at - interval '9 days', sales_close_at = sales_close_at - interval '9 days',
    arrives_at = arrives_at - interval '9 days' where id = ${trip_id}::uuid`.execute(db)
  await sweep()
  expect(await plannedFor(made)).toBe(trip_id)
  await sendScans(server, made.operator, [aParcelScan(made.parcel.tracking_id, 'received')])
  await sweep()
  expect(await plannedFor(made)).toBe(next.trip_id)
})

test('one that waits at the counter for a bus that does not run is planned anew, too', async () => {
  const made = await aPaidParcel(server, {
    trip: await aParcelTrip(server, { departs_in_hours: 7 }),
  })
  const { operator_id, trip_id } = made.trip
  const next = await aParcelTrip(server, { departs_in_hours: 9, operator_id })
  await sendScans(server, made.operator, [aParcelScan(made.parcel.tracking_id, 'received')])
  await sweep()
  expect((await seen(made)).planned).toEqual(made.parcel.planned)
  await sql`update trip set status = 'cancelled' where id = ${trip_id}::uuid`.execute(db)
  await sweep()
  expect(await plannedFor(made)).toBe(next.trip_id)
})

test.each(['paid', 'received'] as const)(
  'one that is %s is planned anew at once when its bus is no longer in the timetable',
  async (state) => {
    const made = await aPaidParcel(server, {
      trip: await aParcelTrip(server, { departs_in_hours: 7 }),
    })
    const { operator_id, trip_id } = made.trip
    const next = await aParcelTrip(server, { departs_in_hours: 9, operator_id })
    if (state === 'received')
      await sendScans(server, made.operator, [aParcelScan(made.parcel.tracking_id, state)])
    await sql`update trip set withdrawn_at = now() where id = ${trip_id}::uuid`.execute(db)
    await sweep()
    expect(await plannedFor(made)).toBe(next.trip_id)
    expect((await seen(made)).price).toEqual(made.parcel.price)
  },
)

test('two hundred that no bus can take keep no other from being planned', async () => {
  const stuck = await aPaidParcel(server, {
    trip: await aParcelTrip(server, { departs_in_hours: 7 }),
  })
  const made = await aPaidParcel(server, {
    trip: await aParcelTrip(server, { departs_in_hours: 6 }),
  })
  const { operator_id } = made.trip
  const next = await aParcelTrip(server, { departs_in_hours: 9, operator_id })
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = 'parcel'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`.execute(
      tx,
    )
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into parcel (${columns}) select ${columns} from (
      select (jsonb_populate_record(p, jsonb_build_object('id', c.id, 'payable_id', c.id, 'tracking_id', 'COPY' || n,
        'waybill', 'COPY' || n, 'quote_id', gen_random_uuid(), 'client_ref', null))).*
      from parcel p, (select n, gen_random_uuid() as id from generate_series(1, 200) n) c where p.id = ${stuck.parcel.id}) copied`.execute(
      tx,
    )
  })
  await sql`update trip set status = 'cancelled'
    where id in (${stuck.trip.trip_id}, ${made.trip.trip_id})`.execute(db)
  await sweep()
  expect(await plannedFor(made)).toBe(next.trip_id)
})
