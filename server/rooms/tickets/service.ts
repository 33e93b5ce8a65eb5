import type { Booking } from '#contract/bookings/model'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Ticket } from '#contract/tickets/model'
import type {
  getCalendar as getCalendarEndpoint,
  getTicketPdf as getTicketPdfEndpoint,
  listTicketKeys as listTicketKeysEndpoint,
  listTickets as listTicketsEndpoint,
  getReceiptPdf as getReceiptPdfEndpoint,
} from '#contract/tickets/endpoints'
import type { Context } from '#server/context'
import { type BookingRow, toBooking, findOwnBooking, readBooking } from '#server/rooms/bookings'
import { makeTripId } from '#server/rooms/trips'
import { writeCalendar } from './calendar.ts'
import { toTicketName } from './plain-name.ts'
import { drawReceiptPdf } from './receipt-pdf.ts'
import { type TicketRow, findTickets } from './repository.ts'
import { writeShareText } from './share-text.ts'
import { signTicket } from './ticket-code.ts'
import { drawTicketPdf } from './ticket-pdf.ts'

/** Returns the signed tickets of the caller's booking. Throws `not_found`, and `ticket_not_ready` before it is paid. */
export async function listTickets(
  ctx: Context,
  input: Input<typeof listTicketsEndpoint>,
): Promise<Output<typeof listTicketsEndpoint>> {
  return (await getBookingWithTickets(ctx, await findOwnBooking(ctx, input.reference))).tickets
}

/** Returns all tickets of the caller's booking as one PDF, a page each. Throws as `listTickets` does. */
export async function getTicketPdf(ctx: Context, input: Input<typeof getTicketPdfEndpoint>) {
  const { booking, tickets } = await getBookingWithTickets(
    ctx,
    await findOwnBooking(ctx, input.reference),
  )
  return {
    body: await drawTicketPdf(booking, tickets),
    file_name: `ticket-${booking.reference}.pdf`,
  }
}

/** Returns the receipt of a paid booking: fare lines, payments and refunds. Throws as `listTickets` does. */
export async function getReceiptPdf(ctx: Context, input: Input<typeof getReceiptPdfEndpoint>) {
  const { booking } = await getBookingWithTickets(ctx, await findOwnBooking(ctx, input.reference))
  return { body: await drawReceiptPdf(booking), file_name: `receipt-${booking.reference}.pdf` }
}

/**
 * Returns the trip as a calendar file, with alarms two hours and half an hour before departure. Throws as `listTickets`
 * does.
 */
export async function getCalendar(ctx: Context, input: Input<typeof getCalendarEndpoint>) {
  const { booking } = await getBookingWithTickets(ctx, await findOwnBooking(ctx, input.reference))
  return { body: writeCalendar(booking), file_name: `trip-${booking.reference}.ics` }
}

/** Returns the public keys that verify tickets. */
export function listTicketKeys(ctx: Context): Output<typeof listTicketKeysEndpoint> {
  return ctx.config.ticket_keys.map(({ kid, public_key, state, not_before, not_after }) => ({
    kid,
    public_key,
    state,
    not_before,
    not_after,
  }))
}

/** A booking with its signed tickets, in the format of the contract. */
export interface BookingWithTickets {
  booking: Booking
  tickets: Ticket[]
}

/**
 * Returns a booking with its newly signed tickets. The caller must check who may get the tickets. Throws
 * `ticket_not_ready` before it is paid.
 */
export async function getBookingWithTickets(
  { db, config }: Pick<Context, 'db' | 'config'>,
  row: BookingRow,
): Promise<BookingWithTickets> {
  const rows = await findTickets(db, row.id)
  if (rows.length === 0) throw makeRefusal('ticket_not_ready')
  const booking = await toBooking(db, row)
  return { booking, tickets: rows.map((one) => toTicket(config, booking, one)) }
}

/** Returns a booking by its id with its newly signed tickets. Throws as `getBookingWithTickets` does. */
export const readBookingWithTickets = async (
  ctx: Pick<Context, 'db' | 'config'>,
  booking_id: string,
): Promise<BookingWithTickets> => getBookingWithTickets(ctx, await readBooking(ctx.db, booking_id))

/** Returns a ticket in the format of the contract, signed again. */
export function toTicket(config: Context['config'], booking: Booking, row: TicketRow): Ticket {
  const link = `${config.public_url}/t/${row.code}`
  const payload = signTicket(
    { ...row, ticket_id: row.id, name: toTicketName(row.full_name) },
    config.ticket_keys,
  )
  return {
    code: row.code,
    payload,
    issue: row.issue,
    status: row.status,
    seat: row.seat,
    passenger: row.full_name,
    passenger_type: row.passenger_type,
    booking: booking.reference,
    trip_id: makeTripId(row),
    departs_at: row.departs_at.toISOString(),
    share_text: writeShareText(booking, row, link),
    link,
  }
}
