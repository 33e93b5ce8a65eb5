import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import {
  addTravellers,
  makePaymentArrive,
  placeHold,
  sellBooking,
  makeTicketGoods,
} from '#tests/load/sales/bookings'
import { runConcurrently } from './concurrently.ts'
import type { outsideRefundQueries } from '#tests/load/invariants/outside-refunds'
import { aPerson } from '#tests/load/sales/wallets'
import { aTrip } from '#tests/support/makers/trips'

interface OutsideRefundGuardMutation {
  guard: string
  detectedBy: keyof typeof outsideRefundQueries
  removeGuardSql: string
  attack: (db: Db) => Promise<unknown>
}

/** Cancels a booking after half of it was refunded by hand. */
async function cancelAfterRefundByHand(db: Db): Promise<void> {
  const sold = await sellBooking(db, (await aTrip(db)).trip_id, [4])
  const half = Math.floor(sold.total_kobo / 2)
  await sql`select record_outside_refund(${sold.payment}::uuid, ${makeReference()}, ${half}::bigint)`.execute(
    db,
  )
  await sql`select request_refund(${sold.id}::uuid, ${half - 1}::bigint, 'cancelled', 'source', ${`cancel:${sold.id}`}, '{4}')`.execute(
    db,
  )
}

/** Reports one refund by hand twice. */
async function reportTwice(db: Db): Promise<void> {
  const sold = await sellBooking(db, (await aTrip(db)).trip_id, [4])
  for (let times = 0; times < 2; times += 1)
    await sql`select record_outside_refund(${sold.payment}::uuid, 'same', 1000)`.execute(db)
}

/** Adds money to a wallet with a debt, and then spends as if the debt were still as large as before. */
async function payDebtAndSpend(db: Db): Promise<void> {
  const person = await aPerson(db, 10_000)
  const wallet = sql`account_of('wallet', ${person}, false)`
  const take = (ref: string, kobo: number) =>
    sql`select post_transfer(${ref}, ${ref}, ${wallet}, account_of('promo_expense', ''), ${kobo}::bigint, 'top_up_back')`.execute(
      db,
    )
  await db.transaction(async (tx) => {
    await sql`select allow_debt(${wallet}, 50000)`.execute(tx)
    await sql`select post_transfer(${`back:${person}`}, ${`back:${person}`}, ${wallet}, account_of('promo_expense', ''), 50000, 'top_up_back')`.execute(
      tx,
    )
  })
  await sql`select post_transfer(${`in:${person}`}, ${`in:${person}`}, account_of('promo_expense', ''), ${wallet}, 30000, 'reward')`.execute(
    db,
  )
  await take(`spent:${person}`, 20_000).catch(() => undefined)
}

/** Reports one transaction under the references of two payments. */
async function payTwiceWithOne(db: Db): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    const held = await placeHold(db, (await aTrip(db)).trip_id, [4])
    if (held === undefined) throw new Error('no hold')
    const payment = await addTravellers(db, held)
    await sql`select apply_payment(${payment}, 'succeeded', ${held.total_kobo}::bigint, 'NGN', 'same', 'card',
      ${makeTicketGoods(1)}::jsonb)`.execute(db)
  }
}

/** Reports a second transaction under one reference to two processes at the same time. */
async function chargeAgainAtOnce(db: Db): Promise<void> {
  const { payment } = await sellBooking(db, (await aTrip(db)).trip_id, [4])
  const record = (tx: Db) =>
    sql`select record_second_charge(${payment}::uuid, 'second', 1000, null)`.execute(tx)
  await runConcurrently(db, record, record)
}

/** Sells a seat to a person with an account. */
async function sellToAccount(db: Db) {
  const person = await aPerson(db, 0)
  const held = await placeHold(db, (await aTrip(db)).trip_id, [4])
  if (held === undefined) throw new Error('no hold')
  await addTravellers(db, held, { isPaid: false })
  const payment = makeId()
  await sql`select open_attempt(${payment}::uuid, ${payment}, 'booking', ${held.id}::uuid, ${person}::uuid, 'paystack',
    'card', ${held.total_kobo}::bigint, 0, null, null, null)`.execute(db)
  await makePaymentArrive(db, payment, held)
  return { ...held, payment }
}

