import { extendedHoldMinutes } from '#contract/policy'
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

/** Returns the condition that a booking `b` belongs to this person. */
function isOwner(actor: Actor): Sql<boolean> {
  if (actor.kind === 'user') return sql`b.user_id = ${actor.user_id}::uuid`
  if (actor.kind !== 'guest') return sql`false`
  return sql`guest_token_opens(b, sha256(convert_to(${actor.guest_token ?? null}, 'UTF8')))`
}

const minutes = (until: Sql) =>
  sql`coalesce(extract(epoch from ${until} - clock_timestamp()) / 60, 0)::float8`

const saleMinutes = minutes(sql`t.sales_close_at + (boards_at(t.id, b.leg_from) - t.departs_at)`)

/** Selects the data needed to pay for the booking `b` on the trip `t`. */
const toPay = sql`
  b.id, b.reference, b.total_kobo, b.contact_name as name, b.contact_phone as phone, b.contact_email as email,
  case
    when t.status = 'cancelled' then 'booking_not_open'
    when b.status in ('confirmed', 'travelled', 'completed') then 'already_paid'
    when b.status = 'expired' then 'hold_expired'
    when b.status not in ('held', 'awaiting_payment') then 'booking_not_open'
    when not coalesce(hold_is_alive(b.id) and b.hold_expires_at > clock_timestamp(), false) then 'hold_expired'
    when b.contact_phone is null or cardinality(b.seats) <>
      (select count(*) from passenger p where p.booking_id = b.id and p.state = 'travelling') then 'passengers_missing'
  end as refusal,
  least(${minutes(sql`b.hold_expires_at`)}, ${saleMinutes}) as card_minutes,
  least(${minutes(sql`greatest(b.hold_expires_at, case when not b.hold_extended
    then b.created_at + ${extendedHoldMinutes} * interval '1 minute' end)`)}, ${saleMinutes}) as longest_minutes`

/**
 * Finds a booking of this person that is to be paid; `lock` prevents changes until the transaction ends. If the other
 * direction of its return trip is unpaid too, both are paid as the return trip, under the outbound reference.
 */
export async function findBookingToPay(
  db: Db,
  written: string,
  actor: Actor,
  { lock = false } = {},
): Promise<AmountDue | undefined> {
  const mine = sql`${isOwner(actor)} and b.reference = ${normaliseReference(written)}`
  const findAlone = async (condition: Sql) => {
    const { rows } = await sql<AmountDue>`
      select ${toPay} from booking b join trip t on t.id = b.trip_id
      where ${mine} and ${condition} ${lock ? sql`for update of b` : sql``}`.execute(db)
    return rows[0]
  }
  const alone = await findAlone(
    sql`not exists (select from booking other where ${areBothUnpaidSql})`,
  )
  if (alone !== undefined) return alone
  const together = await sql<{ id: string; reference: string }>`
    select b.return_trip_id as id, first.reference
    from booking b join booking other on ${areBothUnpaidSql}
    join booking first on first.return_trip_id = b.return_trip_id and first.way = 'out'
    where ${mine}`.execute(db)
  const [pair] = together.rows
  // Between the two statements, the other direction may have been paid, released or expired.
  if (pair === undefined) return findAlone(sql`true`)
  const both = await findReturnTripToPay(db, pair.id, { lock })
  return both && { ...both, reference: pair.reference, kind: 'return_trip' }
}

const areBothUnpaidSql = sql`other.return_trip_id = b.return_trip_id and other.id <> b.id
  and b.status in ('held', 'awaiting_payment') and other.status in ('held', 'awaiting_payment')`

