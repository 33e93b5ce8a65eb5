import type { Input, Output } from '#contract/endpoint'
import type { reserveBooking as reserveBookingEndpoint } from '#contract/bookings/endpoints'
import { isUnpaid } from '#contract/bookings/rules'
import { makeRefusal } from '#contract/errors'
import { countAllowedReservations, unpaidReservationDays } from '#contract/policy'
import { formatCount } from '#contract/quantities'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import {
  type BookingRow,
  findReservableUntil,
  lockOwnBooking,
  readBooking,
  toBooking,
} from '#server/rooms/bookings/record'
import { requireOpenHold } from '#server/rooms/bookings/holds'
import { notifyOfReservation } from './notify.ts'
import { countReservations, insertReservation, lockReservationsOfPerson } from './repository.ts'

/**
 * Reserves the seats of the caller's held booking, to be paid at the park. A booking that is reserved already stays as
 * it is. Throws the refusals of the contract.
 */
export async function reserveBooking(
  ctx: Context,
  { reference }: Input<typeof reserveBookingEndpoint>,
): Promise<Output<typeof reserveBookingEndpoint>> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw makeRefusal('not_signed_in')
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnBooking({ ...ctx, db: tx }, reference)
    if (!(row.is_reserved && isUnpaid(row) && row.is_alive)) {
      const until = requireReservable(row)
      if (!(await lockReservationsOfPerson(tx, actor.user_id)))
        throw makeRefusal('phone_unverified')
      refuseTooMany(await countReservations(tx, actor.user_id, row.trip_id))
      await insertReservation(tx, row.id, until)
      await notifyOfReservation(tx, row.id, 'made')
    }
    return toBooking(tx, await readBooking(tx, row.id))
  })
}

/**
 * Returns the time until which the seats of a booking can be reserved now. If they cannot, throws the refusal with the
 * reason.
 */
function requireReservable(row: BookingRow): Date {
  requireOpenHold(row)
  if (row.passengers.length === 0) throw makeRefusal('passengers_missing')
  if (row.pending_payment !== null)
    throw makeRefusal('booking_not_open', {
      detail: 'A payment for this booking is on its way. Wait until it has succeeded or failed.',
    })
  const until = findReservableUntil(row)
  if (until === null) throw makeRefusal('reservation_closed', { detail: describeClosed(row) })
  return until
}

function describeClosed({ return_trip, is_offered, lead_hours }: BookingRow): string {
  if (return_trip !== null) return 'A return trip is paid online. Pay online to get these seats.'
  if (is_offered) return 'Seats from the waitlist are paid online, because others wait for them.'
  if (lead_hours === null)
    return 'This operator takes no cash for seats from the app. Pay online to get them.'
  return `Seats are reserved only until ${formatCount(lead_hours, 'hour')} before departure. Pay online to get them.`
}

function refuseTooMany({
  open,
  unpaid,
  released,
}: Awaited<ReturnType<typeof countReservations>>): void {
  const allowed = countAllowedReservations(unpaid)
  if (open + released < allowed) return
  const detail = describeTooMany({ open, unpaid, allowed })
  throw makeRefusal('too_many_reservations', detail === undefined ? {} : { detail })
}

function describeTooMany({ open, unpaid, allowed }: Record<'open' | 'unpaid' | 'allowed', number>) {
  if (open < allowed)
    return 'You reserved seats on this departure and released them again. Pay online to get seats on it.'
  if (unpaid === 0) return undefined
  const missed = `You did not pay ${formatCount(unpaid, 'reservation')} in the last ${unpaidReservationDays} days`
  return allowed === 0
    ? `${missed}, so you cannot reserve seats now. Pay online to get them.`
    : `${missed}, so you may have one open at a time. Pay or release it first, or pay online.`
}
