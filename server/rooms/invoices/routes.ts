import * as endpoints from '#contract/invoices/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as service from './service.ts'

export const invoiceRoutes = [
  bindEndpoint(endpoints.getInvoice, service.getInvoice),
  bindEndpoint(endpoints.getInvoicePdf, service.getInvoicePdf),
  bindEndpoint(endpoints.listInvoices, service.listInvoices),
  bindEndpoint(endpoints.issueOperatorInvoice, service.issueOperatorInvoice),
  bindEndpoint(endpoints.listOperatorInvoices, service.listOperatorInvoices),
  bindEndpoint(endpoints.voidOperatorInvoice, service.voidOperatorInvoice),
  bindEndpoint(endpoints.issueStaffInvoice, service.issueStaffInvoice),
  bindEndpoint(endpoints.listAllInvoices, service.listAllInvoices),
  bindEndpoint(endpoints.voidStaffInvoice, service.voidStaffInvoice),
]
