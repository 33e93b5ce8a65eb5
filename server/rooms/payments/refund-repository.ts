import type { Booking } from '#contract/bookings/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { ExplainableRefund } from '#server/platform/payable'
import type { ProviderName, RefundSettlement } from './provider.ts'

export type RefundReason = Booking['refunds'][number]['reason']

/** A refund in progress, with its payment. Amounts are in kobo. `tries` includes the current one. */
export interface OpenRefund {
  id: string
  /** The company's payment, of which the refund's payment may be a share. */
  charge_id: string
  provider: ProviderName
  reference: string
  provider_id: string | null
  amount_kobo: number
  tries: number
  state: string
  /** Whether the refund goes to a wallet, unless its payment company has already received it. */
  to_wallet: boolean
  /** Whether the last report of the payment company about it is older than a day. */
  is_lost: boolean
  /** Whether the refund was requested more than 15 days ago, which is longer than we promise. */
  is_overdue: boolean
}

/** A request to refund a part of what was paid for a payable. A repeated `effect` refunds nothing more. */
export interface RefundRequest {
  payable_id: string
  /** For a booking, the cancelled seats. */
  seats?: readonly number[]
  amount_kobo: number
  reason: RefundReason
  destination: 'wallet' | 'source'
  effect: string
}

/** A new refund. Wallet money returns to the wallet even if the request chose another destination. */
export interface NewRefund {
  id: string
  destination: RefundRequest['destination']
}

/** Stores the refunds of a request, spread over the payable's payments. Returns the new ones. */
export async function insertRefunds(db: Db, request: RefundRequest): Promise<NewRefund[]> {
  const { rows } = await sql<{ id: string | null }>`
    select request_refund(${request.payable_id}, ${request.amount_kobo}::bigint, ${request.reason}, ${request.destination},
      ${request.effect}, ${request.seats ?? []}::smallint[]) as id`.execute(db)
  const ids = rows.flatMap((row) => row.id ?? [])
  if (ids.length === 0) return []
  const made = await sql<NewRefund>`
    select id, destination from refund where id = any (${ids}::uuid[])`.execute(db)
  return made.rows
}

/** Returns the refunds of a payable that were stored in this transaction. */
export async function findNewRefunds(tx: Db, payable_id: string): Promise<NewRefund[]> {
  const { rows } = await sql<NewRefund>`
    select id, destination from refund where payable_id = ${payable_id}::uuid and requested_at = now()`.execute(
    tx,
  )
  return rows
}

// A refund waits while its payment is disputed, since the bank may give the money back itself.
const isDisputed = sql`exists (select from payment share join payment charge on charge.id = coalesce(share.part_of, share.id)
  where share.id = payment_id and charge.disputed_kobo > 0)`
// A submitted refund is checked again after as long as it has already waited, from a minute to an hour. Others are
// tried again after 1, 2, 4 … 60 minutes.
const taken = sql`
  update refund r set tries = r.tries + case when r.state = 'submitted' then 0 else 1 end,
    next_try_at = now() + case when r.state = 'submitted'
      then least(interval '1 hour', greatest(interval '1 minute', now() - r.requested_at))
      else least(60, power(2, least(r.tries, 6))) * interval '1 minute' end
  from payment p where p.id = r.payment_id and r.destination = 'source'`
const asOpen = sql`
  r.id, coalesce(p.part_of, p.id) as charge_id, p.provider, coalesce((select whole.reference from payment whole where whole.id = p.part_of), p.reference) as reference,
  p.provider_id, r.amount_kobo, r.tries, r.state, r.to_wallet,
  coalesce(r.heard_at < now() - interval '24 hours', false) as is_lost,
  r.requested_at < now() - interval '15 days' as is_overdue`

/** Claims one refund for a try, unless it is settled or claimed by another process. */
export async function claimRefund(db: Db, id: string): Promise<OpenRefund | undefined> {
  const { rows } = await sql<OpenRefund>`${taken}
    and r.id = ${id} and r.state in ('requested', 'failed') and r.next_try_at <= now() and not ${isDisputed}
    returning ${asOpen}`.execute(db)
  return rows[0]
}

