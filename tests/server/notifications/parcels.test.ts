import { makeJobHandlers } from '#server/jobs/all-jobs'
import { expect, test } from 'vitest'
import type { ParcelPushPayload } from '#contract/notifications/model'
import { subscribePush } from '#contract/notifications/endpoints'
import { cancelParcel } from '#contract/parcels/endpoints'
import { updateProfile } from '#contract/profile/endpoints'
import type { ParcelScan } from '#contract/parcels/tracking'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { enqueue } from '#server/jobs/queue'
import { notifyOfParcel } from '#server/rooms/parcels'
import { makeId } from '#server/platform/ids'
import { makePickupPin } from '#server/platform/pickup-pin'
import {
  aPaidParcel,
  aParcel,
  aParcelScan,
  aParcelTrip,
  sendScans,
} from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aPushWorld } from '#tests/support/worlds/push'

const { db, server, deps, doJobs, phone } = await aPushWorld()
const trip = await aParcelTrip(server)

const driver = { driver_name: 'Músá Ɗanladi', driver_phone: '+2348031112222', plate: 'KJA-123XY' }

/** A paid parcel, functions to report scans of it, and the messages to its people. */
async function aSentParcel(options: Parameters<typeof aPaidParcel>[1] = {}) {
  const made = await aPaidParcel(server, { trip, ...options })
  const { id, waybill } = made.parcel
  // A scan never counts as earlier than its parcel, so make the parcel older than all scans.
  await sql`update parcel set created_at = now() - interval '1 hour' where id = ${id}`.execute(db)
  const pin = makePickupPin(deps.config, id, 1)
  const told = (kind: ParcelScan['kind']): Partial<ParcelScan> => {
    if (kind === 'loaded') return { trip_id: trip.trip_id, ...driver }
    return kind === 'delivered' || kind === 'returned' ? { pin } : {}
  }
  const say = (...kinds: ParcelScan['kind'][]) =>
    sendScans(
      server,
      made.operator,
      kinds.map((kind, at) =>
        aParcelScan(waybill ?? '', kind, {
          occurred_at: new Date(Date.now() - 60_000 + at).toISOString(),
          ...told(kind),
        }),
      ),
    )
  async function listen(name?: string) {
    const mine = phone<ParcelPushPayload>(name)
    const heard = await server.call(subscribePush, mine.subscription, { as: made.as })
    if (heard.status !== 200) throw new Error(heard.text)
    return mine
  }
  async function letters(kind: 'mail' | 'sms', recipient?: string) {
    const { rows } = await sql<{ recipient: string; subject: string; body: string }>`
      select recipient, subject, body from sandbox.letter where kind = ${kind} and body like ${`%${waybill}%`}
        and recipient = coalesce(${recipient ?? null}, recipient) order by id`.execute(db)
    return rows
  }
  const subjects = async () => (await letters('mail')).map(({ subject }) => subject)
  const texts = async () => (await letters('sms', '+2348056789012')).map(({ body }) => body)
  const notify = (kind: Parameters<typeof notifyOfParcel>[2]) =>
    inTransaction(db, (tx) => notifyOfParcel(tx, id, kind))
  return { ...made, id, pin, say, listen, letters, subjects, texts, notify }
}

test('the bus and its driver reach the sender’s phone below 1 kB, with all that the kept parcel needs', async () => {
  const { parcel, say, listen } = await aSentParcel()
  const mine = await listen()
  await say('received', 'loaded')
  expect(await doJobs()).toEqual([])
  const [message, ...more] = await mine.news()
  expect(more).toEqual([])
  expect(message?.bytes).toBeLessThan(1024 + 103)
  expect(JSON.stringify(message?.headers)).not.toContain(parcel.tracking_id)
  expect(message?.news).toEqual({
    kind: 'parcel',
    reference: parcel.tracking_id,
    title: 'Parcel to Abuja: on the bus',
    body: expect.stringMatching(
      /^On the bus: .+ Driver: Músá Ɗanladi 0803 111 2222, plate KJA-123XY\.$/,
    ),
    url: `/waybill/summary?parcel=${parcel.tracking_id}`,
    parcel: {
      state: 'loaded',
      kind: 'loaded',
      words: expect.stringMatching(/^On the bus: /),
      at: expect.stringMatching(/Z$/),
      place: null,
    },
    server_time: expect.stringMatching(/Z$/),
  })
})

