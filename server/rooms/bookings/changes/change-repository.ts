import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { BookingRow } from '#server/rooms/bookings/record'
import type { NewTickets } from '#server/platform/ticket-ids'
import { isOnSaleFromStopSql, parseTripId } from '#server/rooms/trips'

/** Whether an account alone paid for the whole booking, so that the refund may go to the account's wallet. */
export async function isBookingPaidByAccount(
  db: Db,
  id: string,
  user_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from payment where payable_id = ${id}::uuid and outcome in ('confirmed', 'confirmed_other_seats')
      and person_id is distinct from ${user_id}::uuid limit 1`.execute(db)
  return rows.length === 0
}

/** Whether a wallet alone paid for a booking. */
export async function isBookingPaidFromWallet(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_paid: boolean }>`
    select paid_from_wallet(array[${id}::uuid]) as is_paid`.execute(db)
  return rows[0]?.is_paid ?? false
}

/** Removes passengers from a booking and adds their refund, in kobo. The caller holds the row lock of the booking. */
export async function cancelSeats(
  db: Db,
  id: string,
  seats: number[],
  status: 'cancelled' | 'operator_cancelled',
  refund_kobo: number,
): Promise<void> {
  await sql`select cancel_seats(${id}::uuid, ${seats}::smallint[], ${status})`.execute(db)
  await addRefund(db, id, refund_kobo)
}

/** Prevents boarding with a booking's tickets until the transaction ends. */
export async function lockBookingTickets(tx: Db, id: string): Promise<void> {
  await sql`select from ticket where booking_id = ${id}::uuid order by id for update`.execute(tx)
}

/**
 * Locks the return trip of a booking until the transaction ends, so that its two directions never move at the same
 * time. The caller holds the row lock of the booking; locking the other booking as well could cause a deadlock.
 */
export async function lockReturnTripOfBooking(tx: Db, id: string): Promise<void> {
  await sql`
    select from return_trip where id = (select return_trip_id from booking where id = ${id}::uuid)
    for no key update`.execute(tx)
}

/** Returns which of these seats have travellers who have boarded. */
export async function findBoardedSeats(db: Db, id: string, seats: number[]): Promise<number[]> {
  const { rows } = await sql<{ seats: number[] }>`
    select boarded_seats(${id}::uuid, ${seats}::smallint[]) as seats`.execute(db)
  return rows[0]?.seats ?? []
}

/** Adds kobo to the refunded sum of a booking. */
export async function addRefund(db: Db, id: string, refund_kobo: number): Promise<void> {
  if (refund_kobo === 0) return
  await sql`update booking set refunded_kobo = refunded_kobo + ${refund_kobo}::bigint where id = ${id}::uuid`.execute(
    db,
  )
}

export interface BookingMove {
  booking_id: string
  trip_id: string
  leg_from: number
  leg_to: number
  /** The traveller on `old_seats[i]` gets `seats[i]`. */
  old_seats: number[]
  seats: number[]
  types: string[]
  fare: BookingRow['fare']
  /** The current cancellation fee in percent, which is the minimum from now on. */
  fee_percent: number
  /** The price of the moving seats, and the part of it that a cancellation would refund now, in kobo. */
  price_kobo: number
  cancel_kobo: number
  tickets: NewTickets
}

/** Prevents cancelling a trip and changing its vehicle until the transaction ends. */
export async function lockTrip(tx: Db, trip_id: string): Promise<void> {
  await sql`select from trip where id = ${trip_id}::uuid for share`.execute(tx)
}

/**
 * Returns why a job will soon change this booking of a trip, or null: `cancelled` refunds it, `new_vehicle` gives it
 * other seats. A change of vehicle that is not done within an hour holds nobody any longer.
 */
export async function findPendingJobOfBooking(
  db: Db,
  { id, trip_id }: { id: string; trip_id: string },
): Promise<'cancelled' | 'new_vehicle' | null> {
  const { rows } = await sql<{ job: 'cancelled' | 'new_vehicle' | null }>`
    select case when status = 'cancelled' then 'cancelled'
      when exists (select from vehicle_change v where v.trip_id = trip.id and v.done_at is null
        and v.asked_at > now() - interval '1 hour'
        and not exists (select from booking_reseat r where r.change_id = v.id and r.booking_id = ${id}::uuid))
      then 'new_vehicle' end as job
    from trip where id = ${trip_id}::uuid`.execute(db)
  return rows[0]?.job ?? null
}

/** Moves a paid booking to another trip (`move_booking`). The result names the refusal. */
export async function moveBooking(db: Db, move: BookingMove) {
  const { rows } = await sql<{
    outcome: 'moved' | 'seat_taken' | 'seats_kept' | 'trip_not_on_sale' | 'not_movable'
    taken: number[]
  }>`
    select outcome, taken from move_booking(${move.booking_id}::uuid, ${move.trip_id}::uuid,
      ${move.leg_from}::smallint, ${move.leg_to}::smallint, ${move.old_seats}::smallint[], ${move.seats}::smallint[],
      ${move.types}::text[], ${JSON.stringify(move.fare)}::jsonb, ${move.fare.total_kobo}::bigint, ${move.fee_percent}::smallint,
      ${move.price_kobo}::bigint, ${move.cancel_kobo}::bigint,
      ${move.tickets.kid}::smallint, ${move.tickets.ids}::bytea[], ${move.tickets.codes}::text[])`.execute(
    db,
  )
  return rows[0] ?? { outcome: 'not_movable' as const, taken: [] }
}

/**
 * Returns other departures of a booking's operator between the same cities within 14 days that are on sale, as wire
 * ids, earliest first. Of more than 60, returns those nearest to the departure of the booking, since the earliest ones
 * may all leave days before it. The booking is read first (`materialized`): in one join of all nine tables, planning
 * would take ten times as long as finding the departures.
 */
export async function findRescheduleTrips(db: Db, bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as materialized (
      select b.trip_id, t.departs_at, s.operator_id, a.city_id as from_city, z.city_id as to_city
      from booking b
      join trip t on t.id = b.trip_id
      join schedule s on s.id = t.schedule_id
      join schedule_stop a on a.schedule_id = s.id and a.position = b.leg_from
      join schedule_stop z on z.schedule_id = s.id and z.position = b.leg_to
      where b.id = ${bookingId}::uuid
    ), nearest as (
      select distinct wire_trip_id(t.id, a.position, z.position) as id, t.departs_at,
        abs(extract(epoch from t.departs_at - own.departs_at)) as apart
      from own
      join schedule s on s.operator_id = own.operator_id
      join schedule_stop a on a.schedule_id = s.id and a.city_id = own.from_city and a.pick_up
      join schedule_stop z on z.schedule_id = s.id and z.city_id = own.to_city and z.drop_off
        and z.position > a.position
      join trip t on t.schedule_id = s.id and t.id <> own.trip_id and ${isOnSaleFromStopSql}
        and t.departs_at between now() and now() + interval '14 days'
        and not exists (select from vehicle_change c where c.trip_id = t.id and c.done_at is null)
      order by apart, id limit 60
    )
    select id from nearest order by departs_at, id`.execute(db)
  return rows.map((row) => row.id)
}

