import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, reference } from './shapes.ts'

/**
 * A ticket. `payload` is the text of its QR: `T1:` and base45 of the signed CBOR array
 * `[version, key id, ticket id, trip, departure minute, seat, leg from, leg to, name, issue]`.
 */
export const Ticket = z.object({
  code: z.string(),
  payload: z.string(),
  issue: z.int(),
  status: z.enum(['valid', 'used', 'cancelled', 'reissued']),
  seat: z.int(),
  passenger: z.string(),
  passenger_type: z.string(),
  booking: z.string(),
  trip_id: z.string(),
  departs_at: instant,
  share_text: z.string(),
  link: z.string(),
})
export type Ticket = z.output<typeof Ticket>

const owned = z.strictObject({ reference })

export const listTickets = endpoint({
  name: 'listTickets',
  summary: 'The signed tickets of a paid booking',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/tickets',
  access: 'owner',
  input: owned,
  output: z.array(Ticket),
  refusals: ['not_found', 'ticket_not_ready'],
})

export const getTicketPdf = endpoint({
  name: 'getTicketPdf',
  summary: 'All tickets of a booking as one PDF',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/ticket.pdf',
  access: 'owner',
  input: owned,
  output: z.unknown(),
  refusals: ['not_found', 'ticket_not_ready'],
  file: 'application/pdf',
})

export const getReceiptPdf = endpoint({
  name: 'getReceiptPdf',
  summary: 'The receipt with its fare lines',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/receipt.pdf',
  access: 'owner',
  input: owned,
  output: z.unknown(),
  refusals: ['not_found', 'ticket_not_ready'],
  file: 'application/pdf',
})

export const getCalendar = endpoint({
  name: 'getCalendar',
  summary: 'The trip for a calendar',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/calendar.ics',
  access: 'owner',
  input: owned,
  output: z.unknown(),
  refusals: ['not_found', 'ticket_not_ready'],
  file: 'text/calendar; charset=utf-8',
})

/** A key that signs tickets. `public_key` is the raw 32 bytes of Ed25519 in base64url. */
export const TicketKey = z.object({
  kid: z.int(),
  public_key: z.string(),
  state: z.enum(['next', 'active', 'verify_only', 'revoked']),
  not_before: instant,
  not_after: instant,
})
export type TicketKey = z.output<typeof TicketKey>

export const listTicketKeys = endpoint({
  name: 'listTicketKeys',
  summary: 'The public keys tickets are proved with',
  method: 'GET',
  path: '/v1/{p}/tickets/keys',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(TicketKey),
  refusals: [],
  cache: 'lookup',
})
