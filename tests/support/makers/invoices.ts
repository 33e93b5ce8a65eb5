import { issueOperatorInvoice, issueStaffInvoice } from '#contract/invoices/endpoints'
import type { InvoiceInput, IssuedInvoice } from '#contract/invoices/model'
import { aStaffKey, anOperatorKey } from './boarding.ts'
import { anOperator } from './trips.ts'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** Returns the date `days` from today, in Lagos. */
export const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(
    Date.now() + days * 86_400_000,
  )

/** ₦100,000 of hire with VAT and a toll of ₦5,000 without VAT: ₦112,500. */
export const invoiceTotal_kobo = 11_250_000

/** Makes the input for an operator's invoice to a company: two days of hire and a toll, due in a week. */
export function anInvoiceInput(more: Partial<InvoiceInput> = {}): InvoiceInput {
  return {
    title: 'Staff bus for November',
    customer: {
      name: 'Ngozi Eze',
      company: 'Eze Foods Ltd',
      tin: '12345678-0001',
      email: 'accounts@eze.example',
    },
    lines: [
      { label: 'Hire of a bus, one day', quantity: 2, unit_kobo: 5_000_000, vat: 'standard' },
      { label: 'Toll', quantity: 1, unit_kobo: 500_000, vat: 'exempt' },
    ],
    due_on: dayFromNow(7),
    ...more,
  }
}

/** Makes the parts of an invoice over `invoiceTotal_kobo` that may be paid in three parts. */
export const makeThreeParts = (): Pick<InvoiceInput, 'parts'> => ({
  parts: [
    { amount_kobo: 3_000_000, due_on: dayFromNow(1) },
    { amount_kobo: 4_000_000, due_on: dayFromNow(5) },
    { amount_kobo: 4_250_000, due_on: dayFromNow(9) },
  ],
})

/** Makes the callers that may issue invoices: an operator with its key, and our staff. */
export async function makeIssuers(server: TestServer) {
  const operator_id = await anOperator(server.db)
  return {
    operator_id,
    operator: await anOperatorKey(server, operator_id, ['invoices']),
    staff: await aStaffKey(server, ['invoices']),
  }
}

/** Issues an invoice, as an operator or as our staff. */
export async function anInvoice(
  server: TestServer,
  by: { operator: Caller } | { staff: Caller },
  more: Partial<InvoiceInput> = {},
): Promise<IssuedInvoice> {
  const { status, data, text } =
    'staff' in by
      ? await server.call(issueStaffInvoice, anInvoiceInput(more), { as: by.staff })
      : await server.call(issueOperatorInvoice, anInvoiceInput(more), { as: by.operator })
  if (status !== 200) throw new Error(text)
  return data
}
