import type { Payment } from '#contract/payments/model'
import type { Actor, Context } from '#server/context'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import type { Payable } from '#server/platform/payable'
import type { Channel, PaymentInstruction, ProviderName, TransferAccount } from './provider.ts'
import { causerSql, type SettlementEffect } from './settlement-repository.ts'

/** An attempt with data of the payable. Amounts are in kobo. */
export interface Attempt {
  id: string
  reference: string
  /** As in `payable_kind`. */
  kind: Payable['kind'] | 'wallet'
  /** The payable's id (`payable_id`) and its reference (`thing`). */
  payable_id: string
  thing: string
  /** As in `AttemptToSettle`. */
  causer: string
  /** Whether the payable still waits for money. */
  is_waiting: boolean
  provider: Payment['provider']
  channel: Channel | null
  status: Payment['status']
  outcome: Payment['outcome']
  amount_kobo: number
  /** The part that the wallet pays. */
  wallet_part_kobo: number
  paid_kobo: number
  /** The code of the bank whose USSD code the payer dials; null for any other way to pay. */
  bank: string | null
  authorization_url: string | null
  transfer_account: TransferAccount | null
  ussd: string | null
  failure: string | null
  /** Why the company declined, in its own words. */
  decline_reason: string | null
  /** Whether the company has sent back a transfer for this attempt. */
  is_rejected: boolean
  checks: number
  expires_at: Date
  now: Date
}

/** SQL for attempts `p` of this person: for a payable of theirs, or a top-up of their wallet. */
const attemptsOf = (payables: readonly Payable[], actor: Actor) => sql`
  select p.id, p.reference, y.kind, y.id as payable_id, y.reference as thing,
    ${causerSql} as causer, mine.is_waiting, p.provider, p.channel, p.status, p.outcome,
    p.amount_kobo, p.wallet_part_kobo, p.paid_kobo, p.bank, p.authorization_url, p.transfer_account, p.ussd, p.failure, p.decline_reason,
    p.transfer_rejected_at is not null as is_rejected, p.checks, p.expires_at, clock_timestamp() as now
  from payment p join payable y on y.id = p.payable_id
  cross join lateral (${sql.join([topUpOf(actor), ...payables.map((one) => one.selectWaits(actor))], sql` union all `)}) mine`

const topUpOf = (actor: Actor): Sql<{ is_waiting: boolean }> => sql`
  select false as is_waiting from wallet_top_up u
  where u.id = y.id and u.person_id = ${actor.kind === 'user' ? actor.user_id : null}::uuid`

type CallerContext = Pick<Context, 'db' | 'payables' | 'actor'>

