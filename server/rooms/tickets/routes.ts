import {
  getCalendar,
  getTicketPdf,
  listTicketKeys,
  listTickets,
  getReceiptPdf,
} from '#contract/tickets/endpoints'
import { definePage } from '#server/http/pages'
import { bindEndpoint } from '#server/http/serve'
import { renderTicketPage } from './page.ts'
import * as service from './service.ts'

export const ticketRoutes = [
  bindEndpoint(listTickets, (ctx, input) => service.listTickets(ctx, input)),
  bindEndpoint(getTicketPdf, (ctx, input) => service.getTicketPdf(ctx, input)),
  bindEndpoint(getReceiptPdf, (ctx, input) => service.getReceiptPdf(ctx, input)),
  bindEndpoint(getCalendar, (ctx, input) => service.getCalendar(ctx, input)),
  bindEndpoint(listTicketKeys, (ctx) => service.listTicketKeys(ctx)),
  definePage('GET', '/t/{code}', (ctx, { params }) => renderTicketPage(ctx, params['code'] ?? '')),
]