/** Cancels a booking, with the refund to its payer's wallet. */
async function cancelAndRefundToWallet(
  db: Db,
  { id, total_kobo }: { id: string; total_kobo: number },
) {
  await sql`select request_refund(${id}::uuid, ${total_kobo - 1000}::bigint, 'cancelled', 'wallet', ${`cancel:${id}`}, '{4}')`.execute(
    db,
  )
}

/** Cancels a disputed booking, with the refund to its payer's wallet. */
async function cancelWhileDisputed(db: Db): Promise<void> {
  const { payment, ...held } = await sellToAccount(db)
  await sql`select record_dispute(${payment}::uuid, ${makeReference()}, 1000, 'open', 'open', null)`.execute(
    db,
  )
  await sql`select request_refund(${held.id}::uuid, 1000, 'cancelled', 'wallet', ${`cancel:${held.id}`}, '{4}')`.execute(
    db,
  )
}

/** Disputes a booking that was cancelled and refunded to a wallet. */
async function disputeAfterCancelling(db: Db): Promise<void> {
  const sold = await sellToAccount(db)
  await cancelAndRefundToWallet(db, sold)
  await sql`select record_dispute(${sold.payment}::uuid, ${makeReference()}, ${sold.total_kobo}::bigint, 'open', 'open', null)`.execute(
    db,
  )
}

/** Refunds a booking by hand that was cancelled and refunded to a wallet. */
async function refundByHandAfterCancelling(db: Db): Promise<void> {
  const sold = await sellToAccount(db)
  await cancelAndRefundToWallet(db, sold)
  await sql`select record_outside_refund(${sold.payment}::uuid, ${makeReference()}, ${sold.total_kobo}::bigint)`.execute(
    db,
  )
}

/** Refunds half of a payment by hand, although one half is in the wallet and the other is being sent to its source. */
async function refundByHandWhileRefunding(db: Db): Promise<void> {
  const { id, total_kobo, payment } = await sellToAccount(db)
  const half = Math.floor(total_kobo / 2)
  for (const destination of ['wallet', 'source'])
    await sql`select request_refund(${id}::uuid, ${half}::bigint, 'operator_cancelled', ${destination}, ${destination}, '{4}')`.execute(
      db,
    )
  await sql`select record_outside_refund(${payment}::uuid, ${makeReference()}, ${half}::bigint)`.execute(
    db,
  )
  await sql`select settle_refund(id, 'submitted', 'x') from refund where payment_id = ${payment}::uuid
    and destination = 'source'`.execute(db)
}

/** Moves a stuck refund into a wallet after somebody has made it by hand. */
async function moveAfterRefundByHand(db: Db): Promise<void> {
  const { id, total_kobo, payment } = await sellToAccount(db)
  await sql`select request_refund(${id}::uuid, ${total_kobo}::bigint, 'operator_cancelled', 'source', 'all', '{4}')`.execute(
    db,
  )
  await sql`update refund set state = 'failed', to_wallet = true where payment_id = ${payment}::uuid`.execute(
    db,
  )
  await sql`select record_outside_refund(${payment}::uuid, ${makeReference()}, ${total_kobo}::bigint)`.execute(
    db,
  )
  await sql`select refund_into_wallet(id) from refund where payment_id = ${payment}::uuid`.execute(
    db,
  )
}

/** Loses a dispute about a booking. */
async function loseDispute(db: Db): Promise<void> {
  const sold = await sellBooking(db, (await aTrip(db)).trip_id, [4])
  for (const state of ['open', 'lost'])
    await sql`select record_dispute(${sold.payment}::uuid, 'lost', 1000, ${state}, ${state}, null)`.execute(
      db,
    )
}

