import type { StaffRefund } from '#contract/payments/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A refund for our staff, before its room has described it. Amounts are in kobo. */
export interface StuckRefund extends Omit<StaffRefund, 'who' | 'about' | 'requested_at' | 'since'> {
  payable_id: string
  /** The paying account; null for a guest, and after an erasure. */
  payer: string | null
  requested_at: Date
  since: Date | null
}

const asStuck = sql`
  r.id, y.kind, y.id as payable_id, y.reference, r.amount_kobo, r.reason, r.state, p.provider, r.said, r.tries,
  coalesce((select whole.reference from payment whole where whole.id = p.part_of), p.reference) as payment,
  payer.full_name as payer, payer.id is not null as has_account, r.requested_at, r.person_since as since`
const joined = sql`
  join payment p on p.id = r.payment_id join payable y on y.id = r.payable_id
  left join person payer on payer.id = p.person_id and payer.erased_at is null`

/** Returns one page of refunds that need a person, newest first. */
export async function findPageOfStuckRefunds(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ refunds: StuckRefund[]; total: number }> {
  const { rows } = await sql<StuckRefund>`
    select ${asStuck} from refund r ${joined} where r.state = 'needs_person'
    order by r.person_since desc, r.id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from refund where state = 'needs_person'`.execute(db)
  return { refunds: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns a refund that needs a person, and locks its row until the transaction ends. */
export async function lockStuckRefund(tx: Db, id: string): Promise<StuckRefund | undefined> {
  const { rows } = await sql<StuckRefund>`
    select ${asStuck} from refund r ${joined}
    where r.id = ${id}::uuid and r.state = 'needs_person' for update of r`.execute(tx)
  return rows[0]
}

/**
 * Makes a refund due now, but not sooner than a minute after it began to need a person, since an earlier try may last
 * until then. The caller holds the row lock of the refund.
 */
export async function makeRefundDue(
  tx: Db,
  id: string,
  { to_wallet }: { to_wallet: boolean },
): Promise<void> {
  await sql`update refund set state = 'failed', to_wallet = ${to_wallet}, person_since = null,
      next_try_at = greatest(now(), person_since + interval '1 minute')
    where id = ${id}::uuid`.execute(tx)
}

/** Returns how many refunds need a person of our staff; none at an operator's desk. */
export async function countStuckRefunds(db: Db, operator_id: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from refund
    where state = 'needs_person' and ${operator_id}::uuid is null`.execute(db)
  return rows[0]?.count ?? 0
}
