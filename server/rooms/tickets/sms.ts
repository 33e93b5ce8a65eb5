import type { BookingWithTickets } from './service.ts'

/** Returns the SMS with the tickets of a paid booking, one for each ticket. Empty without a contact. */
export function writeTicketSms({
  booking,
  tickets,
}: BookingWithTickets): { to: string; text: string }[] {
  const to = booking.contact?.phone
  if (to === undefined) return []
  const valid = tickets.filter((ticket) => ticket.status === 'valid')
  return valid.map(({ share_text }) => ({ to, text: share_text }))
}
