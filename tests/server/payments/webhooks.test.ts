import { expect, test } from 'vitest'
import { type ProviderName, providers } from '#contract/payments/rules'
import type { Charge } from '#demo/sandbox/charge-repository'
import { standIns } from '#demo/sandbox/companies'
import { sql } from '#server/db/sql'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  goodCard,
  inspectBooking,
} from '#tests/support/worlds/payments'

const { db, logged, start, press, verify, webhook, sign, doJobs } = await aPaymentWorld()

async function aFreshHold(seats = [1, 2], of = 8) {
  return aHeldBooking(db, await aTripToPayFor(db, of), seats)
}

/** A company's message about a successful charge; `note` makes it a different message. */
const successOf = (provider: ProviderName, reference: string, note = 0) =>
  JSON.stringify(standIns[provider].chargeEvent({ ...paidCharge, provider, reference, id: note }))

const paidCharge: Charge = {
  id: 1,
  provider: 'paystack',
  reference: '',
  access_code: 'x',
  amount_kobo: 100,
  currency: 'NGN',
  email: 'ada@example.com',
  return_to: '/',
  channels: ['card'],
  status: 'success',
  channel: 'card',
  card: null,
  paid_kobo: 100,
  message: 'Approved',
  account_number: '0',
  account_until: new Date(),
  is_reversed: false,
  said_amount: null,
}

const eventsOf = async (reference: string) => {
  const { rows } = await sql<{ processed: boolean }>`
    select processed_at is not null as processed from webhook_event where payment_reference = ${reference}`.execute(
    db,
  )
  return rows
}

for (const provider of providers) {
  test(`${provider}: a forged message is refused and changes nothing`, async () => {
    const held = await aFreshHold()
    const { data } = await start(held, provider, 'card')
    const body = successOf(provider, data.reference)
    for (const signature of [
      '',
      'x',
      'f'.repeat(128),
      sign(provider, body).slice(0, -1),
      sign(provider, `${body} `).replace(/./, (first) => (first === 'Z' ? 'Y' : 'Z')),
    ]) {
      const answer = await webhook(provider, body, signature)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'bad_signature'])
    }
    expect(await eventsOf(data.reference)).toEqual([])
    await doJobs()
    expect(await inspectBooking(db, held)).toMatchObject({
      status: 'awaiting_payment',
      tickets: 0,
      outcomes: [],
    })
  })

  test(`${provider}: a message that lies about success is checked and buys nothing`, async () => {
    const held = await aFreshHold()
    const { data } = await start(held, provider, 'card')
    const body = successOf(provider, data.reference)
    expect((await webhook(provider, body, sign(provider, body))).statusCode).toBe(200)
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject({
      status: 'awaiting_payment',
      tickets: 0,
      outcomes: [],
    })
  })

  test(`${provider}: a message is read up to 50 levels, and only stored with more`, async () => {
    const levels = (count: number) => '['.repeat(count) + ']'.repeat(count)
    for (const [count, isRead] of [
      [47, true],
      [60, false],
    ] as const) {
      const reference = `deep-${provider}-${count}`
      const text = `{ [ " \\" ${'['.repeat(99)}`
      const extra = `"deep":${levels(count)},"text":${JSON.stringify(text)}`
      const body = successOf(provider, reference).replace('"data":{', `"data":{${extra},`)
      expect((await webhook(provider, body, sign(provider, body))).statusCode).toBe(200)
      expect([count, (await eventsOf(reference)).length === 1]).toEqual([count, isRead])
    }
  })

  test(`${provider}: messages doubled, tripled and at once make one set of tickets`, async () => {
    const held = await aFreshHold()
    const { data } = await start(held, provider, 'card')
    await press(data, 'card', { card: goodCard[provider], webhook: 'never' })
    const bodies = [1, 2, 3].map((note) => successOf(provider, data.reference, note))
    const answers = await Promise.all(
      [...bodies, ...bodies, ...bodies].map((body) =>
        webhook(provider, body, sign(provider, body)),
      ),
    )
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true)
    expect(await eventsOf(data.reference)).toHaveLength(3)
    await Promise.all([
      doJobs(),
      doJobs(),
      verify(held, data.reference),
      verify(held, data.reference),
      verify(held, data.reference),
    ])
    expect(await inspectBooking(db, held)).toMatchObject({
      status: 'confirmed',
      tickets: 2,
      outcomes: ['confirmed'],
      refunds: [],
      prepaid_kobo: 0,
    })
    const { rows } =
      await sql`select from transfer where ref = ${`charge:${data.reference}`}`.execute(db)
    expect(rows).toHaveLength(1)
  })
}

