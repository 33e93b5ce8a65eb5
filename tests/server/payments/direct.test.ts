import { expect, test } from 'vitest'
import { listPaymentMethods, startPayment } from '#contract/payments/endpoints'
import { providers } from '#contract/payments/rules'
import { sql } from '#server/db/sql'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  expireHold,
  inspectBooking,
} from '#tests/support/worlds/payments'

const { db, server, start, press, verify, doJobs } = await aPaymentWorld()

const aFreshHold = async () => aHeldBooking(db, await aTripToPayFor(db, 8), [1, 2])
type FreshHold = Awaited<ReturnType<typeof aFreshHold>>

const dial = (held: FreshHold, provider: 'paystack' | 'flutterwave', bank: string, key?: string) =>
  server.call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider, channel: 'ussd', bank },
    { as: { guest_token: held.guest_token }, ...(key !== undefined && { key }) },
  )

/** Simulates that the process died before it stored the company's answer and its own. */
async function forget(reference: string, key: string): Promise<void> {
  await sql`
    update payment set authorization_url = null, transfer_account = null, ussd = null, status = 'initiated'
    where reference = ${reference}`.execute(db)
  await sql`delete from idempotency where key = ${key}`.execute(db)
}

async function fault(provider: string, mood: string): Promise<void> {
  await sql`
    insert into sandbox.mood (provider, mood) values (${provider}, ${mood})
    on conflict (provider) do update set mood = excluded.mood`.execute(db)
}

const bought = { status: 'confirmed', seats: [1, 2], tickets: 2, refunds: [] }

for (const provider of providers) {
  test(`${provider} by transfer: the account stands in the answer, for as long as the seats are kept`, async () => {
    const held = await aFreshHold()
    const { status, data } = await start(held, provider, 'transfer')
    expect([status, data.status, data.authorization_url, data.ussd]).toEqual([
      200,
      'pending',
      null,
      null,
    ])
    expect(data.transfer_account).toMatchObject({
      bank: 'Demo: /sandbox/bank',
      number: expect.stringMatching(/^\d{10}$/),
      amount_kobo: held.total_kobo,
    })
    expect((data.transfer_account?.expires_at ?? '') <= data.expires_at).toBe(true)
    await press(data, 'sent')
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject(bought)
  })

  test(`${provider} by USSD: with a bank the code stands in the answer`, async () => {
    const held = await aFreshHold()
    const { data } = await dial(held, provider, '058')
    expect(data.ussd).toMatch(/^\*737\*[\d*]+#$/)
    expect([data.authorization_url, data.transfer_account]).toEqual([null, null])
    await press(data, 'approve')
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject(bought)
  })

  test(`${provider} takes a transfer on its page where it opens no accounts for us`, async () => {
    const held = await aFreshHold()
    await fault(provider, 'refuse_charges')
    const { status, data } = await start(held, provider, 'transfer')
    await fault(provider, 'well')
    expect([status, data.transfer_account]).toEqual([200, null])
    await press(data, 'sent')
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject(bought)
  })

  test(`${provider}: an account that was lost with the process is replaced under the same key`, async () => {
    const held = await aFreshHold()
    const key = crypto.randomUUID()
    const first = await start(held, provider, 'transfer', key)
    await forget(first.data.reference, key)
    const second = await start(held, provider, 'transfer', key)
    expect(second.data.transfer_account?.number).not.toBe(first.data.transfer_account?.number)
    const { rows } = await sql`select reference from payment where payable_id = ${held.id}`.execute(
      db,
    )
    expect(rows).toEqual([{ reference: second.data.reference }])
    await press(second.data, 'sent')
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject(bought)
  })
}

test('too little, too much and twice are settled as on the page', async () => {
  const [short, over, twice] = [await aFreshHold(), await aFreshHold(), await aFreshHold()]
  for (const [held, act] of [
    [short, 'sent_short'],
    [over, 'sent_over'],
    [twice, 'sent_twice'],
  ] as const)
    await press((await start(held, 'paystack', 'transfer')).data, act)
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, short)).toMatchObject({
    outcomes: ['refunded_short'],
    tickets: 0,
  })
  expect(await inspectBooking(db, over)).toMatchObject({ status: 'confirmed', tickets: 2 })
  expect(await inspectBooking(db, twice)).toMatchObject({ status: 'confirmed', tickets: 2 })
})

test('a code is told for the banks of a company only, and one key dials one bank', async () => {
  const { data: methods } = await server.call(listPaymentMethods, {})
  const banks = (of: string) =>
    methods.find(({ provider, channel }) => provider === of && channel === 'ussd')?.banks ?? []
  expect(banks('paystack')).toEqual([{ code: '058', name: 'GTBank' }])
  expect(banks('flutterwave').length).toBeGreaterThan(10)
  expect(methods.every(({ channel, banks: of }) => channel === 'ussd' || of.length === 0)).toBe(
    true,
  )

  const held = await aFreshHold()
  const wrong = await dial(held, 'paystack', '057')
  expect([wrong.status, Object.keys(wrong.problem?.fields ?? {})]).toEqual([400, ['bank']])
  const key = crypto.randomUUID()
  const first = await dial(held, 'flutterwave', '057', key)
  expect((await dial(held, 'flutterwave', '057', key)).text).toBe(first.text)
  expect((await dial(held, 'flutterwave', '033', key)).problem?.code).toBe('idempotency_key_reused')
})

test('the bank of the demo lists accounts and codes, and knows no others', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'flutterwave', 'transfer')
  const page = await server.app.inject({ url: '/sandbox/bank' })
  expect(page.payload).toContain(data.transfer_account?.number)
  const there = await server.app.inject({ url: `/sandbox/bank/${data.transfer_account?.number}` })
  expect(there.payload).toContain('I have sent it')
  expect(there.payload).not.toContain('without paying')
  expect((await server.app.inject({ url: '/sandbox/bank/0' })).statusCode).toBe(404)
})

test('a transfer that is never made is given up after three days; its seats are free, and late money is still settled', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'paystack', 'transfer')
  const { reference } = data
  const waitDays = async (days: number) => {
    await sql`update payment set created_at = now() - ${days} * interval '1 day', expires_at = now() - interval '1 day',
      next_check_at = now() where reference = ${reference}`.execute(db)
    await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
    expect(await doJobs()).toEqual([])
    await expireHold(db, held)
    await sql`select expire_holds(100)`.execute(db)
    return verify(held, reference)
  }
  expect((await waitDays(2)).data.status).toBe('pending')
  expect((await inspectBooking(db, held)).status).toBe('awaiting_payment')
  expect((await waitDays(4)).data.status).toBe('abandoned')
  expect((await inspectBooking(db, held)).status).toBe('expired')
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject(bought)
})