/** Returns one of the caller's attempts; undefined for an attempt of somebody else. */
export async function findAttempt(
  { db, payables, actor }: CallerContext,
  reference: string,
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    ${attemptsOf(payables, actor)} where p.reference = ${reference}`.execute(db)
  return rows[0]
}

/** A row of a person's list of payments. `thing`: the reference of its payable. */
interface ListedPayment extends Pick<
  Attempt,
  'reference' | 'kind' | 'payable_id' | 'thing' | 'provider' | 'channel' | 'status' | 'outcome'
> {
  total_kobo: number
  refunded_kobo: number
  at: Date
}

/**
 * Returns one page of a person's payments that succeeded or are pending, the newest first, and how many there are on
 * all pages. If a wallet paid a part of a payment, that part is not listed separately but is in the payment's total.
 * The total is what was paid, which may differ from what was due; for a pending payment, it is what is due.
 */
export async function findPaymentsOfPerson(
  db: Db,
  person_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedPayment[]; total: number }> {
  const theirs = sql`p.person_id = ${person_id} and p.part_of is null and p.second_of is null
    and p.status in ('succeeded', 'pending') and not (p.provider = 'wallet' and p.reference like '%.wallet')`
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from payment p where ${theirs}`.execute(db)
  const { rows } = await sql<ListedPayment>`
    select p.reference, y.kind, y.id as payable_id, y.reference as thing, p.provider, p.channel, p.status, p.outcome,
      case when p.status = 'succeeded' then
        (select sum(o.paid_kobo) from payment o where o.reference in (p.reference, p.reference || '.wallet'))
        else p.amount_kobo + p.wallet_part_kobo end::bigint as total_kobo,
      (select sum(o.refunded_kobo + o.refund_pending_kobo)
        from payment whole join payment o on o.id = whole.id or o.part_of = whole.id
        where whole.reference in (p.reference, p.reference || '.wallet'))::bigint as refunded_kobo,
      coalesce(p.settled_at, p.created_at) as at
    from payment p join payable y on y.id = p.payable_id
    where ${theirs} order by p.created_at desc, p.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns the attempt that an earlier run of the same write has made. */
export async function findAttemptOfWrite(
  { db, payables, actor }: CallerContext,
  once: OwnedIdempotencyKey,
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`${attemptsOf(payables, actor)}
    where p.idempotency_principal = ${once.principal} and p.idempotency_key = ${once.key}`.execute(
    db,
  )
  return rows[0]
}

interface OwnedIdempotencyKey {
  principal: string
  key: string
}

/** Returns whether the payer of an attempt has a page, account or code to pay with, or has already paid. */
export const isAttemptStarted = (attempt: Attempt): boolean =>
  attempt.status === 'succeeded' ||
  (attempt.authorization_url ?? attempt.transfer_account ?? attempt.ussd) !== null

/**
 * SQL for whether a `payment` was never started. For a payment that did not succeed, it is the opposite of
 * `isAttemptStarted`.
 */
export const isAttemptUnstartedSql = sql`num_nonnulls(authorization_url, transfer_account, ussd) = 0`

/** An attempt before its payment company is called. `person_id`: the paying account; null for a guest. */
export interface NewAttempt {
  id: string
  reference: string
  /** As in `payable_kind`. */
  kind: string
  payable_id: string
  person_id: string | null
  provider: ProviderName
  channel: Channel | null
  bank: string | null
  amount_kobo: number
  wallet_part_kobo: number
  /** Whether the wallet's PIN was entered for its part. */
  is_proved: boolean
  /** The new length of the payable's hold in minutes, counted from its start; null does not extend it. */
  extend_to: number | null
  once: OwnedIdempotencyKey | undefined
}

/** Stores an attempt to pay (`open_attempt`). Returns false if the wallet lacks its part. */
export async function openAttempt(db: Db, made: NewAttempt): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`
    select open_attempt(${made.id}::uuid, ${made.reference}, ${made.kind}, ${made.payable_id}::uuid,
      ${made.person_id}::uuid, ${made.provider}, ${made.channel}, ${made.amount_kobo}::bigint,
      ${made.wallet_part_kobo}::bigint, ${made.extend_to}::int, ${made.once?.principal ?? null}, ${made.once?.key ?? null}, ${made.is_proved}) as opened`.execute(
    db,
  )
  if (made.bank !== null)
    await sql`update payment set bank = ${made.bank} where id = ${made.id}::uuid`.execute(db)
  return rows[0]?.opened === true
}

/** Holds the wallet's part again before a retry. Returns false if the wallet lacks it. */
export async function renewWalletHold(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select hold_in_wallet(payable_id, id, person_id, wallet_part_kobo) as held
    from payment where id = ${id}::uuid`.execute(db)
  return rows[0]?.held === true
}

