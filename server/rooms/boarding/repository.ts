import type {
  BoardingScan,
  DeparturePark,
  Manifest,
  ManifestSeat,
  OperatorDeparture,
} from '#contract/boarding/model'
import type { listOperatorDepartures } from '#contract/boarding/endpoints'
import { maxListedDepartures } from '#contract/boarding/rules'
import type { Input } from '#contract/endpoint'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { OperatorPrincipal } from '#server/platform/actor'
import { seatCountsSql } from '#server/rooms/trips'

interface DepartureRow extends Omit<
  OperatorDeparture,
  'departs_at' | 'delay_minutes' | 'sales_closed' | 'withdrawn' | 'sales_close_at'
> {
  departs_at: Date
  delay_minutes: number
  sales_closed: boolean
  withdrawn: boolean
  sales_close_at: Date
}

/**
 * SQL for the departures `t` of an operator on a day in the zone of their schedules `s`, with each stop `a` at which
 * people board, its park `p` and city `c`, and the last stop.
 */
const departuresSql = (operator_id: string, date: string) => sql`schedule s
    join schedule_stop a on a.schedule_id = s.id and a.pick_up and s.operator_id = ${operator_id}::uuid
    join motor_park p on p.id = a.motor_park_id
    join city c on c.id = a.city_id
    join lateral (
      select e.position, ec.name from schedule_stop e join city ec on ec.id = e.city_id
      where e.schedule_id = s.id order by e.position desc limit 1
    ) last on last.position > a.position
    join trip t on t.schedule_id = s.id
      and t.service_date = ${date}::date - (s.starts_at_seconds + a.departs_after_seconds) / 86400`

/** Returns the motor parks from which an operator's buses leave on a day, by name. */
export async function findDepartureParks(
  db: Db,
  operator_id: string,
  date: string,
): Promise<DeparturePark[]> {
  const { rows } = await sql<DeparturePark>`
    select p.code, p.name, c.name as city from ${departuresSql(operator_id, date)}
    group by p.code, p.name, c.name order by plain(p.name), p.code`.execute(db)
  return rows
}

/**
 * Returns an operator's departures of a day in the zone of their schedules: one row for each stop at which people
 * board, earliest first, at most 500. `coming`: leaves out those that were planned to leave more than an hour ago.
 * Until then, a form in which one was chosen can say what became of it.
 */
export async function findDepartures(
  db: Db,
  operator_id: string,
  { date, park, coming }: Input<typeof listOperatorDepartures>,
) {
  const isComing = sql`t.departs_at + make_interval(secs => a.departs_after_seconds) > now() - interval '1 hour'`
  const { rows } = await sql<DepartureRow>`
    select t.id as trip_id, a.position,
      json_build_object('code', p.code, 'name', p.name, 'city', c.name) as park, last.name as to,
      (select coalesce(json_agg(json_build_object('position', e.position, 'city', ec.name) order by e.position), '[]')
        from schedule_stop e join city ec on ec.id = e.city_id
        where e.schedule_id = s.id and e.drop_off and e.position > a.position) as drop_offs,
      t.departs_at + make_interval(secs => a.departs_after_seconds) as departs_at, s.zone,
      t.delay_minutes, v.name as vehicle, v.seats, t.plate, t.status, t.sales_closed_at is not null as sales_closed,
      t.withdrawn_at is not null as withdrawn, t.sales_close_at + make_interval(secs => a.departs_after_seconds) as sales_close_at,
      counted.seat_counts, coalesce(k.travellers, 0)::int as travellers,
      coalesce(k.aboard, 0)::int as aboard
    from ${departuresSql(operator_id, date)}
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    cross join lateral (select t.id as trip_id, a.position as leg_from, last.position as leg_to) run
    cross join lateral (${seatCountsSql}) counted
    left join lateral (
      select count(*) + count(r.infant_name) as travellers,
        count(*) filter (where x.status = 'used') + count(r.infant_name) filter (where x.status = 'used') as aboard
      from ticket x left join passenger r on r.booking_id = x.booking_id and r.seat = x.seat and r.state = 'travelling'
      where x.trip_id = t.id and x.leg_from = a.position and x.status in ('valid', 'used')
    ) k on true
    where ${park === undefined ? sql`true` : sql`p.code = ${park}`} and ${coming === '1' ? isComing : sql`true`}
    order by departs_at, plain(p.name), t.id limit ${maxListedDepartures}`.execute(db)
  return rows
}

