import type { SeatAllotment } from '#contract/counter/allotments'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import type { OperatorPrincipal } from '#server/platform/actor'
import type { NewTickets } from '#server/platform/ticket-ids'
import type { AllottedTripPart } from '#server/rooms/bookings'
import { isOwnShiftSql } from './repository.ts'

/** An allotment with its part of a trip, its prices, and its clerk. */
export interface AllotmentRow
  extends AllottedTripPart, Omit<SeatAllotment, 'id' | 'trip_id' | 'departs_at' | 'sell_until'> {
  operator: string
  kid: number
  made_at: Date
  departs_at: Date
  sell_until: Date
}

function selectAllotments(where: Sql) {
  return sql<AllotmentRow>`
    select a.id, a.shift_id as shift, a.device, clerk_of(s) as clerk, a.trip_id, a.leg_from, a.leg_to,
      (select c.name from schedule_stop x join city c on c.id = x.city_id
        where x.schedule_id = t.schedule_id and x.position = a.leg_from) as from,
      (select c.name from schedule_stop x join city c on c.id = x.city_id
        where x.schedule_id = t.schedule_id and x.position = a.leg_to) as to,
      boards_at(a.trip_id, a.leg_from) as departs_at, r.zone, v.name as vehicle, o.name as operator, a.sell_until,
      a.seat_fare_kobo, a.park_fee_kobo, a.passenger_types, a.kid, a.made_at,
      array(select seat from allotted_seat where allotment_id = a.id and booking_id is null and released_at is null
        order by seat) as left,
      array(select seat from allotted_seat where allotment_id = a.id and booking_id is not null order by seat) as sold,
      array(select seat from allotted_seat where allotment_id = a.id and booking_id is null and boarded_at is not null
        order by seat) as boarded
    from seat_allotment a join counter_shift s on s.id = a.shift_id join operator o on o.id = s.operator_id
      join trip t on t.id = a.trip_id join schedule r on r.id = t.schedule_id
      join vehicle_type v on v.code = coalesce(t.vehicle_type, r.vehicle_type)
    where ${where}`
}

/** A new allotment of `seats`, with a ticket for each in the same order. */
export interface NewAllotmentRow extends AllottedTripPart {
  shift_id: string
  device: string
  sell_until: string | null
  seats: number[]
  tickets: NewTickets
}

/** Stores an allotment. It ends when sales from its first stop close, or at `sell_until` if that is earlier. */
export async function insertAllotment(tx: Db, row: NewAllotmentRow): Promise<void> {
  const { tickets, seats } = row
  await sql`
    insert into seat_allotment (id, shift_id, device, trip_id, leg_from, leg_to, sell_until, seat_fare_kobo, park_fee_kobo,
      passenger_types, kid)
    select ${row.id}::uuid, ${row.shift_id}::uuid, ${row.device}::uuid, t.id, ${row.leg_from}::smallint,
      ${row.leg_to}::smallint,
      least(${row.sell_until}::timestamptz, t.sales_close_at + make_interval(secs => f.departs_after_seconds)),
      ${row.seat_fare_kobo}::bigint, ${row.park_fee_kobo}::bigint, ${JSON.stringify(row.passenger_types)}::jsonb,
      ${tickets.kid}::smallint
    from trip t join schedule_stop f on f.schedule_id = t.schedule_id and f.position = ${row.leg_from}::smallint
    where t.id = ${row.trip_id}::uuid`.execute(tx)
  await sql`
    insert into allotted_seat (allotment_id, seat, ticket_id, ticket_code)
    select ${row.id}::uuid, seat, id, code
    from unnest(${seats}::smallint[], ${tickets.ids}::bytea[], ${tickets.codes}::text[]) x (seat, id, code)`.execute(
    tx,
  )
}

/** Locks an allotment until the transaction ends. */
export async function lockAllotment(tx: Db, id: string): Promise<void> {
  await sql`select from seat_allotment where id = ${id}::uuid for update`.execute(tx)
}

