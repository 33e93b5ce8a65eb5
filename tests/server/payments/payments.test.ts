import { expect, test } from 'vitest'
import { providers } from '#contract/payments/rules'
import { getPayment, listPaymentMethods, startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  goodCard,
  expireHold,
  inspectBooking,
} from '#tests/support/worlds/payments'

const { db, server, start, press, verify, doJobs, origin } = await aPaymentWorld()

const badCard = { paystack: '4084 0800 0000 5408', flutterwave: '5143 0105 2233 9965' }
const paying = {
  card: (provider: keyof typeof goodCard) => ['card', { card: goodCard[provider] }] as const,
  ussd: () => ['approve', {}] as const,
}

async function aFreshHold(seats = [1, 2], of = 8) {
  return aHeldBooking(db, await aTripToPayFor(db, of), seats)
}

for (const provider of providers) {
  for (const channel of ['card', 'ussd'] as const) {
    test(`${provider} by ${channel}: paid at the checkout, told by webhook, ticketed`, async () => {
      const held = await aFreshHold()
      const { status, data } = await start(held, provider, channel)
      expect(status).toBe(200)
      expect(data).toMatchObject({
        status: 'pending',
        outcome: 'none',
        amount_kobo: held.total_kobo,
        provider,
        channel,
      })
      const page = await fetch(data.authorization_url ?? '')
      expect(await page.text()).toContain('Test checkout – no real money')

      const [act, fields] = paying[channel](provider)
      const back = await press(data, act, fields)
      expect(back.status).toBe(303)
      const landed = new URL(back.headers.get('location') ?? '')
      expect(
        landed.href.startsWith(
          `${origin}/bookride/pay?booking=${held.reference}&payment=${data.reference}`,
        ),
      ).toBe(true)
      // The reference is there twice: in our own return URL, and as added by the company.
      const said = [...landed.searchParams.values()].filter((value) => value === data.reference)
      expect(said.length).toBeGreaterThan(1)

      expect(await doJobs()).toEqual([])
      expect(await inspectBooking(db, held)).toMatchObject({
        status: 'confirmed',
        seats: [1, 2],
        tickets: 2,
        outcomes: ['confirmed'],
        refunds: [],
        prepaid_kobo: 0,
        paid_kobo: held.total_kobo,
      })
      const seen = await server.call(
        getPayment,
        { reference: data.reference },
        { as: { guest_token: held.guest_token } },
      )
      expect(seen.data).toMatchObject({
        status: 'succeeded',
        outcome: 'confirmed',
        message: 'Paid. Your ticket is ready.',
      })
    })
  }
}

test('a decline keeps the seats, and the other provider takes the money', async () => {
  const held = await aFreshHold()
  const declined = await start(held, 'paystack', 'card')
  const page = await press(declined.data, 'card', { card: badCard.paystack })
  expect(await page.text()).toContain('Declined by the bank')
  const told = await verify(held, declined.data.reference)
  expect(told.data).toMatchObject({ status: 'failed', outcome: 'none', checks_left: 9 })
  expect(told.data.message).toContain('Your seats are kept')

  const other = await start(held, 'flutterwave', 'card')
  await press(other.data, 'card', { card: goodCard.flutterwave })
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'confirmed',
    tickets: 2,
    outcomes: ['confirmed'],
    refunds: [],
  })
})

test('a failed card may be followed by a good one on the same attempt', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'flutterwave', 'card')
  await press(data, 'card', { card: badCard.flutterwave })
  expect(await doJobs()).toEqual([])
  expect((await verify(held, data.reference)).data.status).toBe('failed')
  await press(data, 'card', { card: goodCard.flutterwave })
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'confirmed',
    tickets: 2,
    outcomes: ['confirmed'],
  })
})

test('who leaves the checkout keeps their seats and may still pay', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'paystack', 'card')
  const back = await press(data, 'cancel')
  expect(back.headers.get('location')).toContain(`payment=${data.reference}`)
  expect((await verify(held, data.reference)).data).toMatchObject({ status: 'abandoned' })
  await press(data, 'card', { card: goodCard.paystack })
  expect((await verify(held, data.reference)).data).toMatchObject({
    status: 'succeeded',
    outcome: 'confirmed',
  })
})

test('a crash between attempt and answer finds the same attempt under the same key', async () => {
  for (const provider of providers) {
    const held = await aFreshHold()
    const key = crypto.randomUUID()
    const first = await start(held, provider, 'card', key)
    // Simulates that the process died before it stored the provider's answer and its own.
    await sql`update payment set authorization_url = null, status = 'initiated' where reference = ${first.data.reference}`.execute(
      db,
    )
    await sql`delete from idempotency where key = ${key}`.execute(db)
    const second = await start(held, provider, 'card', key)
    expect(second.status).toBe(200)
    const { rows } = await sql<{
      reference: string
    }>`select reference from payment where payable_id = ${held.id}`.execute(db)
    expect(rows).toEqual([{ reference: second.data.reference }])
    await press(second.data, 'card', { card: goodCard[provider] })
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', tickets: 2 })
  }
})