/** Returns a departure of this operator, with the database's time. */
export async function findManifestDeparture(db: Db, operator_id: string, id: string) {
  const { rows } = await sql<
    Omit<
      Manifest['trip'],
      | 'departs_at'
      | 'arrives_at'
      | 'delay_minutes'
      | 'note'
      | 'driver_name'
      | 'driver_phone'
      | 'sales_closed'
      | 'withdrawn'
      | 'away'
    > & {
      departs_at: Date
      delay_minutes: number
      note: string | null
      driver_name: string | null
      driver_phone: string | null
      sales_closed: boolean
      withdrawn: boolean
      away: boolean
      arrives_at: Date
      now: Date
    }
  >`
    select t.id, t.departs_at, t.delay_minutes, s.zone, v.name as vehicle, v.seats, t.plate, t.status, t.note,
      t.driver_name, t.driver_phone, t.sales_closed_at is not null as sales_closed,
      t.withdrawn_at is not null as withdrawn, is_away(t) as away, counted.seat_counts, now() as now,
      t.arrives_at + t.delay_minutes * interval '1 minute' as arrives_at,
      (select c.name from schedule_stop e join city c on c.id = e.city_id
        where e.schedule_id = s.id order by e.position limit 1) as from,
      (select c.name from schedule_stop e join city c on c.id = e.city_id
        where e.schedule_id = s.id order by e.position desc limit 1) as to
    from trip t join schedule s on s.id = t.schedule_id join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    cross join lateral (
      select t.id as trip_id, min(position) as leg_from, max(position) as leg_to from schedule_stop
      where schedule_id = s.id
    ) run
    cross join lateral (${seatCountsSql}) counted
    where t.id = ${id} and s.operator_id = ${operator_id}`.execute(db)
  return rows[0]
}

/**
 * SQL for the list of details that the law requires and that are missing for passenger `p` of booking `b`; empty after
 * the details were deleted.
 */
export const missingDetailsSql = sql`case when b.kin_name is null then '{}' else array_remove(array[
  case when coalesce(p.phone, b.contact_phone) is null then 'phone' end,
  case when p.address = '' then 'address' end,
  case when b.kin_name = '' then 'next_of_kin' end], null) end`

/** Returns every ticket that was ever issued for a departure: by seat, and for each seat the newest first. */
export async function findManifestSeats(db: Db, trip_id: string) {
  const { rows } = await sql<
    Omit<ManifestSeat, 'ticket_id' | 'boarded_at' | 'boardings' | 'infant_name' | 'missing'> & {
      id: Buffer
      infant_name: string | null
      missing: NonNullable<ManifestSeat['missing']>
    }
  >`
    select k.id, k.seat, k.code, b.reference as booking, k.issue, k.status, k.leg_from, k.leg_to,
      coalesce(p.full_name, 'Traveller') as passenger, coalesce(p.passenger_type, 'adult') as passenger_type,
      p.infant_name, ${missingDetailsSql} as missing, x.name as from, y.name as to
    from ticket k
    join booking b on b.id = k.booking_id
    join trip t on t.id = k.trip_id
    join schedule_stop a on a.schedule_id = t.schedule_id and a.position = k.leg_from
    join schedule_stop z on z.schedule_id = t.schedule_id and z.position = k.leg_to
    join motor_park x on x.id = a.motor_park_id
    join motor_park y on y.id = z.motor_park_id
    left join lateral (
      select full_name, passenger_type, infant_name, phone, address from passenger p
      where p.booking_id = k.booking_id and p.seat = k.seat
        and (p.state = 'cancelled') = (k.status = 'cancelled') limit 1) p on true
    where k.trip_id = ${trip_id} order by k.seat, k.created_at desc, k.id`.execute(db)
  return rows
}

export interface BoardingRow {
  scan_id: string
  /** The id in hexadecimal. */
  ticket_id: string
  at: Date
  device: string
  place: string | null
  by: string | null
}

/** Returns the boardings with these tickets, oldest first. */
export async function findBoardings(db: Db, tickets: Buffer[]): Promise<BoardingRow[]> {
  const { rows } = await sql<BoardingRow>`
    select s.id as scan_id, encode(s.ticket_id, 'hex') as ticket_id, s.scanned_at as at, s.device, s.place,
      s.checked_by as by
    from boarding_scan s join ticket k on k.id = s.ticket_id and k.trip_id = s.trip_id
    where s.ticket_id = any (${tickets}::bytea[]) and s.verdict = 'valid' and s.in_time
    order by s.scanned_at, s.received_at, s.id`.execute(db)
  return rows
}

/**
 * Locks and returns the tickets with these ids (hex) for buses of this operator, in the order of ids, to avoid
 * deadlocks.
 */
export async function lockScannedTickets(db: Db, operator_id: string, ids: string[]) {
  const { rows } = await sql<{ id: string; trip_id: string; status: string; trip_status: string }>`
    select encode(k.id, 'hex') as id, k.trip_id, k.status, t.status as trip_status
    from ticket k join trip t on t.id = k.trip_id join schedule s on s.id = t.schedule_id
    where k.id in (select decode(i, 'hex') from unnest(${ids}::text[]) i) and s.operator_id = ${operator_id}
    order by k.id for update of k`.execute(db)
  return rows
}

