import { expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import {
  aPaymentWorld,
  aTripToPayFor,
  type HeldBooking,
  inspectBooking,
  sellToOthers,
} from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aHoldOfPerson, aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'

const { db, server } = await aPaymentWorld()

const price = 500_000

const aCheapHold = async (owner: MadeUser, of = 8): Promise<HeldBooking> =>
  aHoldOfPerson(db, owner, price, { trip_id: await aTripToPayFor(db, of), seat: 1 })

const payWhole = (held: HeldBooking, { as }: MadeUser, key?: string) =>
  server.call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider: 'wallet' },
    { as, ...(key !== undefined && { key }) },
  )

test('a wallet pays all of a booking, which is ticketed at once', async () => {
  const owner = await aWallet(server, price + 1)
  const held = await aCheapHold(owner)
  const { status, data } = await payWhole(held, owner)
  expect([status, data.message]).toEqual([200, 'Paid. Your ticket is ready.'])
  expect(data).toMatchObject({
    provider: 'wallet',
    status: 'succeeded',
    outcome: 'confirmed',
    amount_kobo: price,
    wallet_part_kobo: 0,
    paid_kobo: price,
  })
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'confirmed',
    tickets: 1,
    paid_kobo: price,
    prepaid_kobo: 0,
  })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 1, held_kobo: 0 })
  const { rows } = await sql`select from pgboss.job where name = 'ticket.send'
    and data ->> 'booking_id' = ${held.id}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a kobo too little is a kobo too little', async () => {
  const owner = await aWallet(server, price - 1)
  const held = await aCheapHold(owner)
  const { status, problem } = await payWhole(held, owner)
  expect([status, problem.code]).toEqual([409, 'balance_too_low'])
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'held', tickets: 0, outcomes: [] })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: price - 1, held_kobo: 0 })
})

test('a double click pays once', async () => {
  const owner = await aWallet(server, 3 * price)
  const held = await aCheapHold(owner)
  const key = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => payWhole(held, owner, key)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ data }) => data.reference)).size).toBe(1)
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 2 * price, held_kobo: 0 })
})

test('two phones pay one booking: one pays, the other is told', async () => {
  const owner = await aWallet(server, 3 * price)
  const held = await aCheapHold(owner)
  const answers = await Promise.all([payWhole(held, owner), payWhole(held, owner)])
  expect(answers.map(({ status, problem }) => problem.code ?? status).toSorted()).toEqual([
    200,
    'already_paid',
  ])
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 2 * price, held_kobo: 0 })
})

test('two phones spend the same money at once: it is spent once', async () => {
  const owner = await aWallet(server, price + 100)
  const both = [await aCheapHold(owner), await aCheapHold(owner)]
  const answers = await Promise.all(both.map((held) => payWhole(held, owner)))
  expect(answers.map(({ status, problem }) => problem.code ?? status).toSorted()).toEqual([
    200,
    'balance_too_low',
  ])
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 100, held_kobo: 0 })
})

test('seats that are gone bring the money back into the wallet at once', async () => {
  const owner = await aWallet(server, price)
  const held = await aCheapHold(owner, 1)
  // Simulates that the seats were sold between the check of the hold and the payment.
  await sql`update seat_claim set expires_at = now() - interval '1 minute' where booking_id = ${held.id}`.execute(
    db,
  )
  await sellToOthers(db, held.trip_id, [1])
  const late = await payWhole(held, owner)
  expect(late.problem.code).toBe('hold_expired')
  const { rows } = await sql<{ result: string }>`
    select result from pay_from_wallet(gen_random_uuid(), ${`${held.reference}-LATE`}, ${owner.user.id}, 'booking',
      ${held.id}, null, null, '{"kid":1,"ids":["0102030405060708"],"codes":["LATE"]}')`.execute(db)
  expect(rows).toEqual([{ result: 'refunded_late' }])
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: price, held_kobo: 0 })
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'expired',
    prepaid_kobo: 0,
    refunds: [{ reason: 'paid_late', state: 'succeeded', amount_kobo: price }],
  })
})

test('nobody pays for others, and guests have no wallet', async () => {
  const owner = await aWallet(server, price)
  const stranger = await aWallet(server, price)
  const held = await aCheapHold(owner)
  expect((await payWhole(held, stranger)).problem.code).toBe('not_found')
  const guest = { as: { guest_token: held.guest_token } } as MadeUser
  expect((await payWhole(held, guest)).problem.code).toBe('not_signed_in')
  expect(await fetchWalletBalance(server, stranger)).toEqual({ balance_kobo: price, held_kobo: 0 })
})

test.each([
  [
    'a wallet part beside the wallet',
    { provider: 'wallet', wallet_part_kobo: 1 },
    'wallet_part_kobo',
  ],
  ['an amount for a booking', { provider: 'wallet', amount_kobo: 10_000 }, 'amount_kobo'],
  ['all of it as a part', { provider: 'paystack', wallet_part_kobo: price }, 'wallet_part_kobo'],
  [
    'a rest below ₦100',
    { provider: 'paystack', wallet_part_kobo: price - 9999 },
    'wallet_part_kobo',
  ],
  ['no booking', { provider: 'wallet', reference: undefined }, 'reference'],
] as const)('%s is refused and named', async (_, over, field) => {
  const owner = await aWallet(server, 2 * price)
  const { reference } = await aCheapHold(owner)
  const { status, problem } = await server.call(
    startPayment,
    { purpose: 'booking', reference, ...over } as never,
    { as: owner.as },
  )
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
})

test('cancelling brings a wallet’s money back to it at once, whatever was chosen', async () => {
  const owner = await aWallet(server, price)
  const held = await aCheapHold(owner)
  await payWhole(held, owner)
  const { data } = await server.call(
    cancelBooking,
    { reference: held.reference, refund_to: 'source' },
    { as: owner.as },
  )
  const back = data.refunds.reduce((sum, one) => sum + one.amount_kobo, 0)
  expect(data.refunds).toMatchObject([{ to: 'wallet', state: 'succeeded' }])
  expect(back).toBeGreaterThan(0)
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: back, held_kobo: 0 })
})

test('whoever has no wallet yet has an empty one', async () => {
  const owner = await aUser(server)
  await sql`delete from account where owner = ${owner.user.id}`.execute(db)
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 0 })
})
