import type { Payment } from '#contract/payments/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { ProviderName, Settlement } from './provider.ts'

/** The effect of a settlement. `refund_id`: a refund to submit. */
export interface SettlementEffect {
  result:
    | 'unknown_reference'
    | 'already'
    | 'initiated'
    | 'pending'
    | 'failed'
    | 'abandoned'
    | 'quarantined'
    | 'confirmed'
    | 'confirmed_other_seats'
    | 'refunded_late'
    | 'refunded_twice'
    | 'refunded_short'
    | 'credited'
    | 'balance_too_low'
  kind: string | null
  payable_id: string | null
  refund_id: string | null
  /** A refund that is already in its wallet. */
  wallet_refund_id: string | null
}

export interface AttemptToSettle {
  reference: string
  provider: Payment['provider']
  status: string
  kind: string
  payable_id: string
  /** The causer of the jobs that follow from the payment: the id of the payer or, for a guest, of the payable. */
  causer: string
}

/** SQL for the `causer` of a `payment` p. */
export const causerSql = sql`coalesce(p.person_id, p.payable_id)::text`

/** Returns an attempt with its payment company, payable and causer. A payment from a wallet has already succeeded. */
export async function findAttemptToSettle(
  db: Db,
  reference: string,
): Promise<AttemptToSettle | undefined> {
  const { rows } = await sql<AttemptToSettle>`
    select p.reference, p.provider, p.status, y.kind, p.payable_id, ${causerSql} as causer
    from payment p join payable y on y.id = p.payable_id where p.reference = ${reference}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Applies the settlement in the caller's transaction; see sql/apply_settlement.sql. `card`: the card of the payment,
 * hashed (`hashCard`). Stores the first 100 characters of the reason for a decline, on one line.
 */
export async function applySettlement(
  db: Db,
  settlement: Settlement,
  { card, goods }: { card: string | undefined; goods: object },
): Promise<SettlementEffect> {
  const { reference, amount_kobo, currency, provider_id, channel, decline_reason } = settlement
  const status = settlement.status === 'reversed' ? 'failed' : settlement.status
  const reason = decline_reason
    ?.replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 100)
  const { rows } = await sql<SettlementEffect>`
    select * from apply_settlement(${reference}, ${status}, ${amount_kobo}::bigint, ${currency}, ${provider_id}, ${channel},
      ${JSON.stringify(goods)}::jsonb, ${card ?? null}, ${decline_reason ? reason : null})`.execute(
    db,
  )
  const [effect] = rows
  if (effect === undefined) throw new Error('apply_settlement answered nothing')
  return effect
}

/** Stores a payment company's message. Returns false if the same bytes were stored before. */
export async function insertWebhookEvent(
  db: Db,
  event: {
    provider: ProviderName
    event_id: string
    reference: string | null
    transaction_id: string | null
    kind: string
    raw: string
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_event (provider, event_id, payment_reference, transaction_id, kind, raw)
    values (${event.provider}, ${event.event_id}, ${event.reference}, ${event.transaction_id}, ${event.kind}, ${event.raw})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Returns whether a succeeded payment must be rechecked: a message about it mentions something besides its charge, such
 * as a refund, or another transaction.
 */
export async function needsRecheck(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_event e join payment p on p.reference = e.payment_reference
    where e.payment_reference = ${reference} and p.status = 'succeeded' and (
      e.kind not in ('charge.success', 'charge.failed', 'charge.completed')
      or e.transaction_id <> p.provider_id)
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Returns the ids of the transactions in messages about an attempt, those of the latest messages first; at most 20.
 * Leaves out transactions that have already settled a payment.
 */
export async function findReportedTransactions(db: Db, reference: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.transaction_id as id from webhook_event e
    where e.payment_reference = ${reference} and e.transaction_id is not null and not exists (
      select from payment p where p.provider_id = e.transaction_id and p.provider = e.provider and p.status = 'succeeded'
        and p.part_of is null)
    group by e.transaction_id order by max(e.received_at) desc limit 20`.execute(db)
  return rows.map(({ id }) => id)
}

