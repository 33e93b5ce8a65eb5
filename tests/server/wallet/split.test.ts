import { expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { runHoldSweep } from '#tests/support/server/jobs'
import {
  aPaymentWorld,
  aTripToPayFor,
  type HeldBooking,
  expireHold,
  inspectBooking,
  sellToOthers,
} from '#tests/support/worlds/payments'
import type { MadeUser } from '#tests/support/makers/people'
import {
  aHoldOfPerson,
  aWallet,
  fillWallet,
  fetchWalletBalance,
} from '#tests/support/makers/wallets'

const { db, server, press, doJobs } = await aPaymentWorld()
const price = 500_000

const aCheapHold = async (owner: MadeUser, of = 8): Promise<HeldBooking> =>
  aHoldOfPerson(db, owner, price, { trip_id: await aTripToPayFor(db, of), seat: 1 })

const payWhole = (held: HeldBooking, { as }: MadeUser, key?: string) =>
  server.call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider: 'wallet' },
    { as, ...(key !== undefined && { key }) },
  )

const paySplit = (
  held: HeldBooking,
  { as }: MadeUser,
  wallet_part_kobo: number,
  { provider = 'paystack', key }: { provider?: 'paystack' | 'flutterwave'; key?: string } = {},
) =>
  server.call(
    startPayment,
    {
      purpose: 'booking',
      reference: held.reference,
      provider,
      channel: 'transfer',
      wallet_part_kobo,
    },
    { as, ...(key !== undefined && { key }) },
  )

test('wallet and company pay together', async () => {
  const owner = await aWallet(server, 300_000)
  const held = await aCheapHold(owner)
  const { status, data } = await paySplit(held, owner, 200_000)
  expect([status, data.amount_kobo, data.wallet_part_kobo]).toEqual([200, 300_000, 200_000])
  expect(await fetchWalletBalance(server, owner)).toEqual({
    balance_kobo: 100_000,
    held_kobo: 200_000,
  })
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'confirmed',
    tickets: 1,
    outcomes: ['confirmed', 'confirmed'],
    paid_kobo: price,
    prepaid_kobo: 0,
  })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 100_000, held_kobo: 0 })
})

test('what is set aside cannot be spent elsewhere, and comes back when the booking ends', async () => {
  const owner = await aWallet(server, price)
  const held = await aCheapHold(owner)
  await paySplit(held, owner, 200_000)
  const other = await aCheapHold(owner)
  expect((await payWhole(other, owner)).problem.code).toBe('balance_too_low')
  expect((await paySplit(other, owner, 300_001)).problem.code).toBe('balance_too_low')
  await expireHold(db, held)
  await runHoldSweep(db)
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: price, held_kobo: 0 })
  expect((await payWhole(other, owner)).status).toBe(200)
})

test('a newer attempt takes the place of the older one’s part', async () => {
  const owner = await aWallet(server, 300_000)
  const held = await aCheapHold(owner)
  await paySplit(held, owner, 300_000)
  await paySplit(held, owner, 250_000, { provider: 'flutterwave' })
  expect(await fetchWalletBalance(server, owner)).toEqual({
    balance_kobo: 50_000,
    held_kobo: 250_000,
  })
  await server.call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider: 'paystack', channel: 'card' },
    { as: owner.as },
  )
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 300_000, held_kobo: 0 })
  await fillWallet(db, owner.user.id, 200_000)
  await paySplit(held, owner, 100_000)
  expect((await payWhole(held, owner)).status).toBe(200)
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 0 })
})

test('a company that cannot be asked leaves nothing set aside, and a repeat sets it aside again', async () => {
  const owner = await aWallet(server, 200_000)
  const held = await aCheapHold(owner)
  const key = crypto.randomUUID()
  await sql`insert into sandbox.mood values ('paystack', 'down')`.execute(db)
  const down = await paySplit(held, owner, 200_000, { key })
  expect(down.problem.code).toBe('provider_unavailable')
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 200_000, held_kobo: 0 })
  await sql`delete from sandbox.mood`.execute(db)
  const { data } = await paySplit(held, owner, 200_000, { key })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 200_000 })
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', prepaid_kobo: 0 })
})