test('the receiver is told who sends it, on which bus it is, where to fetch it and that it was fetched', async () => {
  const { parcel, say, texts, pin } = await aSentParcel()
  for (const kind of [
    'received',
    'loaded',
    'in_transit',
    'ready_for_pickup',
    'delivered',
  ] as const) {
    await say(kind)
    expect(await doJobs()).toEqual([])
  }
  const link = `${deps.config.public_url}/track-parcel?id=${parcel.tracking_id}`
  const name = `${parcel.waybill} from Ngozi Bello`
  expect(await texts()).toEqual([
    `Waka: Ngozi Bello sends you parcel ${parcel.waybill} from Lagos to Abuja. Follow it: ${link}`,
    `Waka: Parcel ${name} is on the bus to Abuja. Driver: Musa Danladi 0803 111 2222, plate KJA-123XY. ${link}`,
    expect.stringMatching(`^Waka: Parcel ${name} is ready: .+, Abuja. Pickup PIN ${pin}. Say it`),
    expect.stringMatching(`^Waka: Parcel ${parcel.waybill} was delivered in Abuja.`),
  ])
  for (const text of await texts()) expect(text.replace(link, '')).toMatch(/^[\x20-\x7e]{1,160}$/)
})

test('the receiver of a parcel that waits in another city than planned is sent there', async () => {
  const far = await aParcelTrip(server, { stops: ['lagos', 'benin-city', 'abuja'] })
  const { parcel, operator, texts, letters, pin } = await aSentParcel({ trip: far })
  const place = 'benin-city-test-park'
  for (const kind of ['ready_for_pickup', 'delivered'] as const) {
    await sendScans(server, operator, [aParcelScan(parcel.waybill ?? '', kind, { place, pin })])
    expect(await doJobs()).toEqual([])
  }
  expect(await texts()).toEqual([
    expect.stringContaining('is ready: Benin City Park, Benin City. Pickup PIN'),
    expect.stringContaining('was delivered in Benin City. If that was not you, call'),
  ])
  const mails = (await letters('mail')).map(({ body }) => body).join('\n')
  expect(mails).toContain('Ready to be collected: Benin City Park.')
  expect(mails).toContain('Delivered: Benin City Park.')
})

test('a rider’s PIN is said to the receiver, too', async () => {
  const { say, texts, pin } = await aSentParcel({
    quote: { pick_up: { at: 'door' } },
  })
  await say('received', 'loaded', 'out_for_delivery')
  expect(await doJobs()).toEqual([])
  expect(await texts()).toEqual([expect.stringContaining(`PIN ${pin}.`)])
})

