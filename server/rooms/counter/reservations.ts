import type * as endpoints from '#contract/counter/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { isUnpaid } from '#contract/bookings/rules'
import { parsePhone } from '#contract/phone'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { counterSales, listBookingsById } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { enterSale, lockOpenShift } from './service.ts'
import { findLeadHours, saveLeadHours } from './terms-repository.ts'

/** Returns the open reservations with this reference or phone number, at most 20; empty if there are none. */
export async function findReservations(
  { db, actor }: Context,
  { search }: Input<typeof endpoints.findReservations>,
): Promise<Output<typeof endpoints.findReservations>> {
  const by = { reference: normaliseReference(search), phone: parsePhone(search) }
  const ids = await counterSales.findReservations(db, requireOperator({ actor }).operator_id, by)
  const found = (await listBookingsById(db, ids)).filter(isUnpaid)
  return found.map((booking) => ({
    reference: booking.reference,
    until: booking.hold_expires_at ?? booking.server_time,
    departs_at: booking.trip.departs_at,
    zone: booking.trip.zone,
    from: booking.from_park.name,
    to: booking.to_park.name,
    contact: booking.contact?.full_name ?? '',
    travellers: booking.passengers.map(({ seat, full_name }) => ({ seat, full_name })),
    total_kobo: booking.fare.total_kobo,
    pays_online: booking.pending_payment !== null,
  }))
}

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
