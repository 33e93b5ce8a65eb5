import { maxOperatorClaimKobo } from '#contract/parcels/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { claimColumns, type ClaimRow } from './claim-repository.ts'
import { parcelJoins } from './repository.ts'

/** A claim as visible to those who decide it. Amounts are in kobo. */
export interface AnswerableClaim extends ClaimRow {
  sender_id: string
  operator_id: string
  operator: { code: string; name: string }
  waybill: string
  from: string
  to: string
  contents: string | null
  declared_value_kobo: number
  cover_kobo: number
  is_insured: boolean
  received_at: Date | null
  recommended_kobo: number | null
  recommendation: string | null
  recommended_at: Date | null
}

const answerable = sql`select ${claimColumns}, p.user_id as sender_id, p.operator_id, json_build_object('code', o.code, 'name', o.name) as operator,
    p.waybill, a.name as from, b.name as to, p.contents, p.declared_value_kobo, p.cover_kobo, p.insured as is_insured, p.received_at, c.recommended_kobo,
    c.recommendation, c.recommended_at
  from ${parcelJoins} join parcel_claim c on c.parcel_id = p.id join operator o on o.id = p.operator_id`

/**
 * SQL for whether an open claim `c` waits for our staff: it is insured, large, or has a recommendation. The screens of
 * the desk sort claims by the same rule.
 */
const waitsForStaffSql = sql`(c.insured or c.asked_kobo > ${maxOperatorClaimKobo}::bigint or c.recommended_at is not null)`

const newestAnswerLast = sql`case when c.state in ('open', 'to_be_paid') then c.created_at end, c.decided_at desc, c.id`

/**
 * Returns claims about parcels of an operator: open ones first, then those that wait for money, both with the oldest
 * first. The others follow with the newest answer first. At most 200.
 */
export async function findOperatorClaims(db: Db, operator_id: string): Promise<AnswerableClaim[]> {
  const { rows } = await sql<AnswerableClaim>`${answerable} where p.operator_id = ${operator_id}
    order by (c.state = 'open') desc, ${newestAnswerLast} limit 200`.execute(db)
  return rows
}

/**
 * Returns claims about all parcels: those for our staff at the top, then those that wait for money, then the rest; at
 * most 200.
 */
export async function findAllClaims(db: Db): Promise<AnswerableClaim[]> {
  const { rows } = await sql<AnswerableClaim>`${answerable}
    order by case when c.state = 'open' and ${waitsForStaffSql} then 0
      when c.state = 'to_be_paid' then 1 when c.state = 'open' then 2 else 3 end, ${newestAnswerLast} limit 200`.execute(
    db,
  )
  return rows
}

/**
 * Returns a claim; with `operator_id`, only if it is about a parcel of this operator. Locks the rows of the claim and
 * its parcel until the transaction ends.
 */
export async function lockClaim(
  db: Db,
  requested: { id: string; operator_id: string | undefined },
): Promise<AnswerableClaim | undefined> {
  // Lock the parcel before its claim, in the same order as a new claim does, to avoid deadlocks. Read the claim only
  // after this wait.
  await sql`select from parcel where id = (select parcel_id from parcel_claim where id = ${requested.id}) for update`.execute(
    db,
  )
  const { rows } = await sql<AnswerableClaim>`${answerable} where c.id = ${requested.id}
    and coalesce(${requested.operator_id ?? null}::uuid, p.operator_id) = p.operator_id for update of c`.execute(
    db,
  )
  return rows[0]
}

/**
 * Returns how many open claims need an answer or a recommendation from an operator. With null, returns how many wait
 * for our staff.
 */
export async function countWaitingClaims(db: Db, operator_id: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from parcel_claim c join parcel p on p.id = c.parcel_id
    where c.state = 'open' and case when ${operator_id}::uuid is null then ${waitsForStaffSql}
      else p.operator_id = ${operator_id}::uuid and c.recommended_at is null end`.execute(db)
  return rows[0]?.count ?? 0
}

/** An answer to a claim. Its author is `key_id` or `member_id`; the other is null. */
interface ClaimAnswerInput {
  id: string
  pay_kobo: number
  words: string
  key_id: string | null
  member_id: string | null
}

export async function saveRecommendation(db: Db, it: ClaimAnswerInput): Promise<void> {
  await sql`update parcel_claim set recommended_kobo = ${it.pay_kobo}, recommendation = ${it.words},
    recommended_at = now(), key_id = ${it.key_id}, member_id = ${it.member_id} where id = ${it.id}`.execute(
    db,
  )
}

/**
 * Stores an answer. If `pay_kobo` is above zero, the claim is to be paid; otherwise it is refused. The check
 * `operator_claims_a_day` fails if an operator grants more than its limit for a day.
 */
export async function saveClaimAnswer(
  db: Db,
  it: ClaimAnswerInput & { by: 'operator' | 'staff' },
): Promise<void> {
  const [key, member] =
    it.by === 'staff' ? ['staff_key_id', 'staff_member_id'] : ['key_id', 'member_id']
  await sql`update parcel_claim set state = ${it.pay_kobo > 0 ? 'to_be_paid' : 'refused'},
    granted_kobo = ${it.pay_kobo}, answer = ${it.words}, answered_by = ${it.by}, ${sql.ref(key)} = ${it.key_id},
    ${sql.ref(member)} = ${it.member_id}, decided_at = now() where id = ${it.id}`.execute(db)
}

/** Pays an accepted claim (`pay_claim`). `waits`: the insurance lacks the money. */
export async function payClaim(
  db: Db,
  id: string,
): Promise<'paid' | 'waits' | 'not_granted' | undefined> {
  const { rows } = await sql<{
    result: 'paid' | 'waits' | 'not_granted'
  }>`select pay_claim(${id}::uuid) as result`.execute(db)
  return rows[0]?.result
}

/** Returns claims that wait for money, the longest waiting first. */
export async function findUnpaidClaims(db: Db): Promise<{ id: string; parcel_id: string }[]> {
  const { rows } = await sql<{ id: string; parcel_id: string }>`
    select id, parcel_id from parcel_claim where state = 'to_be_paid' order by decided_at, id limit 200`.execute(
    db,
  )
  return rows
}

/** Returns the insurance's balance, and the sum and number of the claims that wait for money. Sums are in kobo. */
export async function findInsurance(
  db: Db,
): Promise<{ balance_kobo: number; waiting_kobo: number; claims_waiting: number }> {
  const { rows } = await sql<{
    balance_kobo: number
    waiting_kobo: number
    claims_waiting: number
  }>`
    select (select credits_kobo - debits_kobo - held_kobo from account
        where kind = 'insurance_payable' and owner = '') as balance_kobo,
      coalesce(sum(granted_kobo), 0)::bigint as waiting_kobo, count(*)::int as claims_waiting
    from parcel_claim where state = 'to_be_paid' and insured`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the insurance has no account')
  return row
}

/** Transfers our own money (the float) to the insurance account, from which claims are paid. */
export async function postFloat(db: Db, ref: string, amount_kobo: number): Promise<void> {
  await sql`select post_transfer(${ref}, ${ref}, account_of('insurance_float', ''),
    account_of('insurance_payable', '', false), ${amount_kobo}::bigint, 'float')`.execute(db)
}
