import type { StaffDispute } from '#contract/payments/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { CompanyDispute, DisputeAnswer, ProviderName } from './provider.ts'

/**
 * Returns whether a stored message or dispute is about this payment, or about another charge under the same reference.
 */
export async function isDisputeMentioned(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_event where payment_reference = ${reference} and kind ~ 'dispute|chargeback'
    union all select from dispute d join payment p on p.id = d.payment_id
      left join payment first on first.id = p.second_of where ${reference} in (p.reference, first.reference)
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Records what a company reports about a dispute (`record_dispute`). Returns the row's id; undefined if nothing has
 * changed.
 */
export async function recordDispute(
  db: Db,
  charge_id: string,
  { provider_id, amount_kobo, state, said, due_at }: CompanyDispute,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select record_dispute(${charge_id}::uuid, ${provider_id}, ${amount_kobo}::bigint, ${state}, ${said.slice(0, 100)},
      ${due_at}::timestamptz) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

/**
 * A dispute that is open or lost. `amount_kobo`: the sum that the company has taken back because of it, 0 while it is
 * open.
 */
export interface OpenOrLostDispute {
  provider_id: string
  amount_kobo: number
}

/** Returns the disputes of a charge that are open or lost. */
export async function findOpenOrLostDisputes(
  db: Db,
  charge_id: string,
): Promise<OpenOrLostDispute[]> {
  const { rows } = await sql<OpenOrLostDispute>`
    select d.provider_id, coalesce(o.amount_kobo, 0) as amount_kobo from dispute d
    left join outside_refund o on o.provider = d.provider and o.provider_id = 'dispute:' || d.provider_id
    where d.payment_id = ${charge_id}::uuid and d.state in ('open', 'lost')`.execute(db)
  return rows
}

/** An open dispute. `reference`: the reference of its payment. `is_unsent`: whether our answer is still to be sent. */
export interface DueDispute {
  id: string
  reference: string
  is_unsent: boolean
}

/** Claims up to `limit` open disputes about which to ask the payment company now, each at most once an hour. */
export async function claimDueDisputes(db: Db, limit: number): Promise<DueDispute[]> {
  const { rows } = await sql<DueDispute>`
    with due as (
      update dispute set next_check_at = now() + interval '1 hour' where id in (
        select id from dispute where state = 'open' and next_check_at <= now()
        order by next_check_at limit ${limit} for update skip locked)
      returning id, payment_id, answer is not null and sent_at is null as is_unsent
    )
    select due.id, coalesce(first.reference, p.reference) as reference, due.is_unsent
    from due join payment p on p.id = due.payment_id left join payment first on first.id = p.second_of`.execute(
    db,
  )
  return rows
}

/** A dispute for our staff, before its room has described the payable. */
export interface DisputeRow extends Omit<StaffDispute, 'who' | 'about' | 'due_at' | 'opened_at'> {
  payable_id: string
  /** The paying account; null for a guest, and after an erasure. */
  payer: string | null
  due_at: Date | null
  opened_at: Date
}

const asRow = sql`
  d.id, y.kind, y.id as payable_id, y.reference, d.amount_kobo, d.state, d.provider, p.reference as payment,
  d.provider_id as company_id, d.said, d.due_at, d.opened_at, d.answer, d.message, d.evidence is not null as has_evidence,
  d.sent_at is not null as is_sent, payer.full_name as payer
  from dispute d join payment p on p.id = d.payment_id join payable y on y.id = p.payable_id
  left join person payer on payer.id = p.person_id and payer.erased_at is null`

/** Returns one page of disputes: open ones first, sorted by due date, then decided ones, the latest decision first. */
export async function findPageOfDisputes(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ disputes: DisputeRow[]; total: number }> {
  const { rows } = await sql<DisputeRow>`
    select ${asRow} order by d.state <> 'open', case when d.state = 'open' then d.due_at end nulls last, d.decided_at desc,
      d.id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from dispute`.execute(db)
  return { disputes: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns whether a person made the payment that the dispute is about. */
export async function isDisputeOf(db: Db, id: string, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from dispute d join payment p on p.id = d.payment_id
    where d.id = ${id}::uuid and p.person_id = ${person_id}::uuid`.execute(db)
  return rows.length > 0
}

/** Stores our answer to an open dispute that has no answer. Returns false if there is no such dispute. */
export async function saveDisputeAnswer(
  tx: Db,
  id: string,
  { answer, message, evidence }: Pick<DisputeAnswer, 'answer' | 'message' | 'evidence'>,
): Promise<boolean> {
  const { rows } = await sql`
    update dispute set answer = ${answer}, message = ${message}, answered_at = now(),
      evidence = ${evidence === null ? null : Buffer.from(evidence)}::bytea
    where id = ${id}::uuid and state = 'open' and answer is null returning 1`.execute(tx)
  return rows.length > 0
}

export async function findDispute(db: Db, id: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`select ${asRow} where d.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** An answer for a company, and the company's id of the charge that it is about. */
export interface UnsentAnswer extends DisputeAnswer {
  provider: ProviderName
  charge_provider_id: string
}

/** Returns undefined if the dispute is not open, has no answer, or its answer was sent. */
export async function findUnsentAnswer(db: Db, id: string): Promise<UnsentAnswer | undefined> {
  const { rows } = await sql<UnsentAnswer>`
    select d.provider, d.provider_id, d.answer, d.amount_kobo, d.message, d.evidence, p.provider_id as charge_provider_id
    from dispute d join payment p on p.id = d.payment_id
    where d.id = ${id}::uuid and d.state = 'open' and d.answer is not null and d.sent_at is null`.execute(
    db,
  )
  return rows[0]
}

/**
 * If `sent`, records that the company has our answer, and deletes the answer's photo. Otherwise clears the answer,
 * which the company refused, so that our staff may answer again.
 */
export async function recordAnswerOutcome(db: Db, id: string, sent: boolean): Promise<void> {
  await (
    sent
      ? sql`update dispute set sent_at = now(), next_check_at = now(), evidence = substring(evidence for 0)
          where id = ${id}::uuid`
      : sql`update dispute set answer = null, answered_at = null where id = ${id}::uuid and sent_at is null`
  ).execute(db)
}