/** Returns both directions of a return trip as one payable, with the first refusal of either. */
export async function findReturnTripToPay(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<AmountDue | undefined> {
  const { rows } = await sql<AmountDue & { way: 'out' | 'back' }>`
    select ${toPay}, b.way from booking b join trip t on t.id = b.trip_id
    where b.return_trip_id = ${id}::uuid order by b.id ${lock ? sql`for update of b` : sql``}`.execute(
    db,
  )
  const first = rows.find(({ way }) => way === 'out')
  if (first === undefined) return undefined
  return {
    id,
    reference: first.reference,
    total_kobo: rows.reduce((sum, one) => sum + one.total_kobo, 0),
    name: first.name,
    phone: first.phone,
    email: first.email,
    refusal: rows.find(({ refusal }) => refusal !== null)?.refusal ?? null,
    card_minutes: Math.min(...rows.map((one) => one.card_minutes)),
    longest_minutes: Math.min(...rows.map((one) => one.longest_minutes)),
  }
}

/** Selects whether the booking of the payable `y` still waits for money, if it belongs to this person. */
export const selectBookingAwaitsPayment = (actor: Actor) => sql<{ is_waiting: boolean }>`
  select b.status = 'awaiting_payment' and b.hold_expires_at > clock_timestamp() as is_waiting
  from booking b where b.id = y.id and ${isOwner(actor)}`

/**
 * Selects whether the return trip of the payable `y` still waits for money, by its outbound booking, if it belongs to
 * this person.
 */
export const selectReturnTripAwaitsPayment = (actor: Actor) => sql<{ is_waiting: boolean }>`
  select b.status = 'awaiting_payment' and b.hold_expires_at > clock_timestamp() as is_waiting
  from booking b where b.return_trip_id = y.id and b.way = 'out' and ${isOwner(actor)}`

const cityAt = (position: 'leg_from' | 'leg_to') => sql`(
  select c.name from schedule_stop x join city c on c.id = x.city_id
  where x.schedule_id = s.id and x.position = ${sql.ref(`b.${position}`)})`

/** The day of the departure. If the booking has moved to another day, also the day of its first departure. */
const day = sql`to_char(t.service_date, 'FMDD Mon') || coalesce((
  select ' (moved from ' || to_char(first.service_date, 'FMDD Mon') || ')'
  from booking_move m join trip first on first.id = m.trip_id
  where m.booking_id = b.id and m.number = 1 and first.service_date <> t.service_date), '')`

/** Describes bookings for statements, by id: operator, route and day, reference, and the contact's name. */
export async function describeBookings(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PayableDescription>> {
  const { rows } = await sql<{ id: string } & PayableDescription>`
    select b.id, b.reference as number, o.name || ', ' || ${cityAt('leg_from')} || ' to ' || ${cityAt('leg_to')} || ', '
      || ${day} as about, b.contact_name as who
    from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
    join operator o on o.id = s.operator_id
    where b.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...described }) => [id, described]))
}

/** Describes return trips for statements, by id: route and outbound day. */
export async function describeReturnTrips(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PayableDescription>> {
  const { rows } = await sql<{ id: string } & PayableDescription>`
    select b.return_trip_id as id, b.reference as number, ${cityAt('leg_from')} || ' to ' || ${cityAt('leg_to')}
      || ' and back, ' || ${day} as about, b.contact_name as who
    from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
    where b.return_trip_id = any (${ids}::uuid[]) and b.way = 'out'`.execute(db)
  return new Map(rows.map(({ id, ...described }) => [id, described]))
}

/**
 * Returns the contact who is informed of a refund for a booking or a return trip. A return trip is named by its first
 * direction that was not cancelled, and its price is that of all such directions.
 */
export async function findBookingRefundContact(
  db: Db,
  id: string,
): Promise<RefundContact | undefined> {
  const { rows } = await sql<RefundContact>`
    select reference, contact_phone as phone, contact_email as email,
      case when id = ${id}::uuid then total_kobo
        else (select coalesce(sum(live.total_kobo), 0)::bigint from live_directions(return_trip_id) live) end as total_kobo
    from booking where id = ${id}::uuid or return_trip_id = ${id}::uuid
    order by status in ('cancelled', 'operator_cancelled'), way desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Finds return trips for which wallet money is held without a reason, or whose paid sum differs from the sum of both
 * directions; at most 100.
 */
export async function findReturnTripFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'money is set aside for what is over' as fault, b.reference as detail
    from wallet_hold h join booking b on b.return_trip_id = h.payable_id
    where b.status not in ('held', 'awaiting_payment')
    union all
    select 'the ways of a return trip did not get what was paid for them', p.reference
    from payment p join return_trip r on r.id = p.payable_id
    where p.outcome in ('confirmed', 'confirmed_other_seats') and p.paid_kobo - p.refunded_kobo - p.refund_pending_kobo
      <> (select coalesce(sum(part.paid_kobo), 0) from payment part where part.part_of = p.id)
    limit 100`.execute(db)
  return rows
}

/**
 * Returns the directions of a paid return trip, outbound first. `is_bought` is false for a direction that got no seats
 * and was refunded.
 */
export async function findReturnTripDirections(
  tx: Db,
  id: string,
): Promise<{ id: string; is_bought: boolean }[]> {
  const { rows } = await sql<{ id: string; is_bought: boolean }>`
    select id, status = 'confirmed' as is_bought from booking
    where return_trip_id = ${id}::uuid and payable_id is not null order by way desc`.execute(tx)
  return rows
}

/**
 * Finds bookings that no longer await payment although wallet money is set aside for them, and moved bookings with
 * wrong refunds or fees; at most 100.
 */
export async function findBookingFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'money is set aside for what is over' as fault, b.reference as detail
    from wallet_hold h join booking b on b.id = h.payable_id
    where b.status not in ('held', 'awaiting_payment')
    union all
    select 'a moved booking gave back more than cancelling would have', b.reference
    from booking_move m join booking b on b.id = m.booking_id
    where m.back_kobo <> (select coalesce(sum(amount_kobo), 0) from refund r where r.payable_id = b.id
        and r.reason = 'price_difference' and starts_with(r.effect, 'move:' || b.id || ':' || m.trip_id || '#'))
      or b.fee_percent_floor < m.fee_percent
      or m.cancel_kobo + m.added_kobo + cardinality(b.seats) < m.back_kobo + (select coalesce(sum(amount_kobo), 0) from refund r
        where r.payable_id = b.id and r.reason = 'cancelled' and r.requested_at > m.moved_at)
    limit 100`.execute(db)
  return rows
}

/** Deletes the messages of payment companies about the payments of a person's bookings. */
export async function forgetBookingPaymentRecords(tx: Db, person_id: string): Promise<void> {
  await sql`select forget_messages(array(select unnest(array[id, return_trip_id]) from booking
    where user_id = ${person_id}))`.execute(tx)
}
