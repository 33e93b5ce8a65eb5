import type * as endpoints from '#contract/counter/endpoints'
import type { Input, Output } from '#contract/endpoint'
import type { CounterReservation } from '#contract/counter/model'
import type { Booking } from '#contract/bookings/model'
import { isPaid, isUnpaid } from '#contract/bookings/rules'
import { parsePhone } from '#contract/phone'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { counterSales, listBookingsById } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { enterSale, lockOpenShift } from './service.ts'
import { findLeadHours, saveLeadHours } from './terms-repository.ts'

/**
 * Returns the open reservations with this reference or phone number, or all, at most 20; empty if there are none. With
 * `ended`, a search also returns bookings that are paid and reservations whose time was over, so that nobody pays
 * twice.
 */
export async function findReservations(
  { db, actor }: Context,
  { search, ended }: Input<typeof endpoints.findReservations>,
): Promise<Output<typeof endpoints.findReservations>> {
  const { operator_id } = requireOperator({ actor })
  if (search === undefined) {
    const all = await listBookingsById(db, await counterSales.findReservations(db, operator_id))
    return all.filter(isUnpaid).map((booking) => toReservation(booking, 'open'))
  }
  const by = { reference: normaliseReference(search), phone: parsePhone(search) }
  const ids = await counterSales.findReservations(db, operator_id, by)
  const open = (await listBookingsById(db, ids)).filter(isUnpaid)
  const others =
    ended === undefined
      ? []
      : await listBookingsById(db, await counterSales.findEndedBookings(db, operator_id, by))
  return [
    ...open.map((booking) => toReservation(booking, 'open')),
    ...others.map((booking) => toReservation(booking, findEndedState(booking))),
  ]
}

function findEndedState(booking: Booking): CounterReservation['state'] {
  if (!isPaid(booking)) return 'expired'
  return booking.paid_at_counter === true ? 'paid_at_counter' : 'paid_online'
}

const toReservation = (
  booking: Booking,
  state: CounterReservation['state'],
): CounterReservation => ({
  reference: booking.reference,
  state,
  until: booking.hold_expires_at ?? booking.server_time,
  departs_at: booking.trip.departs_at,
  zone: booking.trip.zone,
  from: booking.from_park.name,
  to: booking.to_park.name,
  contact: booking.contact?.full_name ?? '',
  travellers: booking.passengers
    .filter(({ seat }) => booking.seats.includes(seat))
    .map(({ seat, full_name }) => ({ seat, full_name })),
  total_kobo: booking.fare.total_kobo,
  pays_online: booking.pending_payment !== null,
})

/** Takes the money for a reservation in the caller's open shift. Throws the refusals of the contract. */
export async function sellReservation(
  ctx: Context,
  { shift: id, reference, means, total_kobo }: Input<typeof endpoints.sellReservation>,
): Promise<Output<typeof endpoints.sellReservation>> {
  const clerk = requireOperator(ctx)
  await lockOpenShift(ctx.db, clerk, id)
  const booking_id = await counterSales.sellReservation(ctx, {
    reference,
    total_kobo,
    operator_id: clerk.operator_id,
  })
  return enterSale(ctx, clerk, { shift_id: id, booking_id, means, amount_kobo: total_kobo })
}

/** Returns how many hours before departure the caller's operator ends reservations; null if it takes none. */
export async function getReservationTerms(
  ctx: Context,
): Promise<Output<typeof endpoints.getReservationTerms>> {
  return { lead_hours: await findLeadHours(ctx.db, requireOperator(ctx).operator_id) }
}

/**
 * Sets how many hours before departure the caller's operator ends reservations; null if it takes none. Open
 * reservations stay as they are.
 */
export async function setReservationTerms(
  ctx: Context,
  { lead_hours }: Input<typeof endpoints.setReservationTerms>,
): Promise<Output<typeof endpoints.setReservationTerms>> {
  await saveLeadHours(ctx.db, requireOperator(ctx).operator_id, lead_hours)
  return { lead_hours }
}
