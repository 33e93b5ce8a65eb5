import { afterEach, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { type ProviderName, providers } from '#contract/payments/rules'
import { getWalletBalance, listWalletTransactions } from '#contract/wallet/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { countViolations } from '#tests/load/invariants/invariants'
import { aUser } from '#tests/support/makers/people'
import { aHoldOfPerson, fillWallet } from '#tests/support/makers/wallets'
import { aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'

/* Money that we refund into a wallet cannot be spent again when the company also gives back the same payment. */

const { db, deps, server, press, doJobs } = await aPaymentWorld()
const { call } = server
const price = 1_000_000

afterEach(async () => {
  expect(await findLedgerViolations(deps)).toEqual([])
  for (const invariant of [
    'refunded into a wallet, and given back or disputed too',
    'refunds taken back from wallets differ from the ledger',
    'open disputes differ from what is held',
    'refunded while it was disputed',
    'lost dispute whose money was not taken back',
    'money set aside differs from its holds',
    'a debt that is more than what is owed',
    'money given back by hand differs from the ledger',
    'refunded again what was given back by hand',
    'wallet below zero',
  ] as const)
    expect([invariant, await countViolations(db, invariant)]).toEqual([invariant, 0])
})

/** A paid booking of somebody with an account; `balance` reads what the wallet has and holds. */
async function aPaidBooking(provider: ProviderName) {
  const owner = await aUser(server)
  const held = await aHoldOfPerson(db, owner, price, { trip_id: await aTripToPayFor(db), seat: 1 })
  const { data: payment } = await call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider, channel: 'ussd' },
    { as: owner.as },
  )
  await press(payment, 'approve')
  expect(await doJobs()).toEqual([])
  const balance = async () => {
    const { data } = await call(getWalletBalance, {}, { as: owner.as })
    return [data.balance_kobo, data.held_kobo]
  }
  return { ...held, owner, payment, balance }
}

/** A paid booking that its payer has cancelled into the wallet; `refunded`: the sum that the wallet got. */
async function aCancelledBooking(provider: ProviderName) {
  const paid = await aPaidBooking(provider)
  const input = { reference: paid.reference, refund_to: 'wallet' } as const
  expect((await call(cancelBooking, input, { as: paid.owner.as })).status).toBe(200)
  expect(await doJobs()).toEqual([])
  const [refunded = 0] = await paid.balance()
  expect(refunded).toBeGreaterThan(price / 2)
  return { ...paid, refunded }
}

async function act(payment: Parameters<typeof press>[0], ...acts: string[]) {
  for (const what of acts) {
    await press(payment, what)
    expect(await doJobs()).toEqual([])
  }
}

async function spend(person_id: string, amount_kobo: number) {
  await sql`select post_transfer(${`spent:${person_id}`}, 'spent', account_of('wallet', ${person_id}, false),
    account_of('promo_expense', ''), ${amount_kobo}::bigint, 'given_up')`.execute(db)
}

/** Stores a refund of a part of a booking. Returns its id. */
async function refund(paid: { id: string }, amount_kobo: number, destination: string) {
  const { rows } = await sql<{ id: string }>`
    select request_refund(${paid.id}::uuid, ${amount_kobo}::bigint, 'operator_cancelled', ${destination},
      ${`${destination}:${paid.id}`}, '{1}') as id`.execute(db)
  return rows[0]?.id ?? ''
}

