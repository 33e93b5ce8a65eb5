import type { Booking } from '#contract/bookings/model'
import { isUnpaid } from '#contract/bookings/rules'
import { describeRefundPolicy, arriveEarlyMinutes } from '#contract/policy'
import type { Db } from '#server/db/client'
import { findTripsWithParks, makeTripId } from '#server/rooms/trips'
import {
  type BookingRow,
  findBookingMoves,
  findBookingsByIds,
  findBookingsOfUser,
} from './repository.ts'

/** Returns the seats with travellers; for a booking that has ended, the seats that it had. */
export function listTravellingSeats(row: BookingRow): number[] {
  const travelling = row.passengers
    .filter((one) => one.state === 'travelling')
    .map((one) => one.seat)
  return travelling.length > 0 ? row.seats.filter((seat) => travelling.includes(seat)) : row.seats
}

/**
 * Returns the time until which the seats of a held booking could be reserved now, to be paid at the park; null if they
 * cannot be reserved, or not for longer than they are held already. A return trip is paid online, in one payment. Seats
 * from the waitlist are also paid online, because others wait for them.
 */
export function findReservableUntil(row: BookingRow): Date | null {
  const { reservation_ends_at: until, hold_expires_at: held } = row
  const isOpen = isUnpaid(row) && row.is_alive && !row.is_reserved && row.pending_payment === null
  if (row.return_trip !== null || row.is_offered) return null
  return isOpen && until !== null && held !== null && until > held ? until : null
}

/** Throws if the trip of the booking does not exist. */
export async function toBooking(db: Db, row: BookingRow): Promise<Booking> {
  const [booking] = await bookingsOf(db, [row])
  if (booking === undefined) throw new Error(`booking ${row.id} has no trip`)
  return booking
}

/** Returns a booking with its moves, for its owner. */
export async function toBookingWithMoves(db: Db, row: BookingRow): Promise<Booking> {
  return { ...(await toBooking(db, row)), moves: await findBookingMoves(db, row.id) }
}

/** Returns bookings in the form of the contract. Needs only one more query for any number of bookings. */
async function bookingsOf(db: Db, rows: BookingRow[]): Promise<Booking[]> {
  const trips = await findTripsWithParks(db, rows.map(makeTripId))
  return rows.flatMap((row) => {
    const found = trips.get(makeTripId(row))
    if (found === undefined) return []
    const refund_policy = describeRefundPolicy(row.reschedules_left)
    return [{ ...toViewFields(row), ...found, trip: { ...found.trip, refund_policy } }]
  })
}

/** Returns a user's bookings in one state in the form of the contract, at most a hundred. */
export async function listBookingsOfUser(
  db: Db,
  user_id: string,
  state: 'upcoming' | 'past' | 'cancelled',
): Promise<Booking[]> {
  return bookingsOf(db, await findBookingsOfUser(db, user_id, state))
}

/** Returns bookings by their ids in the form of the contract, newest first. The caller must check who owns them. */
export async function listBookingsById(db: Db, ids: readonly string[]): Promise<Booking[]> {
  return bookingsOf(db, await findBookingsByIds(db, ids))
}

function toViewFields(row: BookingRow): Omit<Booking, 'trip' | 'from_park' | 'to_park'> {
  const seats = listTravellingSeats(row)
  return {
    reference: row.reference,
    status: statusOf(row),
    hold_expires_at: row.hold_expires_at?.toISOString() ?? null,
    server_time: row.server_time.toISOString(),
    seats,
    passenger_types: row.passenger_types.filter((_, index) =>
      seats.includes(row.seats[index] ?? 0),
    ),
    fare: { lines: row.fare.lines, total_kobo: row.total_kobo },
    paid_kobo: row.paid_kobo,
    insurance: row.insurance,
    insurer: row.insurer,
    reporting_at: new Date(row.boards_at.getTime() - arriveEarlyMinutes * 60_000).toISOString(),
    luggage: row.luggage,
    plate: row.plate,
    delay_minutes: row.delay_minutes,
    note: row.note,
    operator_phone: row.operator_phone,
    passengers: row.passengers,
    contact:
      row.contact_name === null || row.contact_phone === null
        ? null
        : { full_name: row.contact_name, phone: row.contact_phone, email: row.contact_email },
    next_of_kin:
      row.kin_name === null || row.kin_phone === null || row.kin_relationship === null
        ? null
        : { full_name: row.kin_name, phone: row.kin_phone, relationship: row.kin_relationship },
    reseated: row.reseated,
    reseat_cause: row.reseat_cause,
    free_cancel_until: row.free_cancel_until?.toISOString() ?? null,
    reschedules_left: row.reschedules_left,
    reviewed: row.reviewed,
    refunds: row.refunds,
    ...(row.is_reserved && isUnpaid(row) && { reserved: true }),
    reservable_until: findReservableUntil(row)?.toISOString() ?? null,
    ...(row.paid_at_counter && { paid_at_counter: true }),
    pending_payment: row.pending_payment,
    return_trip: row.return_trip,
  }
}

/** Returns the status. An overdue hold without seats is expired, even before the job `hold.sweep` has stored that. */
function statusOf(row: BookingRow): Booking['status'] {
  const ranOut =
    row.hold_expires_at !== null && row.hold_expires_at < row.server_time && !row.is_alive
  return row.status === 'held' && ranOut ? 'expired' : row.status
}