test('the same key replays byte for byte, at once or later, and makes one attempt', async () => {
  const held = await aFreshHold()
  const key = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => start(held, 'paystack', 'card', key)))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  const { rows } = await sql`select from payment where payable_id = ${held.id}`.execute(db)
  expect(rows).toHaveLength(1)
  expect((await start(held, 'flutterwave', 'card', key)).problem.code).toBe(
    'idempotency_key_reused',
  )
})

test('a provider that is down or talks nonsense costs nothing but the try', async () => {
  const held = await aFreshHold()
  for (const mood of ['down', 'garbage']) {
    await sql`insert into sandbox.mood values ('paystack', ${mood}) on conflict (provider) do update set mood = ${mood}`.execute(
      db,
    )
    const { status, problem, headers } = await start(held, 'paystack', 'card')
    expect([status, problem.code]).toEqual([503, 'provider_unavailable'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const started = await start(held, 'flutterwave', 'card')
  await sql`insert into sandbox.mood values ('flutterwave', 'garbage')`.execute(db)
  const asked = await verify(held, started.data.reference)
  expect([asked.status, asked.data.status]).toEqual([200, 'pending'])
  await sql`delete from sandbox.mood`.execute(db)
  await press(started.data, 'card', { card: goodCard.flutterwave })
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', tickets: 2 })
})

test('a transfer makes the hold thirty minutes long, once; a card leaves it', async () => {
  const minutes = async (held: { id: string }) => {
    const { rows } = await sql<{ left: number }>`
      select round(extract(epoch from hold_expires_at - created_at) / 60)::int as left from booking where id = ${held.id}`.execute(
      db,
    )
    return rows[0]?.left
  }
  const held = await aFreshHold()
  await start(held, 'paystack', 'card')
  expect(await minutes(held)).toBe(10)
  await start(held, 'paystack', 'transfer')
  await start(held, 'paystack', 'ussd')
  expect(await minutes(held)).toBe(30)
})

test('a channel that cannot finish before sale closes is shown as closed and refused', async () => {
  const held = await aFreshHold()
  await sql`update trip set sales_close_at = now() + interval '4 minutes' where id = ${held.trip_id}`.execute(
    db,
  )
  const as = { guest_token: held.guest_token }
  const { data } = await server.call(listPaymentMethods, { booking: held.reference }, { as })
  expect(data.filter((method) => method.available).map((method) => method.channel)).toEqual(
    providers.map(() => 'card'),
  )
  expect((await start(held, 'paystack', 'transfer')).problem.code).toBe('payment_channel_closed')
  expect((await start(held, 'paystack', 'card')).status).toBe(200)
})

test('what cannot be paid says why', async () => {
  const paid = await aFreshHold()
  const { data } = await start(paid, 'paystack', 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  expect((await start(paid, 'paystack', 'card')).problem.code).toBe('already_paid')

  const late = await aFreshHold()
  await expireHold(db, late)
  expect((await start(late, 'paystack', 'card')).problem.code).toBe('hold_expired')

  const unnamed = await aFreshHold()
  await sql`delete from passenger where booking_id = ${unnamed.id} and seat = 2`.execute(db)
  expect((await start(unnamed, 'paystack', 'card')).problem.code).toBe('passengers_missing')
})

test('a stranger sees nothing; the guest token opens it, and a phone alone asks for the code', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'paystack', 'card')
  const { reference } = data
  expect((await server.call(getPayment, { reference })).status).toBe(404)
  expect(
    (await server.call(getPayment, { reference }, { as: { phone: '+2348099999999' } })).status,
  ).toBe(403)
  expect(
    (await server.call(getPayment, { reference }, { as: { phone: '+2348031234567' } })).problem
      .code,
  ).toBe('code_needed')
  expect(
    (await server.call(getPayment, { reference }, { as: { guest_token: held.guest_token } }))
      .status,
  ).toBe(200)
  const stranger = await server.call(startPayment, {
    purpose: 'booking',
    reference: held.reference,
    provider: 'paystack',
  })
  expect(stranger.status).toBe(404)
})

test('the button may be pressed ten times', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'paystack', 'transfer')
  for (let left = 9; left >= 0; left -= 1) {
    expect((await verify(held, data.reference)).data.checks_left).toBe(left)
  }
  expect((await verify(held, data.reference)).problem.code).toBe('verify_limit')
})
