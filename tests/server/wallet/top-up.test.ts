import { sql } from '#server/db/sql'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { expect, test } from 'vitest'
import type { Payment } from '#contract/payments/model'
import { providers } from '#contract/payments/rules'
import { minTopUpKobo, maxTopUpKobo } from '#contract/wallet/rules'
import { getPayment, startPayment, verifyPayment } from '#contract/payments/endpoints'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { fetchWalletBalance } from '#tests/support/makers/wallets'

const { db, deps, logged, server, press, doJobs } = await aPaymentWorld()

const add = (
  { as }: Pick<MadeUser, 'as'>,
  over: Record<string, unknown> = {},
  { key, on = server } = {} as { key?: string; on?: typeof server },
) =>
  on.call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'transfer', amount_kobo: 500_000, ...over },
    { as, ...(key !== undefined && { key }) },
  )

const told = ({ as }: MadeUser, reference: string) => server.call(getPayment, { reference }, { as })

for (const provider of providers) {
  test(`money comes into the wallet through ${provider}`, async () => {
    const owner = await aUser(server)
    const { status, data } = await add(owner, { provider })
    expect([status, data.purpose, data.booking, data.status]).toEqual([
      200,
      'wallet',
      null,
      'pending',
    ])
    expect(data.transfer_account?.amount_kobo).toBe(500_000)
    await press(data, 'sent')
    expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 0 })
    expect(await doJobs()).toEqual([])
    expect((await told(owner, data.reference)).data).toMatchObject({
      status: 'succeeded',
      outcome: 'credited',
      paid_kobo: 500_000,
      message: '₦5,000 is in your wallet.',
    })
    expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 500_000, held_kobo: 0 })
  })
}

test.each([
  ['short', 'sent_short', 450_000],
  ['over', 'sent_over', 550_000],
  ['twice', 'sent_twice', 1_000_000],
])('what is sent %s is credited as it came', async (_, act, kobo) => {
  const owner = await aUser(server)
  const { data } = await add(owner)
  await press(data, act)
  expect(await doJobs()).toEqual([])
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(kobo)
})

test('what comes late is credited too, and told often it is credited once', async () => {
  const owner = await aUser(server)
  const { data } = await add(owner)
  await sql`update payment set expires_at = now() - interval '1 day', status = 'abandoned' where reference = ${data.reference}`.execute(
    db,
  )
  await press(data, 'sent', { webhook: 'thrice' })
  const ask = () => server.call(verifyPayment, { reference: data.reference }, { as: owner.as })
  await Promise.all([ask(), ask(), doJobs(), doJobs()])
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 500_000, held_kobo: 0 })
})

test('a double click starts one payment', async () => {
  const owner = await aUser(server)
  const key = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => add(owner, {}, { key })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ data }) => data.reference)).size).toBe(1)
  const other = await add(owner, { amount_kobo: 600_000 }, { key })
  expect(other.problem.code).toBe('idempotency_key_reused')
})

test('a decline leaves the wallet as it was, and says what to do', async () => {
  const owner = await aUser(server)
  const { data } = await add(owner, { channel: 'ussd' })
  await press(data, 'decline')
  await server.call(verifyPayment, { reference: data.reference }, { as: owner.as })
  expect((await told(owner, data.reference)).data).toMatchObject<Partial<Payment>>({
    status: 'failed',
    message: 'Paystack says: “Declined on the phone”. Try again or pay another way.',
  })
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: 0, held_kobo: 0 })
})

test('only who has an account adds money, and only they see it', async () => {
  expect((await add({ as: { device_id: crypto.randomUUID() } })).problem.code).toBe('not_signed_in')
  const [owner, stranger] = [await aUser(server), await aUser(server)]
  const { data } = await add(owner)
  expect((await told(stranger, data.reference)).problem.code).toBe('not_found')
})

test.each([
  ['no amount', { amount_kobo: undefined }, 'amount_kobo'],
  ['too little', { amount_kobo: minTopUpKobo - 1 }, 'amount_kobo'],
  ['too much', { amount_kobo: maxTopUpKobo + 1 }, 'amount_kobo'],
  ['half a kobo', { amount_kobo: 10_000.5 }, 'amount_kobo'],
  ['a booking', { reference: '0123456789A' }, 'reference'],
  ['the wallet itself', { provider: 'wallet' }, 'provider'],
  ['a wallet part', { wallet_part_kobo: 100 }, 'wallet_part_kobo'],
])('%s is refused and named', async (_, over, field) => {
  const { status, problem } = await add(await aUser(server), over)
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
})

test('where money may not be held, none is taken in', async () => {
  const closed = await aServer(db, { config: { wallet_topup: false } })
  const owner = await aUser(closed)
  expect((await add(owner, {}, { on: closed })).problem.code).toBe('topup_closed')
  const { data } = await closed.call(getWalletBalance, {}, { as: owner.as })
  expect(data.can_top_up).toBe(false)
  await closed.close()
})

test('money that comes after its owner was erased goes back to where it came from', async () => {
  const owner = await aUser(server)
  const { data } = await add(owner)
  await sql`update person set erase_at = now() where id = ${owner.user.id}`.execute(db)
  await eraseDueAccounts(deps)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  const { rows } = await sql`
    select p.outcome, p.paid_kobo, r.amount_kobo, r.destination, r.reason, r.state,
      (select credits_kobo::int from account where owner = ${owner.user.id}) as in_wallet
    from payment p join refund r on r.payment_id = p.id where p.reference = ${data.reference}`.execute(
    db,
  )
  const paid = { paid_kobo: 500_000, amount_kobo: 500_000, in_wallet: 0 }
  const back = { outcome: 'refunded_late', destination: 'source', reason: 'paid_late' }
  expect(rows).toEqual([{ ...paid, ...back, state: 'submitted' }])
  logged.length = 0
  await runJob(deps, 'ledger.check', {})
  expect(logged).toEqual([])
})
