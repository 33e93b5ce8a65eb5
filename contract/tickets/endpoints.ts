import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { reference } from '#contract/shapes'
import { Ticket, TicketKey } from './model.ts'

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
  is_costly: true,
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

export const listTicketKeys = endpoint({
  name: 'listTicketKeys',
  summary: 'The public keys tickets are verified with',
  method: 'GET',
  path: '/v1/{p}/tickets/keys',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(TicketKey),
  refusals: [],
  cache: 'lookup',
})

export const getReceiptPdf = endpoint({
  name: 'getReceiptPdf',
  summary: 'The receipt with its fare lines',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/receipt.pdf',
  access: 'owner',
  input: z.strictObject({ reference }),
  output: z.unknown(),
  refusals: ['not_found', 'ticket_not_ready'],
  file: 'application/pdf',
  is_costly: true,
})
