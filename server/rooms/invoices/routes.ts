import * as endpoints from '#contract/invoices/endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const invoiceRoutes = [
  serve(endpoints.getInvoice, service.getInvoice),
  serve(endpoints.getInvoicePdf, service.getInvoicePdf),
  serve(endpoints.listInvoices, service.listInvoices),
  serve(endpoints.issueOperatorInvoice, service.issueOperatorInvoice),
  serve(endpoints.listOperatorInvoices, service.listOperatorInvoices),
  serve(endpoints.voidOperatorInvoice, service.voidOperatorInvoice),
  serve(endpoints.issueStaffInvoice, service.issueStaffInvoice),
  serve(endpoints.listStaffInvoices, service.listStaffInvoices),
  serve(endpoints.voidStaffInvoice, service.voidStaffInvoice),
]