/** Claims up to `limit` refunds whose next try or check is due, and sets the time of the one after it. */
export async function claimDueRefunds(db: Db, limit: number): Promise<OpenRefund[]> {
  const { rows } = await sql<OpenRefund>`${taken}
    and r.id in (select id from refund
      where state in ('requested', 'submitted', 'failed') and destination = 'source' and next_try_at <= now()
        and requested_at < now() - interval '20 seconds' and (state = 'submitted' or not ${isDisputed})
      order by next_try_at limit ${limit} for update skip locked)
    returning ${asOpen}`.execute(db)
  return rows
}

/** Returns refunds of a company's payment and its shares that may have changed at the company. */
export async function findOpenRefunds(db: Db, charge_id: string): Promise<OpenRefund[]> {
  const { rows } = await sql<OpenRefund>`
    select ${asOpen} from refund r join payment p on p.id = r.payment_id
    where ${charge_id}::uuid in (p.id, p.part_of)
      and r.destination = 'source' and r.tries > 0 and r.state <> 'succeeded'`.execute(db)
  return rows
}

/** A payment company's answer about a refund. `said`: the company's text, or ours if it did not answer. */
export interface RefundReport {
  state: RefundSettlement['state']
  provider_id: string | null
  said: string | null
}

/** Stores the payment company's answer. Returns the refund's state, or `already`. */
export async function settleRefund(
  db: Db,
  id: string,
  { state, provider_id, said }: RefundReport,
): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select settle_refund(${id}, ${state}, ${provider_id}, ${said}) as state`.execute(db)
  return rows[0]?.state ?? 'already'
}

/** Moves a refund for a wallet into it (`refund_into_wallet`). Returns the same as `settleRefund`. */
export async function moveRefundIntoWallet(tx: Db, id: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select refund_into_wallet(${id}) as state`.execute(tx)
  return rows[0]?.state ?? 'already'
}

/** A refund with the data for the message about it. Amounts are in kobo. */
export interface RefundNotice extends ExplainableRefund {
  payable_id: string
  kind: string
  payer_id: string | null
  amount_kobo: number
  paid_kobo: number
  /** What the payer was asked to send; `wallet_part_kobo` comes on top of it. */
  attempt_kobo: number
  wallet_part_kobo: number
  reason: RefundReason
  destination: 'wallet' | 'source'
  /** Whether the company had already given the money back, without our order. */
  by_hand: boolean
  /** Whether a clerk pays it out in cash, or has done so. */
  is_cash: boolean
  is_paid: boolean
  /** Whether the refund waits because its payment is disputed. */
  is_disputed: boolean
  /** Whether it was paid from the wallet of an account that was erased since, so that it waits for our staff. */
  is_of_erased_wallet: boolean
}

/** Returns a refund by its id with the data for its message; undefined for an unknown id. */
export async function findRefundNotice(db: Db, id: string): Promise<RefundNotice | undefined> {
  const { rows } = await sql<RefundNotice>`
    select r.payable_id, y.kind, r.effect, r.seats, p.person_id as payer_id, r.amount_kobo, p.paid_kobo,
      p.amount_kobo as attempt_kobo, p.wallet_part_kobo, r.reason,
      r.destination, r.by_hand, p.provider = 'counter' as is_cash, r.state = 'succeeded' as is_paid, r.state in ('requested', 'failed') and ${isDisputed} as is_disputed,
      p.provider = 'wallet' and r.destination = 'source' as is_of_erased_wallet
    from refund r join payment p on p.id = r.payment_id join payable y on y.id = r.payable_id
    where r.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns whether a refund had to wait for a dispute that has since been decided. */
export async function hasWaitedForDispute(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from refund r join payment p on p.id = r.payment_id join dispute d on d.payment_id = coalesce(p.part_of, p.id)
    where r.id = ${id}::uuid and d.decided_at > r.requested_at limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Deducts from a refund what its payment company has already given back without our order (`cover_refund`). Returns the
 * kobo that are still to be refunded.
 */
export async function coverRefund(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ rest_kobo: number }>`
    select cover_refund(${id}::uuid) as rest_kobo`.execute(db)
  return rows[0]?.rest_kobo ?? 0
}

/** Calls `cover_refund` for a refund that waits for a person, so that nobody sends it meanwhile. */
export async function coverStuckRefund(db: Db, id: string): Promise<void> {
  await sql`select cover_refund(id) from refund where id = ${id}::uuid and state = 'needs_person'`.execute(
    db,
  )
}
