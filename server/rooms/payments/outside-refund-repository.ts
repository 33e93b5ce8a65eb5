import type { OutsideRefund } from '#contract/payments/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { ProviderName, Settlement } from './provider.ts'

/** A payment that succeeded at a payment company. */
export interface CompanyCharge {
  id: string
  provider: ProviderName
  provider_id: string
  paid_kobo: number
}

/**
 * Returns the known charges under a payment's reference, beginning with the charge that settled the payment. Returns
 * none if no company settled it.
 */
export async function findCompanyCharges(db: Db, reference: string): Promise<CompanyCharge[]> {
  const { rows } = await sql<CompanyCharge>`
    with first as (
      select id from payment where reference = ${reference} and status = 'succeeded' and provider <> 'wallet'
        and part_of is null
    )
    select p.id, p.provider, p.provider_id, p.paid_kobo from payment p, first
    where first.id in (p.id, p.second_of) and p.provider_id is not null
    order by p.second_of is not null, p.settled_at, p.id`.execute(db)
  return rows
}

/**
 * Records a second charge under a payment's reference (`record_second_charge`), with its card as a hash (`hashCard`).
 * Returns the id of its refund; undefined if the charge was recorded before.
 */
export async function recordSecondCharge(
  tx: Db,
  first_id: string,
  { provider_id, amount_kobo, channel }: Settlement,
  card: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{ refund_id: string | null }>`
    select record_second_charge(${first_id}::uuid, ${provider_id}, ${amount_kobo}::bigint, ${channel}, ${card}) as refund_id`.execute(
    tx,
  )
  return rows[0]?.refund_id ?? undefined
}

/**
 * Returns the ids of the refunds of a payment and its shares that its company has made or may make by our order. Leaves
 * out refunds into a wallet and refunds that were set off.
 */
export async function findOrderedRefunds(db: Db, charge_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refund r join payment p on p.id = r.payment_id
    where ${charge_id}::uuid in (p.id, p.part_of) and r.destination = 'source' and not r.by_hand`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Records what a payment company has given back without our request (`record_outside_refund`); `amount_kobo` is 0 if it
 * failed. Returns the row's id; undefined if nothing has changed.
 */
export async function recordOutsideRefund(
  db: Db,
  charge_id: string,
  { provider_id, amount_kobo }: { provider_id: string; amount_kobo: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select record_outside_refund(${charge_id}::uuid, ${provider_id}, ${amount_kobo}::bigint) as id`.execute(
    db,
  )
  return rows[0]?.id ?? undefined
}

/** A refund that we did not order, before its room has described the payable. Amounts are in kobo. */
export interface OutsideRefundRow extends Omit<OutsideRefund, 'who' | 'about' | 'found_at'> {
  payable_id: string
  /** The paying account; null for a guest, and after an erasure. */
  payer: string | null
  found_at: Date
}

/** Returns one page of the refunds that we did not order and that nobody has looked at, newest first. */
export async function findPageOfOutsideRefunds(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ refunds: OutsideRefundRow[]; total: number }> {
  const { rows } = await sql<OutsideRefundRow>`
    select o.id, y.kind, y.id as payable_id, y.reference, o.amount_kobo, p.outside_kobo as open_kobo, o.provider,
      p.reference as payment, o.provider_id as company_id, payer.full_name as payer, o.found_at
    from outside_refund o join payment p on p.id = o.payment_id join payable y on y.id = p.payable_id
    left join person payer on payer.id = p.person_id and payer.erased_at is null
    where o.seen_at is null order by o.found_at desc, o.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from outside_refund where seen_at is null`.execute(db)
  return { refunds: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Records that somebody has looked at a refund that we did not order. Returns false if that was recorded before. */
export async function markOutsideRefundSeen(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update outside_refund set seen_at = now() where id = ${id}::uuid and seen_at is null returning 1`.execute(
    db,
  )
  return rows.length > 0
}
