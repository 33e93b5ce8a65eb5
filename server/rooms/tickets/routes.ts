import {
  getCalendar,
  getTicketPdf,
  listTicketKeys,
  listTickets,
  getReceiptPdf,
} from '#contract/tickets/endpoints'
import { page } from '#server/http/pages'
import { serve } from '#server/http/serve'
import { ticketPage } from './page.ts'
import * as service from './service.ts'

export const ticketRoutes = [
  serve(listTickets, (ctx, input) => service.listTickets(ctx, input)),
  serve(getTicketPdf, (ctx, input) => service.getTicketPdf(ctx, input)),
  serve(getReceiptPdf, (ctx, input) => service.getReceiptPdf(ctx, input)),
  serve(getCalendar, (ctx, input) => service.getCalendar(ctx, input)),
  serve(listTicketKeys, (ctx) => service.listTicketKeys(ctx)),
  page('GET', '/t/{code}', (ctx, { params }) => ticketPage(ctx, params['code'] ?? '')),
]
