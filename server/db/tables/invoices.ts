// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** what somebody has to pay, with its number */
export interface Invoice {
  id: string
  reference: string
  series: string
  year: number
  number: number
  operator_id: string | null
  person_id: string | null
  customer_name: string
  company: string | null
  tin: string | null
  address: string | null
  email: string | null
  phone: string | null
  title: string
  notes: string | null
  net_kobo: number
  vat_kobo: number
  total_kobo: Generated<number | null>
  issued_at: Generated<Timestamp>
  voided_at: Timestamp | null
  void_reason: string | null
  key_id: string | null
  staff_key_id: string | null
  voided_by: 'operator' | 'staff' | 'room' | 'time' | null
}

/** what each is for, with its VAT */
export interface InvoiceLine {
  invoice_id: string
  position: number
  label: string
  quantity: number
  unit_kobo: number
  vat_bp: number
  net_kobo: Generated<number | null>
  vat_kobo: Generated<number | null>
}

/** the last number of each issuer and year */
export interface InvoiceNumber {
  series: string
  year: number
  last: number
}

/** what is paid at once, and when it is due */
export interface InvoicePart {
  id: string
  invoice_id: string
  position: number
  reference: string
  amount_kobo: number
  vat_kobo: number
  fee_kobo: Generated<number>
  fee_vat_kobo: Generated<number>
  due_on: string
  state: Generated<'open' | 'paid' | 'void' | 'refunded'>
  paid_at: Timestamp | null
  reminded_at: Timestamp | null
  overdue_told_at: Timestamp | null
  kind: Generated<string>
  thing_id: string
  payable_id: string | null
}
