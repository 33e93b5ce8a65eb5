import type { Context } from '#server/context'
import { readBooking } from '#server/rooms/bookings'
import { getBookingWithTickets } from './service.ts'

/**
 * Returns the SMS with the tickets of a paid booking, one for each ticket. Empty without a contact. Throws
 * `ticket_not_ready` before the booking is paid.
 */
export async function writeTicketSms(
  ctx: Pick<Context, 'db' | 'config'>,
  bookingId: string,
): Promise<{ to: string; text: string }[]> {
  const { booking, tickets } = await getBookingWithTickets(
    ctx,
    await readBooking(ctx.db, bookingId),
  )
  const to = booking.contact?.phone
  if (to === undefined) return []
  const valid = tickets.filter((ticket) => ticket.status === 'valid')
  return valid.map(({ share_text }) => ({ to, text: share_text }))
}
