import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/**
 * Records the payment for a payable whose money the operator received directly, and fulfils the payable
 * (`pay_at_counter`). Returns the outcome, such as `confirmed`. `goods`: the argument of the kind's `fulfils` function.
 */
export async function payAtCounter(
  tx: Db,
  payment: { kind: string; payable_id: string; operator_id: string; goods: object },
): Promise<string> {
  const { kind, payable_id, operator_id, goods } = payment
  const { rows } = await sql<{ result: string }>`
    select result from pay_at_counter(${makeId()}::uuid, ${kind}, ${payable_id}::uuid, ${operator_id}::uuid,
      ${JSON.stringify(goods)}::jsonb)`.execute(tx)
  return rows[0]?.result ?? 'refunded_late'
}

/** Records a further payment for a payable that was bought at a counter and costs more now (`pay_more_at_counter`). */
export async function payMoreAtCounter(
  tx: Db,
  { payable_id, operator_id, amount_kobo }: CounterPayment,
): Promise<void> {
  await sql`
    select pay_more_at_counter(${makeId()}::uuid, ${payable_id}::uuid, ${operator_id}::uuid, ${amount_kobo}::bigint)`.execute(
    tx,
  )
}

interface CounterPayment {
  payable_id: string
  operator_id: string
  amount_kobo: number
}

/**
 * Settles the open refunds of a payable (`pay_refunds_at_counter`), which a clerk pays out in cash. `effect`: settles
 * only the refunds of this effect. Returns their sum, kobo.
 */
export async function payRefundsAtCounter(
  tx: Db,
  payable_id: string,
  operator_id: string,
  effect?: string,
): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select pay_refunds_at_counter(${payable_id}::uuid, ${operator_id}::uuid, ${effect ?? null}) as kobo`.execute(
    tx,
  )
  return rows[0]?.kobo ?? 0
}