/**
 * Returns the seats of a departure that are or were set aside for phones of the counter and are not reported as sold.
 * Their tickets were signed in advance.
 */
export async function findSeatsNotForSale(
  db: Db,
  trip_id: string,
): Promise<NonNullable<Manifest['set_aside']>> {
  const { rows } = await sql<NonNullable<Manifest['set_aside']>[number]>`
    select x.seat, a.leg_from, encode(x.ticket_id, 'hex') as ticket_id, x.ticket_code as code,
      clerk_of(s) as clerk, x.released_at is not null as released
    from seat_allotment a join allotted_seat x on x.allotment_id = a.id join counter_shift s on s.id = a.shift_id
    where a.trip_id = ${trip_id}::uuid and x.booking_id is null
    order by x.seat, x.ticket_id`.execute(db)
  return rows
}

/**
 * Returns which of these tickets (hex) were signed in advance for the counter of this operator and are not reported as
 * sold. Until two days after the departure, the report may still arrive, even for a seat that was released.
 */
export async function findUnreportedTickets(
  db: Db,
  operator_id: string,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select encode(x.ticket_id, 'hex') as id
    from allotted_seat x join seat_allotment a on a.id = x.allotment_id join counter_shift s on s.id = a.shift_id
    where x.ticket_id in (select decode(i, 'hex') from unnest(${ids}::text[]) i)
      and s.operator_id = ${operator_id}::uuid and x.booking_id is null
      and boards_at(a.trip_id, a.leg_from) > now() - interval '2 days'`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Records that people boarded with tickets of the counter (hex, with the time) whose sale is not reported. */
export async function recordUnsoldBoardings(
  db: Db,
  boardings: readonly Pick<BoardingScan, 'ticket_id' | 'scanned_at'>[],
): Promise<void> {
  if (boardings.length === 0) return
  await sql`select record_unsold_boardings(${JSON.stringify(boardings)}::jsonb)`.execute(db)
}

/** Returns which of these departures belong to this operator. */
export async function findOwnDepartureIds(
  db: Db,
  operator_id: string,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select t.id from trip t join schedule s on s.id = t.schedule_id
    where t.id = any (${ids}::uuid[]) and s.operator_id = ${operator_id}`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/**
 * Stores new scans; returns their ids, each with whether the ticket could be used at the time of the scan
 * (`ticket_may_be_used`). Scans that were stored before are omitted. A time in the future is replaced by the current
 * time.
 */
export async function insertScans(
  db: Db,
  by: OperatorPrincipal,
  scans: readonly BoardingScan[],
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; in_time: boolean }>`
    insert into boarding_scan (id, operator_id, key_id, member_id, trip_id, ticket_id, seat, issue, verdict, scanned_at,
      device, place, checked_by, in_time)
    select r.id, ${by.operator_id}::uuid, ${by.key_id}::uuid, ${by.member_id}::uuid, r.trip_id, decode(r.ticket_id, 'hex'), r.seat, r.issue,
      r.verdict, least(r.scanned_at, now()), r.device, r.place, r."by",
      coalesce(ticket_may_be_used(decode(r.ticket_id, 'hex'), r.scanned_at), false)
    from jsonb_to_recordset(${JSON.stringify(scans)}::jsonb) as r (id uuid, ticket_id text, trip_id uuid,
      seat smallint, issue smallint, verdict text, scanned_at timestamptz, device uuid, place text, "by" text)
    order by r.id
    on conflict (id) do nothing returning id, in_time`.execute(db)
  return new Map(rows.map((row) => [row.id, row.in_time]))
}

/** Marks valid tickets (hex) as used. */
export async function markTicketsUsed(db: Db, ids: string[]): Promise<void> {
  await sql`
    select use_tickets(array(select decode(i, 'hex') from unnest(${ids}::text[]) i))`.execute(db)
}

/** Returns the boardings of a person's bookings, oldest first. */
export async function findBoardingsOfPerson(db: Db, person_id: string) {
  const { rows } = await sql<{
    booking: string
    seat: number
    place: string | null
    scanned_at: Date
  }>`
    select b.reference as booking, s.seat, s.place, s.scanned_at
    from booking b join ticket t on t.booking_id = b.id join boarding_scan s on s.ticket_id = t.id
    where b.user_id = ${person_id}::uuid and s.verdict = 'valid' and s.in_time
    order by s.scanned_at, s.id`.execute(db)
  return rows.map((row) => ({ ...row, scanned_at: row.scanned_at.toISOString() }))
}