test('what follows from payments that one company reports is caused by who paid each', async () => {
  const held = [await aFreshHold(), await aFreshHold()]
  for (const one of held) {
    const { data } = await start(one, 'paystack', 'card')
    await press(data, 'card', { card: goodCard.paystack, webhook: 'never' })
    const body = successOf('paystack', data.reference)
    await webhook('paystack', body, sign('paystack', body))
  }
  expect(await doJobs()).toEqual([])
  for (const { id } of held) {
    const { rows } = await sql<{ causer: string | null }>`
      select distinct group_id as causer from pgboss.job where name = 'ticket.send' and data ->> 'booking_id' = ${id}`.execute(
      db,
    )
    expect(rows).toEqual([{ causer: id }])
  }
})

for (const manner of ['twice', 'out_of_order', 'late', 'forged', 'never'] as const) {
  test(`a stand-in that tells ${manner}: paid once in the end`, async () => {
    const held = await aFreshHold()
    const { data } = await start(held, 'paystack', 'ussd')
    await press(data, 'approve', { webhook: manner })
    expect(await doJobs()).toEqual([])
    const isToldAtOnce = manner === 'twice' || manner === 'out_of_order'
    expect((await inspectBooking(db, held)).status).toBe(
      isToldAtOnce ? 'confirmed' : 'awaiting_payment',
    )

    await sql`update pgboss.job set start_after = now() where name = 'sandbox.tell'`.execute(db)
    await sql`update payment set next_check_at = now() where reference = ${data.reference}`.execute(
      db,
    )
    if (manner !== 'late')
      await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject({
      status: 'confirmed',
      tickets: 2,
      outcomes: ['confirmed'],
      refunds: [],
    })
  })
}

test('a message about a payment that is not ours is kept and answered 200', async () => {
  const body = successOf('paystack', 'SOMEBODY-ELSE-1')
  const answer = await webhook('paystack', body, sign('paystack', body))
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: { received: true } }])
  expect(await doJobs()).toEqual([])
  expect(await eventsOf('SOMEBODY-ELSE-1')).toHaveLength(1)
})

test('bytes that are no event are kept and harmless', async () => {
  for (const body of [
    '',
    '{',
    '[]',
    '{"event":"x"}',
    '{"event":"charge.success","data":{"reference":"a\\u0000b"}}',
  ]) {
    const answer = await webhook('paystack', body, sign('paystack', body))
    expect(answer.statusCode).toBe(200)
  }
  expect(await doJobs()).toEqual([])
})

test('money in another currency is put aside and somebody is called', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'paystack', 'card')
  await sql`update sandbox.charge set currency = 'USD' where reference = ${data.reference}`.execute(
    db,
  )
  await press(data, 'card', { card: goodCard.paystack })
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'awaiting_payment',
    tickets: 0,
    outcomes: [],
    prepaid_kobo: 0,
  })
  const readPayment = async () => {
    const { rows } =
      await sql`select status, failure from payment where reference = ${data.reference}`.execute(db)
    return rows[0]
  }
  const quarantined = {
    status: 'pending',
    failure: `The provider reports USD ${held.total_kobo} for NGN ${held.total_kobo}.`,
  }
  expect(await readPayment()).toEqual(quarantined)
  expect(
    logged.some((line) => line.level === 'error' && line.message.includes('quarantined')),
  ).toBe(true)
  // It stays in the payer's list after the last check, too, whatever the company says of it: their money is there.
  await sql`update payment set created_at = now() - interval '4 days', next_check_at = now()
    where reference = ${data.reference}`.execute(db)
  await sql`update sandbox.charge set status = 'pending' where reference = ${data.reference}`.execute(
    db,
  )
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
  const { rows } = await sql`
    select from payment where reference = ${data.reference} and next_check_at = 'infinity'`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  expect(await readPayment()).toEqual(quarantined)
})

test(
  'a provider that is slow is given up after its time, and asked again later',
  { timeout: 40_000 },
  async () => {
    const held = await aFreshHold()
    const { data } = await start(held, 'paystack', 'card')
    await press(data, 'card', { card: goodCard.paystack })
    await sql`insert into sandbox.mood values ('paystack', 'slow')`.execute(db)
    expect(await doJobs()).toHaveLength(1)
    expect(await inspectBooking(db, held)).toMatchObject({ status: 'awaiting_payment' })
    await sql`delete from sandbox.mood`.execute(db)
    expect((await verify(held, data.reference)).data.outcome).toBe('confirmed')
  },
)
