import { maxFoundReservations } from '#contract/bookings/rules'
import { unpaidReservationDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Makes concurrent reservations of the same person wait until the transaction ends. Returns whether the person has
 * verified their phone number.
 */
export async function lockReservationsOfPerson(tx: Db, person_id: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reservations:' || ${person_id}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<{ is_verified: boolean }>`
    select phone_verified_at is not null as is_verified from person where id = ${person_id}::uuid`.execute(
    tx,
  )
  return rows[0]?.is_verified ?? false
}

/**
 * Counts a person's reservations: those that are open, those of recent days that were unpaid when their time was over,
 * or were released in its second half (after half an hour at least), and those of this departure that were released
 * after half an hour. Without the latter two, one person could keep the same seats all day.
 */
export async function countReservations(
  tx: Db,
  person_id: string,
  trip_id: string,
): Promise<{ open: number; unpaid: number; released: number }> {
  const { rows } = await sql<{ open: number; unpaid: number; released: number }>`
    select count(*) filter (where not is_over and is_waiting)::int as open,
      count(*) filter (where (b.status = 'expired' or is_over and is_waiting
          or released_after > greatest(interval '30 minutes', (r.pay_until - r.made_at) / 2))
        and r.pay_until > now() - make_interval(days => ${unpaidReservationDays}))::int as unpaid,
      count(*) filter (where b.trip_id = ${trip_id}::uuid and released_after > interval '30 minutes')::int as released
    from booking b join reservation r on r.booking_id = b.id
    cross join lateral (select r.pay_until < clock_timestamp() as is_over,
      b.status in ('held', 'awaiting_payment') as is_waiting,
      case when b.status = 'cancelled' and b.confirmed_at is null then b.cancelled_at - r.made_at end as released_after) at
    where b.user_id = ${person_id}::uuid`.execute(tx)
  return rows[0] ?? { open: 0, unpaid: 0, released: 0 }
}

/**
 * Turns a booking, which the caller has locked, into a reservation that must be paid by `until`. The booking no longer
 * counts as a hold, so the person can hold more seats, even on the same departure.
 */
export async function insertReservation(tx: Db, id: string, until: Date): Promise<void> {
  await sql`insert into reservation (booking_id, pay_until) values (${id}::uuid, ${until})`.execute(
    tx,
  )
  await sql`
    update booking set hold_expires_at = ${until}, hold_extended = true, holder = 'reservation:' || id
    where id = ${id}::uuid`.execute(tx)
  await sql`
    update seat_claim set expires_at = ${until} where booking_id = ${id}::uuid and expires_at is not null`.execute(
    tx,
  )
}

/** What a clerk searches for: a booking's reference, or the phone number of its contact or account. */
interface ReservationSearch {
  reference: string
  phone: string | undefined
}

/** SQL for whether a booking `b` has this reference, or its contact or account this phone number. */
const isSearchedSql = ({ reference, phone }: ReservationSearch) => sql`b.id in (
  select id from booking where reference = ${reference}
  union all select id from booking where contact_phone = ${phone ?? null}
  union all select o.id from booking o join person p on p.id = o.user_id
    where p.phone = ${phone ?? null} and p.phone_verified_at is not null)`

/** SQL for an operator's reservations `r` that wait for their money, with booking `b` and departure `t`. */
const openReservationsSql = (operator_id: string | null) => sql`
  reservation r join booking b on b.id = r.booking_id
  join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
  where r.closed_at is null and s.operator_id = ${operator_id}::uuid
    and b.status in ('held', 'awaiting_payment') and hold_is_alive(b.id)`

/** Returns the ids of an operator's open reservations, all or those searched for; up to `maxFoundReservations`. */
export async function findOpenReservationIds(
  db: Db,
  operator_id: string,
  by?: ReservationSearch,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from ${openReservationsSql(operator_id)} and ${by === undefined ? sql`true` : isSearchedSql(by)}
    order by t.departs_at, b.id limit ${maxFoundReservations}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns the ids of an operator's bookings on coming departures that have this reference, or whose contact or account
 * has this phone number: those that are paid, and reservations whose time was over; at most `maxFoundReservations`. A
 * reservation that was followed by a paid booking on the same departure is left out.
 */
export async function findEndedBookingIds(
  db: Db,
  operator_id: string,
  by: ReservationSearch,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with found as (
      select b.id, b.trip_id, boards_at(b.trip_id, b.leg_from) as departs_at,
        b.status in ('confirmed', 'travelled', 'completed') as is_paid,
        b.status = 'expired' or b.status in ('held', 'awaiting_payment') and not hold_is_alive(b.id) as is_over,
        exists (select from reservation r where r.booking_id = b.id) as is_reserved
      from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
      where s.operator_id = ${operator_id}::uuid and ${isSearchedSql(by)})
    select id from found f
    where is_paid and departs_at > now() - interval '1 day'
      or is_reserved and is_over and departs_at > now()
        and not exists (select from found x where x.trip_id = f.trip_id and x.is_paid)
    order by departs_at, id limit ${maxFoundReservations}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns how many reservations are open at an operator's counter; none at our own desk. */
export async function countOpenReservations(db: Db, operator_id: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${openReservationsSql(operator_id)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns the ids of bookings whose reservation ends within an hour and whose people were not reminded yet.
 * Reservations for less than two hours get no reminder.
 */
export async function findReservationIdsToRemind(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.booking_id as id from reservation r join booking b on b.id = r.booking_id
    where r.closed_at is null and r.reminded_at is null and b.status in ('held', 'awaiting_payment')
      and clock_timestamp() between r.pay_until - interval '1 hour' and r.pay_until
      and r.made_at < r.pay_until - interval '2 hours'
    order by r.pay_until limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks the reminder of a reservation as sent; returns false if it was sent before. */
export async function markReservationReminded(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    update reservation set reminded_at = now() where booking_id = ${id}::uuid and reminded_at is null`.execute(
    tx,
  )
  return rowCount === 1
}

/** Returns the ids of bookings that are paid, released or expired, but whose reservation is not closed yet. */
export async function findEndedReservationIds(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.booking_id as id from reservation r join booking b on b.id = r.booking_id
    where r.closed_at is null and b.status not in ('held', 'awaiting_payment') order by r.pay_until limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Closes a reservation. Returns whether it ended without being paid in the last day, so that the person should hear of
 * it now; undefined if it was closed before.
 */
export async function closeReservation(tx: Db, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_unpaid: boolean }>`
    update reservation r set closed_at = now() from booking b
    where r.booking_id = ${id}::uuid and r.closed_at is null and b.id = r.booking_id
    returning b.status = 'expired' and r.pay_until > now() - interval '1 day' as is_unpaid`.execute(
    tx,
  )
  return rows[0]?.is_unpaid
}