export const outsideRefundGuardMutations: readonly OutsideRefundGuardMutation[] = [
  {
    guard: 'apply_payment: a transaction pays once, whatever its reference',
    detectedBy: 'one transaction of a company that pays twice',
    removeGuardSql: `drop index payment_of_transaction;
      do $$ begin execute replace(pg_get_functiondef('apply_payment'::regproc), 'other.provider_id = p_provider_id', 'false'); end $$`,
    attack: payTwiceWithOne,
  },
  {
    guard: 'record_second_charge: the payment is locked',
    detectedBy: 'one transaction of a company that pays twice',
    removeGuardSql: `drop index payment_of_transaction;
      do $$ begin execute replace(replace(pg_get_functiondef('record_second_charge'::regproc), ' for update', ''),
        'pay.reference || ''.'' || p_company_id', 'made::text'); end $$`,
    attack: chargeAgainAtOnce,
  },
  {
    guard: 'request_refund: nothing disputed goes to a wallet',
    detectedBy: 'refunded while it was disputed',
    removeGuardSql: `do $$ begin execute replace(pg_get_functiondef('request_refund'::regproc), 'when charge.is_disputed', 'when false'); end $$`,
    attack: cancelWhileDisputed,
  },
  {
    guard: 'hold_disputed: what was refunded into a wallet is held there',
    detectedBy: 'refunded into a wallet, and given back or disputed too',
    removeGuardSql: `do $$ begin execute replace(pg_get_functiondef('hold_disputed'::regproc), 'doubled_refund(pay.id, held)', '0'); end $$`,
    attack: disputeAfterCancelling,
  },
  {
    guard: 'record_outside_refund: what was refunded into a wallet is taken back',
    detectedBy: 'refunded into a wallet, and given back or disputed too',
    removeGuardSql: `do $$ begin execute replace(pg_get_functiondef('record_outside_refund'::regproc), 'perform take_back_doubled(pay.id);', ''); end $$`,
    attack: refundByHandAfterCancelling,
  },
  {
    guard: 'settle_refund: what was refunded by hand meanwhile is taken back',
    detectedBy: 'refunded into a wallet, and given back or disputed too',
    removeGuardSql: `do $$ begin execute replace(pg_get_functiondef('settle_refund'::regproc), 'perform take_back_doubled(charge);', ''); end $$`,
    attack: refundByHandWhileRefunding,
  },
  {
    guard: 'refund_into_wallet: what was refunded by hand meanwhile waits',
    detectedBy: 'refunded into a wallet, and given back or disputed too',
    removeGuardSql: `do $$ begin execute replace(pg_get_functiondef('refund_into_wallet'::regproc), ' or waits', ''); end $$`,
    attack: moveAfterRefundByHand,
  },
  {
    guard: 'record_dispute: a lost one is taken back',
    detectedBy: 'lost dispute whose money was not taken back',
    removeGuardSql: `do $$ begin execute replace(pg_get_functiondef('record_dispute'::regproc), 'when p_state = ''lost'' then', 'when false then'); end $$`,
    attack: loseDispute,
  },
  {
    guard: 'request_refund: sets off what was given back by hand',
    detectedBy: 'refunded again what was given back by hand',
    removeGuardSql: `do $$ begin execute replace(pg_get_functiondef('request_refund'::regproc), 'least(rest, pay.open_kobo, charge.outside_kobo)', '0'); end $$`,
    attack: cancelAfterRefundByHand,
  },
  {
    guard: 'outside_refund: one row a refund of the company',
    detectedBy: 'one refund by hand recorded twice',
    removeGuardSql: `alter table outside_refund drop constraint outside_refund_once;
      do $$ begin execute replace(pg_get_functiondef('record_outside_refund'::regproc), 'on conflict (provider, provider_id) do nothing', ''); end $$`,
    attack: reportTwice,
  },
  {
    guard: 'account: money in lowers its debt',
    detectedBy: 'a debt that is more than what is owed',
    removeGuardSql: 'drop trigger account_debt_shrinks on account',
    attack: payDebtAndSpend,
  },
]
