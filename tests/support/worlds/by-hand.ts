import type { ProviderName } from '#contract/payments/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Refunds a part of a payment in its company's dashboard, without a message. Returns the company's id of the refund.
 */
export async function refundByHand(
  db: Db,
  reference: string,
  amount_kobo: number,
  status?: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into sandbox.refund (charge_id, amount_kobo, note, status, created_at)
    select id, ${amount_kobo}::bigint, 'customer called',
      coalesce(${status ?? null}, case provider when 'paystack' then 'processed' else 'completed' end),
      now() - interval '1 minute'
    from sandbox.charge where reference = ${reference} returning id`.execute(db)
  const [made] = rows
  if (made === undefined) throw new Error(`no charge ${reference}`)
  return made.id
}

/** Makes a company report the refunds of a payment to our server. The caller runs the jobs. */
export async function reportRefunds(
  db: Db,
  provider: ProviderName,
  reference: string,
): Promise<void> {
  await sql`insert into pgboss.job (name, data) values ('sandbox.tell', ${JSON.stringify({ provider, reference })}::jsonb)`.execute(
    db,
  )
}

/** Returns the sum of a payment's refunds at its company in kobo, pending ones included, failed ones not. */
export async function sumRefundsAtCompany(db: Db, reference: string): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(r.amount_kobo), 0)::bigint as kobo from sandbox.refund r join sandbox.charge c on c.id = r.charge_id
    where c.reference = ${reference} and r.status <> 'failed'`.execute(db)
  return rows[0]?.kobo ?? 0
}