test('too much sent leaves more in the wallet; far too much comes back', async () => {
  const owner = await aWallet(server, 200_000)
  const held = await aCheapHold(owner)
  const { data } = await paySplit(held, owner, 200_000)
  await press(data, 'sent_over')
  expect(await doJobs()).toEqual([])
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 50_000, held_kobo: 0 })
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', refunds: [] })

  const twice = await aCheapHold(owner)
  const second = await paySplit(twice, owner, 50_000)
  await press(second.data, 'sent_twice')
  expect(await doJobs()).toEqual([])
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 50_000, held_kobo: 0 })
  expect(await inspectBooking(db, twice)).toMatchObject({
    status: 'confirmed',
    prepaid_kobo: 0,
    refunds: [{ reason: 'paid_over', amount_kobo: 400_000 }],
  })
})

test('a short transfer goes back whole and nothing stays set aside', async () => {
  const owner = await aWallet(server, 200_000)
  const held = await aCheapHold(owner)
  const { data } = await paySplit(held, owner, 200_000)
  await press(data, 'sent_short')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'awaiting_payment',
    outcomes: ['refunded_short'],
    refunds: [{ reason: 'paid_short', amount_kobo: 250_000 }],
    prepaid_kobo: 0,
  })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 200_000, held_kobo: 0 })
})

test('money that comes after the wallet was spent goes back whole', async () => {
  const owner = await aWallet(server, 200_000)
  const held = await aCheapHold(owner)
  const { data } = await paySplit(held, owner, 200_000)
  await expireHold(db, held)
  await runHoldSweep(db)
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 200_000, held_kobo: 0 })
  const other = await aCheapHold(owner)
  await paySplit(other, owner, 150_000)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    outcomes: ['refunded_short'],
    refunds: [{ amount_kobo: 300_000 }],
    prepaid_kobo: 0,
  })
  expect(await fetchWalletBalance(server, owner)).toEqual({
    balance_kobo: 50_000,
    held_kobo: 150_000,
  })
})

test('late money finds the wallet’s part where it still is', async () => {
  const owner = await aWallet(server, 200_000)
  const held = await aCheapHold(owner)
  const { data } = await paySplit(held, owner, 200_000)
  await expireHold(db, held)
  await runHoldSweep(db)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', prepaid_kobo: 0 })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 0 })
})

test('late money without seats: both parts go back to where they came from', async () => {
  const owner = await aWallet(server, 200_000)
  const held = await aCheapHold(owner, 1)
  const { data } = await paySplit(held, owner, 200_000)
  await expireHold(db, held)
  await sellToOthers(db, held.trip_id, [1])
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  const seen = await inspectBooking(db, held)
  expect(seen).toMatchObject({ status: 'expired', prepaid_kobo: 0 })
  expect(seen.outcomes).toEqual(['refunded_late', 'refunded_late'])
  expect(new Set(seen.refunds.map((one) => one.amount_kobo))).toEqual(new Set([200_000, 300_000]))
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 200_000, held_kobo: 0 })
})

test('of a booking paid by both, the company’s part goes where the traveller chooses', async () => {
  for (const refund_to of ['source', 'wallet'] as const) {
    const owner = await aWallet(server, 200_000)
    const held = await aCheapHold(owner)
    const { data: payment } = await paySplit(held, owner, 200_000)
    await press(payment, 'sent')
    await doJobs()
    const { data } = await server.call(
      cancelBooking,
      { reference: held.reference, refund_to },
      { as: owner.as },
    )
    const ways = data.refunds.map(({ to, amount_kobo }) => [to, amount_kobo])
    const all = data.refunds.reduce((sum, one) => sum + one.amount_kobo, 0)
    expect(new Set(ways.map(String))).toEqual(
      new Set([`${refund_to},300000`, `wallet,${all - 300_000}`]),
    )
    const { balance_kobo } = await fetchWalletBalance(server, owner)
    expect(balance_kobo).toBe(refund_to === 'wallet' ? all : all - 300_000)
    expect(await doJobs()).toEqual([])
    expect(await inspectBooking(db, held)).toMatchObject({ status: 'cancelled', prepaid_kobo: 0 })
  }
})

test('a guest has no wallet to give a part of', async () => {
  const owner = await aWallet(server, price)
  const held = await aCheapHold(owner)
  const guest = { as: { guest_token: held.guest_token } } as MadeUser
  expect((await paySplit(held, guest, 100_000)).problem.code).toBe('not_signed_in')
})
