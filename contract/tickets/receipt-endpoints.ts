import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { reference } from '#contract/shapes'

/* Separate from the tickets, which are in the first install. */

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
})