/** Records the payment reference of webhook messages that contained only the company's transaction id. */
export async function setEventReference(
  db: Db,
  provider: ProviderName,
  transaction_id: string,
  reference: string,
): Promise<void> {
  await sql`
    update webhook_event set payment_reference = ${reference}
    where provider = ${provider} and transaction_id = ${transaction_id} and payment_reference is null`.execute(
    db,
  )
}

/**
 * If there is a new message that a company has sent back the transfer for an unpaid attempt, records that and returns
 * the transfer. Otherwise returns undefined.
 */
export async function recordRejectedTransfer(
  db: Db,
  reference: string,
): Promise<RejectedTransfer | undefined> {
  const { rows } = await sql<RejectedTransfer>`
    update payment p set transfer_rejected_at = e.at
    from (select max(received_at) as at from webhook_event
      where payment_reference = ${reference} and kind = 'bank.transfer.rejected') e, payable y
    where p.reference = ${reference} and p.status <> 'succeeded' and y.id = p.payable_id
      and (p.transfer_rejected_at < e.at or p.transfer_rejected_at is null and e.at is not null)
    returning y.kind, y.id as payable_id, p.person_id as payer_id, p.amount_kobo, p.provider, p.transfer_rejected_at as at`.execute(
    db,
  )
  return rows[0]
}

/** A transfer that a payment company has sent back, with the payable for which it was made. */
export interface RejectedTransfer {
  kind: string
  payable_id: string
  payer_id: string | null
  amount_kobo: number
  provider: ProviderName
  at: Date
}

/** Records that the messages about an attempt were processed. */
export async function markEventsProcessed(db: Db, reference: string): Promise<void> {
  await sql`
    update webhook_event set processed_at = now()
    where payment_reference = ${reference} and processed_at is null`.execute(db)
}

/** A message that was not processed. `reference`: null if only the company's id of the transaction is known. */
export interface UnprocessedMessage {
  provider: ProviderName
  reference: string | null
  transaction_id: string
  /** The current hour. */
  hour: string
}

/**
 * Returns up to `limit` messages of the last two days, in any order, that were not processed within three hours: longer
 * than their jobs are retried. Leaves out messages that name a payment which is not ours.
 */
export async function findUnprocessedMessages(
  db: Db,
  limit: number,
): Promise<UnprocessedMessage[]> {
  const { rows } = await sql<UnprocessedMessage>`
    select provider, payment_reference as reference, coalesce(transaction_id, '') as transaction_id,
      date_trunc('hour', now())::text as hour
    from webhook_event
    where processed_at is null and raw <> ''
      and received_at between now() - interval '2 days' and now() - interval '3 hours'
      and case when payment_reference is null then transaction_id is not null
        else exists (select from payment where reference = payment_reference) end
    order by random() limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns the references of the attempts that were created or settled at a payment company since a moment, the latest
 * first.
 */
export async function findReferencesSince(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from payment
    where greatest(created_at, settled_at) >= ${since} and provider not in ('wallet', 'counter')
      and part_of is null and second_of is null
    order by created_at desc, id`.execute(db)
  return rows.map(({ reference }) => reference)
}

/** Returns those of these references that no attempt has. */
export async function findUnknownReferences(
  db: Db,
  references: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select asked.reference from unnest(${[...references]}::text[]) asked (reference)
    where not exists (select from payment p where p.reference = asked.reference)`.execute(db)
  return rows.map(({ reference }) => reference)
}

/**
 * Claims up to `limit` attempts whose settlement is due and sets their next one: after 1, 2, 4 … 60 minutes, and never
 * again after three days. With the last one, an open attempt ends as abandoned, whatever the company answers, so that
 * nothing waits for its money any more; money that comes even later is still settled. A payment that was set aside
 * (`is_quarantined`) stays open, since its money is there. Two processes never claim the same attempt.
 */
export async function claimDueAttempts(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    update payment set reconciles = least(reconciles + 1, 1000),
      next_check_at = case when created_at < now() - interval '72 hours' then 'infinity'
        else now() + least(60, power(2, least(reconciles, 6))) * interval '1 minute' end,
      status = case when created_at < now() - interval '72 hours' and status in ('initiated', 'pending')
          and not is_quarantined(payment) then 'abandoned' else status end
    where id in (
      select id from payment where status <> 'succeeded' and next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked)
    returning reference`.execute(db)
  return rows.map((row) => row.reference)
}
