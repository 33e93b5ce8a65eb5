import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Cancels an unpaid booking because the operator cancelled its trip, and frees its seats. */
export async function endUnpaidBooking(db: Db, id: string): Promise<void> {
  await sql`update booking set status = 'operator_cancelled', cancelled_at = now(), hold_expires_at = null
    where id = ${id}::uuid`.execute(db)
  await sql`delete from seat_claim where booking_id = ${id}::uuid`.execute(db)
}

/** Lets the other direction of a return trip be cancelled free for 48 hours. */
export async function waiveFeeOfOtherDirection(tx: Db, id: string): Promise<void> {
  await sql`select waive_fee_of_other_direction(${id}::uuid)`.execute(tx)
}

/** Marks a trip as cancelled. This is committed before its bookings are read, so that no sale is missed. */
export async function markTripCancelled(db: Db, tripId: string): Promise<void> {
  await sql`select cancel_trip(${tripId}::uuid)`.execute(db)
}

/**
 * The statuses of bookings that have not ended. Completed ones are included: they are completed when their time has
 * passed, even if the bus never left.
 */
const isOpen = sql`status in ('held', 'awaiting_payment', 'confirmed', 'travelled', 'completed')`

/** Returns the ids of a trip's bookings that have not ended. */
export async function findOpenBookingIds(db: Db, tripId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where trip_id = ${tripId}::uuid and ${isOpen} order by id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Returns the ids of cancelled trips that still have bookings which have not ended, the next departure first; those
 * that would have left more than a month ago are for people to look at.
 */
export async function findCancelledTripsWithBookings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from trip t
    where t.departs_at > now() - interval '30 days' and t.status = 'cancelled'
      and exists (select from booking where trip_id = t.id and ${isOpen})
    order by t.departs_at, t.id`.execute(db)
  return rows.map((row) => row.id)
}

/** The status of a departure as its operator reports it; `departs_at` is the planned time and stays. */
export interface TripStatus {
  departs_at: Date
  delay_minutes: number
  plate: string | null
  note: string | null
  driver_name: string | null
  driver_phone: string | null
}

/**
 * Locks an operator's departure that is neither cancelled nor away (`is_away`). Returns undefined if there is none.
 */
export async function lockTripStatus(
  db: Db,
  tripId: string,
  operatorId: string,
): Promise<TripStatus | undefined> {
  const { rows } = await sql<TripStatus>`
    select t.departs_at, t.delay_minutes, t.plate, t.note, t.driver_name, t.driver_phone from trip t join schedule s on s.id = t.schedule_id
    where t.id = ${tripId}::uuid and s.operator_id = ${operatorId}::uuid
      and t.status <> 'cancelled' and not is_away(t)
    for update of t`.execute(db)
  return rows[0]
}

/**
 * Stores what an operator reports about a departure: its delay, plate, note and driver. The planned time does not
 * change. If the delayed time is in the future, the trip and its bookings no longer count as departed.
 */
export async function saveTripStatus(
  db: Db,
  tripId: string,
  { delay_minutes, plate, note, driver_name, driver_phone }: TripStatus,
): Promise<void> {
  await sql`
    select tell_trip(${tripId}::uuid, ${delay_minutes}, ${plate}, ${note}, ${driver_name}, ${driver_phone})`.execute(
    db,
  )
  await sql`select reopen_bookings(${tripId}::uuid)`.execute(db)
}
