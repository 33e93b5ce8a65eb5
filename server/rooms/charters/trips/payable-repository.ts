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

/** Returns the condition that a charter `h` belongs to this person. */
const isMine = (actor: Actor): Sql<boolean> =>
  actor.kind === 'user' ? sql`h.person_id = ${actor.user_id}::uuid` : sql`false`

const minutesLeft = sql`coalesce(extract(epoch from h.pay_until - clock_timestamp()) / 60, 0)::float8`

const instalmentsToPay = sql`
  select i.id, h.reference, i.amount_kobo as total_kobo,
    jsonb_build_object('field', 'part', 'name', i.kind, 'is_first', i.number = 1) as part, person.full_name as name, person.phone, person.email,
    case
      when h.state in ('paid', 'under_way', 'completed') then 'already_paid'
      when h.state not in ('awaiting_payment', 'booked') or h.pay_until <= clock_timestamp() then 'charter_closed'
      when i.state <> 'open' then 'already_paid'
    end as refusal,
    ${minutesLeft} as card_minutes, ${minutesLeft} as longest_minutes
  from charter h join charter_instalment i on i.charter_id = h.id join person on person.id = h.person_id`

/**
 * Finds the next instalment to pay of a charter of this person, otherwise the last paid one; `lock` prevents changes
 * until the transaction ends.
 */
export async function findInstalmentToPay(
  db: Db,
  written: string,
  actor: Actor,
  { lock = false } = {},
): Promise<AmountDue | undefined> {
  const reference = normaliseReference(written)
  // After waiting for the lock, earlier writes are visible only to a new statement.
  if (lock)
    await sql`select from charter h where h.reference = ${reference} and ${isMine(actor)} for update`.execute(
      db,
    )
  const { rows } = await sql<AmountDue>`
    ${instalmentsToPay}
    where ${isMine(actor)} and h.reference = ${reference}
    order by i.state = 'open' desc, case when i.state = 'open' then i.number else -i.number end limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Finds an instalment by its id, for anyone who pays the invoice about it. */
export async function findInstalmentById(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<AmountDue | undefined> {
  if (lock)
    await sql`select from charter where id = (select charter_id from charter_instalment where id = ${id}::uuid) for update`.execute(
      db,
    )
  const { rows } = await sql<AmountDue>`${instalmentsToPay} where i.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Selects whether the instalment of the payable `y` still waits for money, if it belongs to this person. */
export const selectInstalmentAwaitsPayment = (actor: Actor) => sql<{ is_waiting: boolean }>`
  select i.state = 'open' and h.state in ('awaiting_payment', 'booked') and h.pay_until > clock_timestamp() as is_waiting
  from charter_instalment i join charter h on h.id = i.charter_id where i.id = y.id and ${isMine(actor)}`

/** Describes instalments for statements, by id: the instalment's kind, vehicle, operator and first day. */
export async function describeInstalments(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PayableDescription>> {
  const { rows } = await sql<{ id: string } & PayableDescription>`
    select i.id, h.reference as number, case i.kind when 'deposit' then 'Deposit for ' when 'balance' then 'Balance for ' else '' end
      || v.name || ', ' || o.name || ', ' || to_char(h.from_day, 'FMDD Mon') as about, h.contact_name as who
    from charter_instalment i join charter h on h.id = i.charter_id
    join charter_vehicle v on v.id = h.vehicle_id join operator o on o.id = h.operator_id
    where i.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...described }) => [id, described]))
}

/** Returns the contact of the charter, who is informed of a refund for an instalment. */
export async function findInstalmentRefundContact(
  db: Db,
  id: string,
): Promise<RefundContact | undefined> {
  const { rows } = await sql<RefundContact>`
    select h.reference, h.contact_phone as phone, case when o.email_verified_at is not null then o.email end as email,
      i.amount_kobo as total_kobo
    from charter_instalment i join charter h on h.id = i.charter_id left join person o on o.id = h.person_id
    where i.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns violated invariants of charters, their days and money, each with its name; at most 100 of each. */
export async function findCharterFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with over as (
      select payment_id, sum(amount_kobo) as kobo from refund where reason = 'paid_over' group by payment_id
    ), bought as (
      select y.payable_id, sum(y.paid_kobo - coalesce(over.kobo, 0)) as kobo
      from payment y left join over on over.payment_id = y.id
      where y.outcome = 'confirmed' group by y.payable_id
    ), back as (
      select i.charter_id, sum(r.amount_kobo) as kobo from refund r join charter_instalment i on i.payable_id = r.payable_id
      where r.reason in ('cancelled', 'operator_cancelled') group by i.charter_id
    ), part as (
      select charter_id, sum(amount_kobo) as kobo, sum(fee_kobo) as fee, sum(vat_kobo) as vat, sum(paid_kobo) as paid,
        count(*) filter (where state = 'open') as open_ones, count(*) filter (where state = 'paid') as paid_ones, count(*) as many
      from charter_instalment group by charter_id
    )
    (select 'money is set aside for a charter that does not wait for it' as fault, h.reference as detail
    from wallet_hold w join charter_instalment i on i.id = w.payable_id join charter h on h.id = i.charter_id
    where i.state <> 'open' limit 100)
    union all
    (select 'what an instalment got differs from its payments', i.id::text
    from charter_instalment i left join bought on bought.payable_id = i.id where i.paid_kobo <> coalesce(bought.kobo, 0) limit 100)
    union all
    (select 'instalments differ from the price of their charter', h.reference
    from charter h left join part on part.charter_id = h.id
    where (part.kobo, part.fee, part.vat) is distinct from (h.total_kobo::numeric, h.fee_kobo::numeric, h.vat_kobo::numeric) limit 100)
    union all
    (select 'a charter is in a state that its instalments do not pay for', h.reference
    from charter h join part on part.charter_id = h.id
    where case h.state when 'awaiting_payment' then paid_ones > 0 when 'expired' then paid_ones > 0 or open_ones > 0
      when 'booked' then paid_ones <> 1 or open_ones <> 1 when 'lapsed' then paid_ones <> 1 or open_ones > 0
      when 'cancelled' then open_ones > 0 when 'operator_cancelled' then open_ones > 0
      else paid_ones <> many end limit 100)
    union all
    (select 'an operator failed and not all of it went back', h.reference
    from charter h join part on part.charter_id = h.id left join back on back.charter_id = h.id
    where h.state = 'operator_cancelled' and part.paid <> coalesce(back.kobo, 0) limit 100)
    union all
    (select 'a charter gave back more than it got, or before its end', h.reference
    from charter h join part on part.charter_id = h.id join back on back.charter_id = h.id
    where back.kobo > part.paid or h.state not in ('cancelled', 'operator_cancelled', 'lapsed') limit 100)
    union all
    (select 'a charter has not the days that it should', h.reference
    from charter h join charter_state s using (state)
    where (select count(*) from charter_day d where d.charter_id = h.id and d.vehicle_id = h.vehicle_id
        and d.day between h.from_day and h.until_day) <> case when s.is_live then h.until_day - h.from_day + 1 else 0 end limit 100)
    union all
    (select 'a vehicle is let twice', a.reference || ' ' || b.reference
    from charter a join charter_state sa on sa.state = a.state and sa.is_live
    join charter b on b.vehicle_id = a.vehicle_id and b.id > a.id and b.from_day <= a.until_day and a.from_day <= b.until_day
    join charter_state sb on sb.state = b.state and sb.is_live limit 100)`.execute(db)
  return rows
}