test('the PIN stands in no job, no mail and no push', async () => {
  const { id, say, listen, pin, letters } = await aSentParcel()
  const mine = await listen()
  await say('received', 'loaded', 'ready_for_pickup')
  expect(await doJobs()).toEqual([])
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data::text ~ ${`\\m${pin}\\M`} and data::text like ${`%${id}%`}`.execute(
    db,
  )
  expect(rows).toEqual([])
  const others = [...(await letters('mail')), ...(await mine.news())]
  expect(others).toHaveLength(2)
  expect(JSON.stringify(others)).not.toContain(pin)
})

test('each news is told once, however often its jobs run', async () => {
  const { say, listen, texts, subjects } = await aSentParcel()
  const mine = await listen()
  await say('received', 'loaded')
  const waiting = () =>
    sql<{ data: never }>`
    select data from pgboss.job where name = 'parcel.tell' and state = 'created'`.execute(db)
  const { rows } = await waiting()
  const { 'parcel.tell': tell } = makeJobHandlers(deps)
  await Promise.all(rows.map(async ({ data }) => tell?.(data)))
  expect(await doJobs()).toEqual([])
  for (const { data } of rows) await tell?.(data)
  expect(await doJobs()).toEqual([])
  expect(await mine.news()).toHaveLength(1)
  expect(await subjects()).toEqual(['Parcel to Abuja: on the bus'])
  expect(await texts()).toHaveLength(1)
})

test('what a later scan has overtaken is not told any more', async () => {
  const { say, listen, subjects, texts } = await aSentParcel()
  const mine = await listen()
  await say('received', 'loaded', 'in_transit', 'on_hold', 'at_hub', 'ready_for_pickup')
  expect(await doJobs()).toEqual([])
  expect((await mine.news()).map(({ news }) => news.title)).toEqual([
    'Parcel to Abuja: ready to be collected',
  ])
  expect(await subjects()).toEqual(['Parcel to Abuja: ready to be collected'])
  expect(await texts()).toEqual([expect.stringContaining('is ready')])
})

test('an SMS with the PIN that may not leave now is tried until it does', async () => {
  const { id, say } = await aSentParcel()
  await say('received', 'ready_for_pickup')
  const config = { ...deps.config, sms: { ...deps.config.sms, per_hour: 0 } }
  const { 'parcel.text': text } = makeJobHandlers({ ...deps, config })
  await text?.({ parcel_id: id, kind: 'ready_for_pickup' })
  const { rows } = await sql`
    select start_after > now() + interval '5 minutes' as waits from pgboss.job
    where name = 'parcel.text' and data ->> 'parcel_id' = ${id}`.execute(db)
  expect(rows).toEqual([{ waits: true }])
})

test('who has neither a phone with pushes nor a mailbox hears by SMS what they must act on', async () => {
  const sender = await aUser(server, { email: null })
  const { say, letters } = await aSentParcel({ sender })
  for (const kind of ['received', 'loaded', 'on_hold', 'ready_for_pickup'] as const) {
    await say(kind)
    expect(await doJobs()).toEqual([])
  }
  expect((await letters('sms', '+2348031234567')).map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Waka: Parcel to Abuja: held\. .+ Waybill /),
    expect.stringMatching(/^Waka: Parcel to Abuja: ready to be collected\. .+ Waybill /),
  ])
})

test('when a person’s only phone is gone, the SMS comes instead', async () => {
  const sender = await aUser(server, { email: null })
  const { say, listen, letters } = await aSentParcel({ sender })
  const gone = await listen(`gone-${makeId()}`)
  await say('received', 'ready_for_pickup')
  expect(await doJobs()).toEqual([])
  expect(await letters('sms', '+2348031234567')).toHaveLength(1)
  const { rows } =
    await sql`select from push_subscription where endpoint = ${gone.endpoint}`.execute(db)
  expect(rows).toEqual([])
})

test('what somebody switched off stays away, but for what they paid', async () => {
  const sender = await aUser(server)
  const { say, listen, subjects, notify, letters } = await aSentParcel({ sender })
  const mine = await listen()
  const { notifications } = sender.user
  const silent = {
    ...notifications,
    trip_news_push: false,
    trip_news_email: false,
    trip_news_sms: false,
  }
  await server.call(updateProfile, { notifications: silent }, { as: sender.as })
  await notify('paid')
  await say('received', 'ready_for_pickup')
  expect(await doJobs()).toEqual([])
  expect(await mine.news()).toEqual([])
  expect(await subjects()).toEqual(['Parcel to Abuja: paid'])
  expect(await letters('sms', '+2348031234567')).toEqual([])
})

test('the letter about what was paid has its lines, its waybill and its bus', async () => {
  const { parcel, notify, letters } = await aSentParcel()
  await notify('paid')
  expect(await doJobs()).toEqual([])
  const [letter, ...more] = await letters('mail')
  expect(more).toEqual([])
  for (const { label } of parcel.price.lines) expect(letter?.body).toContain(`${label}: ₦`)
  expect(letter?.body).toContain('Waiting to be handed in: ')
  expect(letter?.body).toContain(`Waybill ${parcel.waybill}. ${deps.config.public_url}/waybill/`)
})

test('a parcel that nobody paid in time is told of, one that its sender called off is not', async () => {
  const { parcel, as } = await aParcel(server, { trip })
  const lapsed = await aParcel(server, { trip })
  await server.call(cancelParcel, { tracking_id: parcel.tracking_id }, { as })
  await sql`update parcel set state = 'cancelled', pay_until = now() - interval '1 hour', ended_at = now()
    where id = ${lapsed.parcel.id}`.execute(db)
  for (const { id } of [parcel, lapsed.parcel])
    await inTransaction(db, (tx) => notifyOfParcel(tx, id, 'cancelled'))
  expect(await doJobs()).toEqual([])
  const { rows } = await sql<{ body: string }>`
    select body from sandbox.letter where kind = 'mail' and subject like '%not paid%'`.execute(db)
  expect(rows).toEqual([{ body: expect.stringContaining(`Parcel ${lapsed.parcel.tracking_id}.`) }])
})

test('the answer to a claim comes with its money and the operator’s words, which a push may leave out', async () => {
  const { id, say, listen, notify, letters } = await aSentParcel()
  const mine = await listen()
  await say('received', 'lost')
  expect(await doJobs()).toEqual([])
  const answer = 'ọ'.repeat(300)
  await sql`insert into parcel_claim (id, parcel_id, insured, kind, words, asked_kobo, state, granted_kobo, paid_kobo, answer,
      answered_by, decided_at)
    values (${makeId()}, ${id}, false, 'lost', 'It never came.', 900000, 'accepted', 800000, 800000, ${answer},
      'operator', now())`.execute(db)
  await notify('claim_answered')
  expect(await doJobs()).toEqual([])
  const said = (await mine.news()).at(-1)?.news
  expect(said).toMatchObject({ title: 'Parcel to Abuja: your claim is answered' })
  expect(said?.body).toBe('₦8,000 is in your Waka wallet.')
  const mails = await letters('mail')
  expect(mails.at(-1)?.body).toContain(
    `₦8,000 is in your Waka wallet. Udala Test Motors says: ${answer}`,
  )
})

test('money that comes back speaks of the parcel', async () => {
  const { id, parcel, letters } = await aSentParcel()
  const payment = makeId()
  await sql`insert into payment (id, reference, payable_id, person_id, provider, amount_kobo, status, paid_kobo,
      outcome, expires_at, settled_at, next_check_at)
    select ${payment}, ${`ref-${payment}`}, id, user_id, 'wallet', total_kobo, 'succeeded', total_kobo,
      'confirmed', now(), now(), 'infinity' from parcel where id = ${id}`.execute(db)
  const refund = makeId()
  await sql`insert into refund (id, payment_id, payable_id, seats, amount_kobo, destination, wallet_of, reason, effect)
    select ${refund}, id, payable_id, '{}', 100000, 'wallet', person_id, 'cancelled', ${`test:${refund}`}
    from payment where id = ${payment}`.execute(db)
  await inTransaction(db, (tx) => enqueue(tx, 'refund.announce', { refund_id: refund }))
  expect(await doJobs()).toEqual([])
  expect(await letters('mail')).toMatchObject([
    {
      subject: '₦1,000 is being refunded',
      body: `Waka: You cancelled parcel ${parcel.waybill}. ₦1,000 is in your Waka wallet.`,
    },
  ])
})
