import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { id, page, PageMeta, perPage, text } from '#contract/shapes'
import { Invoice, InvoiceInput, invoiceReference, IssuedInvoice } from './model.ts'
import { invoiceStates } from './rules.ts'

export const getInvoice = endpoint({
  name: 'getInvoice',
  summary: 'An invoice with its lines, VAT, parts and status, for anyone who has the link',
  method: 'GET',
  path: '/v1/{p}/invoices/{reference}',
  access: 'anyone',
  input: z.strictObject({ reference: invoiceReference }),
  output: Invoice,
  refusals: ['not_found'],
})

export const getInvoicePdf = endpoint({
  name: 'getInvoicePdf',
  summary: 'The invoice as PDF with a QR code that opens its page; once paid, the receipt',
  method: 'GET',
  path: '/v1/{p}/invoices/{reference}/invoice.pdf',
  access: 'anyone',
  input: z.strictObject({ reference: invoiceReference }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'application/pdf',
  is_costly: true,
})

export const listInvoices = endpoint({
  name: 'listInvoices',
  summary: 'Invoices made out to me: what is due first, then the newest',
  method: 'GET',
  path: '/v1/{p}/invoices',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(Invoice),
  meta: PageMeta,
  refusals: [],
})

const listInput = z.strictObject({
  state: z.optional(z.enum(invoiceStates)),
  page,
  per_page: perPage(20),
})
const voided = z.strictObject({ id, reason: text(3, 200) })

export const issueOperatorInvoice = endpoint({
  name: 'issueOperatorInvoice',
  summary: 'The operator issues an invoice; the link goes out by email, otherwise by SMS',
  method: 'POST',
  path: '/v1/{p}/operator/invoices',
  access: 'operator',
  scope: 'invoices',
  needs_factor: true,
  input: InvoiceInput,
  output: IssuedInvoice,
  refusals: ['invoice_limit'],
  idempotency: 'required',
})

export const listOperatorInvoices = endpoint({
  name: 'listOperatorInvoices',
  summary: 'Invoices of the operator, the newest first',
  method: 'GET',
  path: '/v1/{p}/operator/invoices',
  access: 'operator',
  scope: 'invoices',
  input: listInput,
  output: z.array(IssuedInvoice),
  meta: PageMeta,
  refusals: [],
})

export const voidOperatorInvoice = endpoint({
  name: 'voidOperatorInvoice',
  summary: 'The operator cancels an invoice; everything paid is refunded',
  method: 'POST',
  path: '/v1/{p}/operator/invoices/{id}/void',
  access: 'operator',
  scope: 'invoices',
  needs_factor: true,
  input: voided,
  output: IssuedInvoice,
  refusals: ['not_found', 'invoice_void', 'invoice_for_staff', 'invoice_of_another_room'],
  idempotency: 'required',
})

export const issueStaffInvoice = endpoint({
  name: 'issueStaffInvoice',
  summary: 'Our staff issue an invoice',
  method: 'POST',
  path: '/v1/{p}/staff/invoices',
  access: 'staff',
  scope: 'invoices',
  input: InvoiceInput,
  output: IssuedInvoice,
  refusals: ['invoice_limit'],
  idempotency: 'required',
})

export const listAllInvoices = endpoint({
  name: 'listAllInvoices',
  summary: 'All invoices, newest first',
  method: 'GET',
  path: '/v1/{p}/staff/invoices',
  access: 'staff',
  scope: 'invoices',
  input: listInput,
  output: z.array(IssuedInvoice),
  meta: PageMeta,
  refusals: [],
})

export const voidStaffInvoice = endpoint({
  name: 'voidStaffInvoice',
  summary: 'Our staff cancel any invoice; everything paid is refunded',
  method: 'POST',
  path: '/v1/{p}/staff/invoices/{id}/void',
  access: 'staff',
  scope: 'invoices',
  input: voided,
  output: IssuedInvoice,
  refusals: ['not_found', 'invoice_void', 'invoice_of_another_room'],
  idempotency: 'required',
})