/** Returns undefined for another operator's allotment. */
export async function findAllotment(
  db: Db,
  operator_id: string,
  id: string,
): Promise<AllotmentRow | undefined> {
  const { rows } = await selectAllotments(
    sql`a.id = ${id}::uuid and s.operator_id = ${operator_id}::uuid`,
  ).execute(db)
  return rows[0]
}

/** Returns undefined for another clerk's allotment. */
export async function findOwnAllotment(
  db: Db,
  clerk: OperatorPrincipal,
  id: string,
): Promise<AllotmentRow | undefined> {
  const { rows } = await selectAllotments(
    sql`a.id = ${id}::uuid and ${isOwnShiftSql(clerk)}`,
  ).execute(db)
  return rows[0]
}

const isUnsold = sql`x.allotment_id = a.id and x.booking_id is null`
const hasSeatsLeft = sql`s.closed_at is null and exists (select from allotted_seat x
  where ${isUnsold} and x.released_at is null)`

/** Returns the allotments of an open shift that have seats left, the next departure first, at most 1,000. */
export async function findAllotmentsOfShift(db: Db, shift_id: string): Promise<AllotmentRow[]> {
  const { rows } = await selectAllotments(sql`s.id = ${shift_id}::uuid and ${hasSeatsLeft}
    order by departs_at, a.made_at limit 1000`).execute(db)
  return rows
}

/**
 * Returns an operator's allotments that have seats left in an open shift, and those of which a ticket was used for
 * boarding in the last two days although its sale is not reported; the next departure first, at most 1,000.
 */
export async function findOpenAllotments(db: Db, operator_id: string): Promise<AllotmentRow[]> {
  const { rows } =
    await selectAllotments(sql`s.operator_id = ${operator_id}::uuid and (${hasSeatsLeft}
      or exists (select from allotted_seat x where ${isUnsold} and x.boarded_at > now() - interval '2 days'))
    order by departs_at, a.made_at limit 1000`).execute(db)
  return rows
}

/** Returns how many seats of a shift are set aside and neither sold nor released. */
export async function countSeatsLeft(db: Db, shift_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from allotted_seat x join seat_allotment a on a.id = x.allotment_id
    where a.shift_id = ${shift_id}::uuid and x.booking_id is null and x.released_at is null`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/**
 * Returns how many seats of a departure were set aside in a shift, including those that were sold or released since.
 */
export async function countSeatsOfTrip(
  db: Db,
  { shift_id, trip_id }: { shift_id: string; trip_id: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from allotted_seat x join seat_allotment a on a.id = x.allotment_id
    where a.shift_id = ${shift_id}::uuid and a.trip_id = ${trip_id}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/** A seat of an allotment with its ticket. `booking_id` and `sold_at` are null until its sale is reported. */
export interface AllottedSeatRow {
  seat: number
  ticket_id: Buffer
  code: string
  booking_id: string | null
  sold_at: Date | null
}

/** Returns the seats of an allotment, by number. */
export async function findAllottedSeats(db: Db, allotment_id: string): Promise<AllottedSeatRow[]> {
  const { rows } = await sql<AllottedSeatRow>`
    select seat, ticket_id, ticket_code as code, booking_id, sold_at from allotted_seat
    where allotment_id = ${allotment_id}::uuid order by seat`.execute(db)
  return rows
}

/** Marks seats as sold, including those that were released before. */
export async function markSeatsSold(
  tx: Db,
  sale: { allotment_id: string; seats: number[]; booking_id: string; sold_at: string },
): Promise<void> {
  await sql`
    update allotted_seat set booking_id = ${sale.booking_id}::uuid, sold_at = ${sale.sold_at}::timestamptz,
      released_at = null
    where allotment_id = ${sale.allotment_id}::uuid and seat = any (${sale.seats}::smallint[])`.execute(
    tx,
  )
}

/** Marks seats that are not sold as released. */
export async function markSeatsReleased(
  tx: Db,
  allotment_id: string,
  seats: number[],
): Promise<void> {
  await sql`
    update allotted_seat set released_at = clock_timestamp()
    where allotment_id = ${allotment_id}::uuid and seat = any (${seats}::smallint[]) and booking_id is null
      and released_at is null`.execute(tx)
}