async function findPaymentId({ reference }: { reference: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where reference = ${reference}`.execute(db)
  return rows[0]?.id ?? ''
}

const recordOutside = (id: string, company_id: string, kobo: number) =>
  inTransaction(db, (tx) =>
    sql`select record_outside_refund(${id}::uuid, ${`${id}:${company_id}`}, ${kobo}::bigint)`.execute(
      tx,
    ),
  )

const recordDispute = (id: string, kobo: number, state: string) =>
  inTransaction(db, (tx) =>
    sql`select record_dispute(${id}::uuid, ${`${id}:disputed`}, ${kobo}::bigint, ${state}, ${state}, null)`.execute(
      tx,
    ),
  )

const settle = (refund_id: string, state: string) =>
  sql`select settle_refund(${refund_id}::uuid, ${state}, ${refund_id})`.execute(db)

for (const provider of providers) {
  test(`${provider}: a dispute holds what was refunded into the wallet, and frees or takes it`, async () => {
    const [won, lost] = [await aCancelledBooking(provider), await aCancelledBooking(provider)]
    for (const { payment, balance, refunded } of [won, lost]) {
      await act(payment, 'dispute')
      expect(await balance()).toEqual([0, refunded])
    }
    await act(won.payment, 'dispute_won', 'dispute_won')
    expect(await won.balance()).toEqual([won.refunded, 0])
    await act(lost.payment, 'dispute_lost', 'dispute_lost')
    expect(await lost.balance()).toEqual([0, 0])
  })

  test(`${provider}: a dispute about half holds only what exceeds the payment`, async () => {
    const { payment, balance, refunded } = await aCancelledBooking(provider)
    const over = refunded + price / 2 - price
    await act(payment, 'dispute_half')
    expect(await balance()).toEqual([refunded - over, over])
    await act(payment, 'dispute_lost')
    expect(await balance()).toEqual([refunded - over, 0])
  })

  test(`${provider}: a spent refund that is given back by hand too is a debt, which the next money in pays`, async () => {
    const { payment, balance, refunded, owner } = await aCancelledBooking(provider)
    await spend(owner.user.id, refunded - 1000)
    await act(payment, 'refund_half', 'refund_rest', 'reverse')
    expect(await balance()).toEqual([1000 - refunded, 0])
    const { data } = await call(listWalletTransactions, {}, { as: owner.as })
    expect(data[0]).toMatchObject({
      kind: 'top_up_back',
      words: expect.stringMatching(/^Refund taken back: the payment company returned the money/),
    })
    await fillWallet(db, owner.user.id, refunded)
    expect(await balance()).toEqual([1000, 0])
  })

  test(`${provider}: what was given back by hand while a dispute is open is taken once`, async () => {
    const { payment, balance, refunded } = await aCancelledBooking(provider)
    await act(payment, 'dispute', 'refund_half')
    const taken = refunded + price / 2 - price
    expect(await balance()).toEqual([0, refunded - taken])
    await act(payment, 'dispute_lost', 'reverse')
    expect(await balance()).toEqual([0, 0])
  })

  test(`${provider}: a refund by hand that failed afterwards returns to the wallet`, async () => {
    const { payment, balance, refunded } = await aCancelledBooking(provider)
    await act(payment, 'refund_rest')
    expect(await balance()).toEqual([0, 0])
    await sql`update sandbox.refund set status = 'failed' where charge_id = (
      select id from sandbox.charge where reference = ${payment.reference})`.execute(db)
    await act(payment, 'dispute', 'dispute_won')
    expect(await balance()).toEqual([refunded, 0])
  })
}

test('news in any order, doubled and at once, leaves the wallet with the same', async () => {
  const orders = [
    ['open', 'half', 'lost', 'rest'],
    ['half', 'open', 'lost', 'rest'],
    ['lost', 'open', 'half', 'lost'],
    ['half', 'rest', 'open', 'lost'],
  ]
  for (const order of orders) {
    const { payment, balance } = await aCancelledBooking('paystack')
    const id = await findPaymentId(payment)
    const tell = (news: string) => {
      if (news === 'half' || news === 'rest') return recordOutside(id, news, price / 2)
      return recordDispute(id, price, news)
    }
    for (const news of order) await Promise.all([tell(news), tell(news), tell('half')])
    expect([order, await balance()]).toEqual([order, [0, 0]])
  }
})

test('a refund that was on its way while somebody refunded by hand is taken back from the wallet, and returned if it fails', async () => {
  const paid = await aPaidBooking('paystack')
  const id = await findPaymentId(paid.payment)
  await refund(paid, 400_000, 'wallet')
  const sent = await refund(paid, 600_000, 'source')
  await recordOutside(id, 'by hand', 400_000)
  expect(await paid.balance()).toEqual([400_000, 0])
  await settle(sent, 'submitted')
  expect(await paid.balance()).toEqual([0, 0])
  await settle(sent, 'failed')
  expect(await paid.balance()).toEqual([400_000, 0])
  await sql`select cover_refund(${sent}::uuid)`.execute(db)
  await settle(sent, 'succeeded')
  expect(await paid.balance()).toEqual([400_000, 0])
})

test('a stuck refund does not go to the wallet while its money is disputed or was refunded by hand', async () => {
  for (const news of ['dispute', 'by hand']) {
    const paid = await aPaidBooking('paystack')
    const id = await findPaymentId(paid.payment)
    const stuck = await refund(paid, price, 'source')
    await sql`update refund set state = 'failed', to_wallet = true where id = ${stuck}`.execute(db)
    if (news === 'dispute') await recordDispute(id, price, 'open')
    else await recordOutside(id, 'by hand', price)
    await sql`select refund_into_wallet(${stuck}::uuid)`.execute(db)
    expect([news, await paid.balance()]).toEqual([news, [0, 0]])
    if (news === 'dispute') await recordDispute(id, price, 'won')
    await sql`select cover_refund(${stuck}::uuid)`.execute(db)
    await sql`select refund_into_wallet(${stuck}::uuid)`.execute(db)
    expect([news, await paid.balance()]).toEqual([news, [news === 'dispute' ? price : 0, 0]])
  }
})

test('nothing is taken from an account that was erased, and nothing else is lost', async () => {
  const { payment, owner, refunded } = await aCancelledBooking('paystack')
  const id = await findPaymentId(payment)
  await spend(owner.user.id, refunded)
  await sql`update person set erased_at = now() where id = ${owner.user.id}`.execute(db)
  await recordDispute(id, price, 'open')
  await recordDispute(id, price, 'lost')
  const { rows } = await sql`
    select p.outside_kobo, p.wallet_back_kobo, p.disputed_kobo, (select a.credits_kobo - a.debits_kobo - a.held_kobo
      from account a where a.kind = 'wallet' and a.owner = p.person_id::text) as left_kobo
    from payment p where p.id = ${id}::uuid`.execute(db)
  expect(rows).toEqual([
    { outside_kobo: price, wallet_back_kobo: 0, disputed_kobo: 0, left_kobo: 0 },
  ])
})
