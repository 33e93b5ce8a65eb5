import { expect, test } from 'vitest'
import { paymentChannels, providers } from '#contract/payments/rules'
import { getPayment, listPaymentMethods, verifyPayment } from '#contract/payments/endpoints'
import { makeCheckCharacter } from '#contract/reference'
import { sql } from '#server/db/sql'
import { hashIssuedPin } from '#server/platform/pickup-pin'
import {
  aParcelPaymentWorld,
  expectedPaidParcel,
  sumLines,
} from '#tests/support/worlds/parcel-payments'
import { goodCard } from '#tests/support/worlds/payments'
import { aUser } from '#tests/support/makers/people'
import { aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'

const { db, deps, server, origin, ...acts } = await aParcelPaymentWorld()
const { aFreshParcel, pay, press, doJobs, lookAt, shared, callOff, webhook, sign } = acts

const buttons = { card: 'card', transfer: 'sent', ussd: 'approve' } as const

for (const provider of providers) {
  for (const channel of paymentChannels) {
    test(`${provider} by ${channel}: a parcel is paid, has its waybill and its PIN, once`, async () => {
      const made = await aFreshParcel(undefined, { add_ons: ['full_cover'] })
      const { parcel, as } = made
      const { status, data } = await pay(made, { provider, channel })
      expect(status).toBe(200)
      expect(data).toMatchObject({
        purpose: 'parcel',
        parcel: parcel.tracking_id,
        booking: null,
        status: 'pending',
        amount_kobo: parcel.price.total_kobo,
      })
      expect(data.message).toContain('Your parcel is held meanwhile.')
      const back = await press(data, buttons[channel], { card: goodCard[provider] })
      const there = `${origin}/waybill/proceed?parcel=${parcel.tracking_id}&payment=${data.reference}`
      if (channel === 'transfer') expect(data.transfer_account?.number).toMatch(/^\d{10}$/)
      else expect(back.headers.get('location')).toContain(there)
      expect(await doJobs()).toEqual([])
      const seen = await lookAt(made)
      expect(seen).toMatchObject({
        ...expectedPaidParcel(made),
        outcomes: ['confirmed'],
        refunds: [],
      })
      expect(seen.pin_hash).toEqual(hashIssuedPin(deps.config, parcel.id))
      const told = await server.call(getPayment, { reference: data.reference }, { as })
      expect(told.data.message).toBe('Paid. Your waybill is ready.')
      expect(await shared(made)).toEqual({
        psp_clearing: -parcel.price.total_kobo,
        customer_prepaid: 0,
        operator_payable: sumLines(made, 'carriage', 'add_on', 'door'),
        insurance_payable: sumLines(made, 'cover'),
        platform_fee: sumLines(made, 'service_fee'),
        vat_payable: sumLines(made, 'vat'),
      })
    })
  }
}

test('a paid parcel has one number: its waybill’s is its tracking ID', async () => {
  const { rows } = await sql<{ waybill: string; tracking_id: string }>`
    select waybill, tracking_id from parcel where waybill is not null`.execute(db)
  expect(rows.length).toBeGreaterThan(5)
  for (const { waybill, tracking_id } of rows) expect(waybill).toBe(tracking_id)
})

test('the database computes the check character of a reference as the contract does', async () => {
  const bodies = ['', '0', 'Z', 'FC00000317', 'ABCDEFGHJK', '0123456789', 'ZZZZZZZZZZ']
  for (const body of bodies) {
    const made = await sql<{ made: string }>`select check_character(${body}) as made`.execute(db)
    expect([body, made.rows[0]?.made]).toEqual([body, makeCheckCharacter(body)])
  }
})

test('wallet and company pay together; far too much comes back', async () => {
  const owner = await aWallet(server, 200_000)
  const made = await aFreshParcel(owner)
  const { data } = await pay(made, { wallet_part_kobo: 200_000 })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 200_000 })
  await press(data, 'sent_twice')
  expect(await doJobs()).toEqual([])
  const over = 2 * data.amount_kobo - made.parcel.price.total_kobo
  expect(over).toBeGreaterThan(0)
  expect(await lookAt(made)).toMatchObject({
    ...expectedPaidParcel(made),
    outcomes: ['confirmed'],
    refunds: [{ reason: 'paid_over', destination: 'source', amount_kobo: over }],
  })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 200_000, held_kobo: 0 })
})

test('a wallet’s part goes with the company’s, and comes back when its attempt is over', async () => {
  const owner = await aWallet(server, 200_000)
  const made = await aFreshParcel(owner)
  const { data } = await pay(made, { wallet_part_kobo: 200_000 })
  await sql`update payment set expires_at = now() - interval '1 second' where reference = ${data.reference}`.execute(
    db,
  )
  await sql`select expire_parcels(10)`.execute(db)
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 200_000, held_kobo: 0 })
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await lookAt(made)).toMatchObject({
    ...expectedPaidParcel(made),
    outcomes: ['confirmed', 'confirmed'],
  })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 0 })

  const other = await aFreshParcel(await aWallet(server, 100_000))
  await pay(other, { wallet_part_kobo: 100_000 })
  await callOff(other)
  expect(await fetchWalletBalance(server, other.sender)).toEqual({
    balance_kobo: 100_000,
    held_kobo: 0,
  })
})