/** The seats of a trip part to which people can move. `open`: how many `free_seats` are not kept for the waitlist. */
interface FreeSeats {
  free_seats: number[]
  open: number
  park_fee_kobo: number
}

/** Returns the free seats (lowest first), how many of them are open, and the park fee (kobo) of trips, by wire id. */
export async function findFreeSeatsOfTrips(
  db: Db,
  wireIds: string[],
): Promise<Map<string, FreeSeats>> {
  const parts = wireIds.map(parseTripId)
  const { rows } = await sql<FreeSeats & { id: string }>`
    select w.id, s.park_fee_kobo, free.seats as free_seats,
      coalesce(room_beyond_queue(t.id, w.leg_from, w.leg_to, v.sellable, '{}'), cardinality(free.seats)) as open
    from unnest(${wireIds}::text[], ${parts.map((part) => part.trip_id)}::uuid[],
      ${parts.map((part) => part.leg_from)}::smallint[], ${parts.map((part) => part.leg_to)}::smallint[])
      w (id, trip_id, leg_from, leg_to)
    join trip t on t.id = w.trip_id
    join schedule s on s.id = t.schedule_id
    join vehicle_type v on v.code = coalesce(t.vehicle_type, s.vehicle_type)
    cross join lateral (select array(select n from unnest(v.sellable) n
      where n <> all (seats_taken(t.id, w.leg_from, w.leg_to, v.sellable, '{}')) order by n) as seats) free`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...room }) => [id, room]))
}

/**
 * Returns the sum that payment companies have refunded of a booking's payments without our request, in kobo. What was
 * already subtracted from a refund of ours is not included.
 */
export async function findOutsideRefundSum(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(least(charge.outside_kobo, p.paid_kobo - p.refunded_kobo - p.refund_pending_kobo)), 0)::bigint as kobo
    from payment p join payment charge on charge.id = coalesce(p.part_of, p.id)
    where p.payable_id = ${id}::uuid and p.outcome in ('confirmed', 'confirmed_other_seats') and charge.outside_kobo > 0`.execute(
    db,
  )
  return rows[0]?.kobo ?? 0
}
