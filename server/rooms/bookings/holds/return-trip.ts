import { formatCount } from '#contract/quantities'
import { isUnpaid } from '#contract/bookings/rules'
import type { Input } from '#contract/endpoint'
import type { holdSeats as holdSeatsEndpoint } from '#contract/bookings/endpoints'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { summarizeTrips, makeTripId } from '#server/rooms/trips'
import {
  lockOwnBooking,
  type BookingRow,
  findBookingByReference,
} from '#server/rooms/bookings/record'
import { releaseBooking } from './seat-repository.ts'

type HoldSeatsInput = Input<typeof holdSeatsEndpoint>

/**
 * Finds and locks the caller's outbound booking, before these seats of another trip are added to it as its return trip.
 * Releases an earlier return trip. Throws `hold_expired` and `booking_not_open` if the outbound booking is not open or
 * is being paid, and `invalid_input` for seats or a trip that do not match it.
 */
export async function lockOutboundBooking(
  ctx: Context,
  way_out: string,
  { trip_id, seats }: Pick<HoldSeatsInput, 'trip_id' | 'seats'>,
): Promise<BookingRow> {
  const out = await lockOwnBooking(ctx, way_out)
  requireOpenHold(out)
  if (out.pending_payment !== null) {
    throw makeRefusal('booking_not_open', {
      detail:
        'A payment for the outbound trip is on its way. Wait for it before you add a return trip.',
    })
  }
  if (out.is_reserved) {
    throw makeRefusal('booking_not_open', {
      detail: 'You pay for the outbound trip at the park. Book the return trip on its own.',
    })
  }
  if (out.return_trip?.way === 'back') {
    throw makeRefusal('invalid_input', {
      fields: { way_out: 'This booking is already a return trip.' },
    })
  }
  if (seats.length !== out.seats.length) {
    const many = formatCount(out.seats.length, 'seat')
    throw makeRefusal('invalid_input', {
      fields: { seats: `Choose ${many}, as on the outbound trip.` },
    })
  }
  await requireReturnDirection(ctx.db, makeTripId(out), trip_id)
  if (out.return_trip !== null) {
    const before = await findBookingByReference(ctx.db, out.return_trip.other)
    if (before !== undefined) await releaseBooking(ctx.db, before.id)
  }
  return out
}

/**
 * Throws `invalid_input` unless the trip goes in the opposite direction and starts after the arrival of the outbound
 * trip.
 */
export async function requireReturnDirection(
  db: Db,
  out_id: string,
  back_id: string,
): Promise<void> {
  const trips = await summarizeTrips(db, [out_id, back_id])
  const [out, back] = [trips.get(out_id), trips.get(back_id)]
  if (out === undefined || back === undefined) return
  const leadsBack =
    back.from.city.code === out.to.city.code && back.to.city.code === out.from.city.code
  if (leadsBack && back.departs_at > out.arrives_at) return
  throw makeRefusal('invalid_input', {
    fields: {
      trip_id: leadsBack
        ? 'This bus leaves before you arrive. Choose a later one.'
        : `Choose a trip from ${out.to.city.name} to ${out.from.city.name}.`,
    },
  })
}

/**
 * Throws `hold_expired` or `booking_not_open` unless a booking is unpaid and has all its seats. Its deadline may have
 * passed.
 */
export function requireOpenHold(row: BookingRow): void {
  if (row.status === 'expired') throw makeRefusal('hold_expired')
  if (!isUnpaid(row)) throw makeRefusal('booking_not_open')
  if (!row.is_alive) throw makeRefusal('hold_expired')
}