test('paid twice: the second goes back whole, and the waybill stays', async () => {
  const made = await aFreshParcel()
  const one = await pay(made)
  const two = await pay(made, { provider: 'flutterwave' })
  await press(one.data, 'sent')
  expect(await doJobs()).toEqual([])
  const { waybill } = await lookAt(made)
  await press(two.data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await lookAt(made)).toMatchObject({
    ...expectedPaidParcel(made),
    waybill,
    outcomes: ['confirmed', 'refunded_twice'],
    refunds: [{ reason: 'paid_twice', amount_kobo: made.parcel.price.total_kobo }],
  })
  const { reference } = two.data
  const told = await server.call(getPayment, { reference }, { as: made.as })
  expect(told.data.message).toContain('This parcel was paid already.')
})

test('money that comes after it was called off goes back whole, also after its time was over', async () => {
  const called = await aFreshParcel()
  const late = await aFreshParcel()
  const payments = [(await pay(called)).data, (await pay(late)).data]
  await callOff(called)
  await sql`update parcel set pay_until = now() - interval '1 minute' where id = ${late.parcel.id}`.execute(
    db,
  )
  await sql`select expire_parcels(10)`.execute(db)
  expect((await lookAt(late)).state).toBe('pending_payment')
  await sql`update payment set next_check_at = 'infinity' where reference = ${payments[1]?.reference}`.execute(
    db,
  )
  await sql`select expire_parcels(10)`.execute(db)
  for (const payment of payments) await press(payment, 'sent')
  expect(await doJobs()).toEqual([])
  for (const made of [called, late])
    expect(await lookAt(made)).toMatchObject({
      state: 'cancelled',
      paid_kobo: 0,
      waybill: null,
      news: 0,
      outcomes: ['refunded_late'],
      refunds: [{ reason: 'paid_late', amount_kobo: made.parcel.price.total_kobo }],
      prepaid_kobo: 0,
    })
  expect((await lookAt(late)).events).toEqual(['cancelled'])
})

test('too little goes back whole, and the parcel waits', async () => {
  const made = await aFreshParcel()
  const { data } = await pay(made)
  await press(data, 'sent_short')
  expect(await doJobs()).toEqual([])
  expect(await lookAt(made)).toMatchObject({
    state: 'pending_payment',
    waybill: null,
    outcomes: ['refunded_short'],
    prepaid_kobo: 0,
  })
  const { reference } = data
  const told = await server.call(verifyPayment, { reference }, { as: made.as })
  expect(told.data.message).toContain('Your parcel is held: pay again with the full amount.')
})

test('a forged message and a lie about success buy nothing', async () => {
  const made = await aFreshParcel()
  const { data } = await pay(made)
  const body = JSON.stringify({
    event: 'charge.success',
    data: { reference: data.reference, status: 'success', amount: data.amount_kobo },
  })
  expect((await webhook('paystack', body, 'f'.repeat(128))).statusCode).toBe(401)
  expect((await webhook('paystack', body, sign('paystack', body))).statusCode).toBe(200)
  expect(await doJobs()).toEqual([])
  expect(await lookAt(made)).toMatchObject({ state: 'pending_payment', outcomes: [] })
})

test('what cannot be paid says why, and to a stranger that there is nothing', async () => {
  const made = await aFreshParcel(await aWallet(server, 2_000_000))
  const { parcel, as } = made
  const stranger = await aUser(server)
  expect((await pay({ ...made, as: stranger.as })).problem.code).toBe('not_found')
  expect((await pay({ ...made, as: { phone: '+2348031234567' } })).problem.code).toBe('not_found')
  const { data } = await pay(made)
  const { reference } = data
  expect((await server.call(getPayment, { reference }, { as: stranger.as })).status).toBe(404)
  const named = await server.call(getPayment, { reference }, { as: { phone: '+2348031234567' } })
  expect(named.problem.code).toBe('code_needed')

  await sql`update parcel set pay_until = now() + interval '4 minutes' where id = ${parcel.id}`.execute(
    db,
  )
  const ways = await server.call(listPaymentMethods, { parcel: parcel.tracking_id }, { as })
  expect(ways.data.filter((one) => one.available).map((one) => one.channel)).toEqual(
    providers.map(() => 'card'),
  )
  expect(ways.data.find((one) => !one.available)?.reason).toContain('Not enough time left to pay')
  expect((await pay(made)).problem.code).toBe('payment_channel_closed')
  expect((await pay(made, { provider: 'wallet' })).status).toBe(200)
  expect((await pay(made)).problem.code).toBe('already_paid')
  const off = await aFreshParcel()
  await callOff(off)
  expect((await pay(off)).problem.code).toBe('parcel_closed')
})