/** Stores a top-up attempt that lasts half an hour. Does nothing if its idempotency key was used before. */
export async function insertTopUp(
  db: Db,
  made: Pick<
    NewAttempt,
    'id' | 'reference' | 'provider' | 'channel' | 'bank' | 'amount_kobo' | 'once'
  > & { person_id: string },
): Promise<void> {
  await sql`
    insert into payment (id, reference, payable_id, person_id, provider, channel, bank, amount_kobo,
      idempotency_principal, idempotency_key, expires_at)
    select ${made.id}::uuid, ${made.reference}, make_top_up(${made.id}::uuid, ${made.person_id}::uuid, ${made.reference}),
      ${made.person_id}::uuid, ${made.provider}, ${made.channel}, ${made.bank}, ${made.amount_kobo}::bigint,
      ${made.once?.principal ?? null}, ${made.once?.key ?? null}, now() + interval '30 minutes'
    where not exists (select from payment
      where idempotency_principal = ${made.once?.principal ?? null} and idempotency_key = ${made.once?.key ?? null})
    on conflict (idempotency_principal, idempotency_key) do nothing`.execute(db)
}

/** Returns a person's data for a payment company; only nulls for an unknown person. */
export async function findPayer(
  db: Db,
  person_id: string,
): Promise<{ email: string | null; name: string | null; phone: string | null }> {
  const { rows } = await sql<{ email: string | null; name: string | null; phone: string | null }>`
    select email, full_name as name, phone from person where id = ${person_id}`.execute(db)
  return rows[0] ?? { email: null, name: null, phone: null }
}

/**
 * Pays all of a payable from a wallet, in the caller's transaction (`pay_from_wallet`), which holds the row lock of the
 * payable.
 */
export async function payFromWallet(
  db: Db,
  made: Pick<NewAttempt, 'id' | 'reference' | 'kind' | 'payable_id' | 'is_proved' | 'once'> & {
    person_id: string
  },
  goods: object,
): Promise<SettlementEffect> {
  const { rows } = await sql<SettlementEffect>`
    select * from pay_from_wallet(${made.id}::uuid, ${made.reference}, ${made.person_id}::uuid, ${made.kind},
      ${made.payable_id}::uuid, ${made.once?.principal ?? null}, ${made.once?.key ?? null},
      ${JSON.stringify(goods)}::jsonb, ${made.is_proved})`.execute(db)
  const [effect] = rows
  if (effect === undefined) throw new Error('pay_from_wallet answered nothing')
  return effect
}

const noStep = { authorization_url: null, transfer_account: null, ussd: null }

/** Stores the payment company's answer. Returns false if another run of the same write was first. */
export async function saveAttemptStart(
  db: Db,
  id: string,
  reference: string,
  step: PaymentInstruction,
): Promise<boolean> {
  const { authorization_url, transfer_account, ussd } = { ...noStep, ...step }
  const account = transfer_account && JSON.stringify(transfer_account)
  const { rows } = await sql`
    update payment set authorization_url = ${authorization_url}, transfer_account = ${account}::jsonb,
      ussd = ${ussd}, failure = null,
      status = case when status in ('initiated', 'failed') then 'pending' else status end
    where id = ${id} and reference = ${reference} and ${isAttemptUnstartedSql} returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Gives an attempt that was not started a new reference. Returns false if it was started in the meantime. */
export async function replaceAttemptReference(
  db: Db,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    update payment set reference = ${to}, status = 'initiated'
    where id = ${id} and reference = ${from} and ${isAttemptUnstartedSql} returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Records that the payment company did not answer, or refused, and releases wallet money. A later settlement may still
 * find that the payer has paid.
 */
export async function markAttemptFailed(db: Db, id: string, failure: string): Promise<void> {
  await sql`
    with failed as (
      update payment set status = 'failed', failure = ${failure.slice(0, 500)}
      where id = ${id} and status in ('initiated', 'failed') and ${isAttemptUnstartedSql} returning id
    )
    select free_payment_hold(id) from failed`.execute(db)
}

/** Counts one call of `verifyPayment` for a payment. Returns false if `most` calls were already counted. */
export async function countPaymentCheck(db: Db, id: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    update payment set checks = checks + 1 where id = ${id} and checks < ${most} returning 1`.execute(
    db,
  )
  return rows.length > 0
}
