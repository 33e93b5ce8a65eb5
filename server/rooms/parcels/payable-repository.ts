import { normaliseReference } from '#contract/reference'
import type { Actor } from '#server/context'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import type {
  PayableDescription,
  LedgerFault,
  RefundContact,
  AmountDue,
} from '#server/platform/payable'

/** Returns SQL for whether a parcel `p` is this person's. */
const isSender = (actor: Actor): Sql<boolean> =>
  actor.kind === 'user' ? sql`p.user_id = ${actor.user_id}::uuid` : sql`false`

const minutesLeft = sql`coalesce(extract(epoch from p.pay_until - clock_timestamp()) / 60, 0)::float8`

/** Returns a parcel of this person to be paid; `lock` prevents changes until the transaction ends. */
export function findParcelToPay(
  db: Db,
  written: string,
  actor: Actor,
  { lock = false } = {},
): Promise<AmountDue | undefined> {
  const which = sql`${isSender(actor)} and p.tracking_id = ${normaliseReference(written)}`
  return toPay(db, which, lock)
}

/** Returns a parcel to be paid, by its id. Anyone who pays an invoice about the parcel may use it. */
export const findParcelToPayById = (db: Db, id: string, { lock = false } = {}) =>
  toPay(db, sql`p.id = ${id}::uuid`, lock)

async function toPay(db: Db, which: Sql, lock: boolean): Promise<AmountDue | undefined> {
  const { rows } = await sql<AmountDue>`
    select p.id, p.tracking_id as reference, p.total_kobo, person.full_name as name, person.phone, person.email,
      case
        when p.state = 'cancelled' then 'parcel_closed'
        when p.paid_kobo > 0 then 'already_paid'
        when p.pay_until <= clock_timestamp() then 'parcel_closed'
      end as refusal,
      ${minutesLeft} as card_minutes, ${minutesLeft} as longest_minutes
    from parcel p left join person on person.id = p.user_id
    where ${which} ${lock ? sql`for update of p` : sql``}`.execute(db)
  return rows[0]
}

/** Returns SQL for whether the parcel of the payable `y` still awaits payment, if it is this person's. */
export const selectParcelAwaitsPayment = (actor: Actor) => sql<{ is_waiting: boolean }>`
  select p.state = 'pending_payment' and p.pay_until > clock_timestamp() as is_waiting
  from parcel p where p.id = y.id and ${isSender(actor)}`

const cityOf = (end: 'from_city_id' | 'to_city_id') =>
  sql`(select c.name from city c where c.id = ${sql.ref(`r.${end}`)})`

/** Returns the waybill (or tracking ID before there is one) and route of parcels, by id. */
export async function describeParcels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PayableDescription>> {
  const { rows } = await sql<{ id: string } & PayableDescription>`
    select p.id, coalesce(p.waybill, p.tracking_id) as number, 'Parcel ' || coalesce(p.waybill, p.tracking_id) || ', '
      || ${cityOf('from_city_id')} || ' to ' || ${cityOf('to_city_id')} as about, p.sender_name as who
    from parcel p join parcel_route r on r.id = p.route_id
    where p.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...described }) => [id, described]))
}

/** Returns the sender of a parcel, who gets the message about its refund. */
export async function findParcelRefundContact(
  db: Db,
  id: string,
): Promise<RefundContact | undefined> {
  const { rows } = await sql<RefundContact>`
    select coalesce(p.waybill, p.tracking_id) as reference, p.sender_phone as phone,
      case when o.email_verified_at is not null then o.email end as email, p.total_kobo
    from parcel p left join person o on o.id = p.user_id where p.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns violated invariants of parcels' and claims' money, each with its name; at most 100. */
export async function findParcelFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with over as (
      select payment_id, sum(amount_kobo) as kobo from refund where reason = 'paid_over' group by payment_id
    ), bought as (
      select y.payable_id, sum(y.paid_kobo - coalesce(over.kobo, 0)) as kobo
      from payment y left join over on over.payment_id = y.id
      where y.outcome = 'confirmed' group by y.payable_id
    )
    select 'money is set aside for what is over' as fault, p.tracking_id as detail
    from wallet_hold h join parcel p on p.id = h.payable_id where p.state <> 'pending_payment'
    union all
    select 'what a parcel paid differs from its payments', p.tracking_id
    from parcel p left join bought on bought.payable_id = p.id where p.paid_kobo <> coalesce(bought.kobo, 0)
    union all
    select 'claims paid differ from claims accepted', coalesce(c.parcel_id, t.payable_id)::text
    from (select * from parcel_claim where state = 'accepted') c
    full join (select * from transfer where code = 'claim') t on t.ref = 'claim:' || c.id
    where (t.payable_id, t.amount_kobo) is distinct from (c.parcel_id, c.paid_kobo)
    union all
    select 'an operator answered a claim that is ours to answer', id::text
    from parcel_claim where answered_by = 'operator' and (insured or asked_kobo > 1000000)
    union all
    select 'an operator granted more for claims in a day than it may', operator_id::text
    from (select p.operator_id, sum(c.granted_kobo) over (partition by p.operator_id
      order by c.decided_at range between interval '24 hours' preceding and current row) as kobo
      from parcel_claim c join parcel p on p.id = c.parcel_id where c.answered_by = 'operator') granted
    group by operator_id having max(kobo) > 20000000 limit 100`.execute(db)
  return rows
}
