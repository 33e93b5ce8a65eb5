import * as z from 'zod/mini'
import { refundStates } from '#contract/money'
import {
  day,
  email,
  id,
  instant,
  kobo,
  lines,
  personName,
  phone,
  text,
  wholeNumber,
} from '#contract/shapes'
import {
  invoiceStates,
  minInvoicePartKobo,
  maxOperatorInvoiceKobo,
  invoicePartStates,
} from './rules.ts'

/**
 * The reference of an invoice: 20 random Crockford characters, 100 bits. It opens the invoice to anyone who has it.
 */
export const invoiceReference = z
  .string()
  .check(z.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/, 'This link is not complete. Ask for it again.'))

/** The reference of an invoice, or of one of its parts by number: `…-2`. */
export const invoicePartReference = z
  .string()
  .check(z.regex(/^[0-9A-HJKMNP-TV-Z]{20}(-\d{1,2})?$/, 'This is not one of our invoices.'))

const maxLines = 20

const maxParts = 12

const InvoiceLine = z.object({
  label: z.string(),
  quantity: z.int(),
  /** The price per unit, without VAT. */
  unit_kobo: kobo,
  net_kobo: kobo,
  vat_percent: z.number(),
  vat_kobo: kobo,
})

const InvoicePart = z.object({
  number: z.int(),
  /** Its reference for payments. */
  reference: z.string(),
  amount_kobo: kobo,
  due_on: day,
  is_overdue: z.boolean(),
  state: z.enum(invoicePartStates),
  paid_at: z.nullable(instant),
})

export type InvoicePart = z.output<typeof InvoicePart>

/** An invoice as anyone who has its link sees it. Only the customer sees `customer.name`. */
export const Invoice = z.object({
  reference: z.string(),
  /** `WAKA-2026-000123`: consecutive per issuer and year. */
  number: z.string(),
  state: z.enum(invoiceStates),
  title: z.string(),
  notes: z.nullable(z.string()),
  issuer: z.object({ name: z.string(), code: z.nullable(z.string()), is_us: z.boolean() }),
  customer: z.object({
    name: z.nullable(z.string()),
    company: z.nullable(z.string()),
    tin: z.nullable(z.string()),
  }),
  lines: z.array(InvoiceLine),
  net_kobo: kobo,
  vat_kobo: kobo,
  total_kobo: kobo,
  /** The sum that was paid and not refunded. */
  paid_kobo: kobo,
  issued_at: instant,
  /** The earliest due day of the open parts; if none is open, the last due day of all parts. */
  due_on: day,
  voided_at: z.nullable(instant),
  void_reason: z.nullable(z.string()),
  parts: z.array(InvoicePart),
  /** The part to pay next; null if none is open. */
  next_part: z.nullable(z.int()),
  refunds: z.array(
    z.object({
      amount_kobo: kobo,
      to: z.enum(['wallet', 'source']),
      state: z.enum(refundStates),
      at: instant,
    }),
  ),
  /** Whether the caller is the customer. */
  is_mine: z.boolean(),
  /** The URL of its page, for a link or a QR code. */
  link: z.string(),
})

export type Invoice = z.output<typeof Invoice>

/** An invoice with its customer, for its issuer. */
export const IssuedInvoice = z.object({
  ...Invoice.shape,
  id,
  contact: z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
})

export type IssuedInvoice = z.output<typeof IssuedInvoice>

/**
 * A tax identification number (TIN) in any official form: 10 digits, 12 digits (written as 8 and 4), or the 13 digits
 * used since 2026.
 */
const tin = z.string().check(
  z.maxLength(20, { error: 'A TIN has 10, 12 or 13 digits.', abort: true }),
  z.overwrite((written) => written.replaceAll(/[\s-]/g, '')),
  z.regex(/^(\d{10}|\d{12}|\d{13})$/, 'A TIN has 10, 12 or 13 digits.'),
)

const Customer = z
  .strictObject({
    name: personName,
    company: z.optional(text(2, 120)),
    tin: z.optional(tin),
    address: z.optional(text(3, 200)),
    email: z.optional(email),
    phone: z.optional(phone),
  })
  .check(
    z.refine((it) => it.email !== undefined || it.phone !== undefined, {
      error: 'Enter an email address or a phone number.',
      path: ['email'],
    }),
    z.refine((it) => it.tin === undefined || it.company !== undefined, {
      error: 'Enter the name of the company with this TIN.',
      path: ['company'],
    }),
  )

/**
 * A new invoice. Prices are without VAT. `parts`: the sums in which it may be paid, in order; they add up to the
 * total.
 */
export const InvoiceInput = z.strictObject({
  title: text(3, 120),
  customer: Customer,
  lines: z
    .array(
      z.strictObject({
        label: text(2, 120),
        quantity: wholeNumber(1, 1000),
        unit_kobo: kobo.check(z.minimum(100, 'Enter a price.'), z.maximum(maxOperatorInvoiceKobo)),
        vat: z.enum(['exempt', 'standard']),
      }),
    )
    .check(
      z.minLength(1, 'Enter at least one line.'),
      z.maxLength(maxLines, `Write at most ${maxLines} lines.`),
    ),
  due_on: day,
  parts: z.optional(
    z
      .array(
        z.strictObject({
          amount_kobo: kobo.check(
            z.minimum(minInvoicePartKobo, 'Each part must be at least ₦100.'),
          ),
          due_on: day,
        }),
      )
      .check(
        z.minLength(2, 'Enter at least two parts.'),
        z.maxLength(maxParts, `Enter at most ${maxParts} parts.`),
      ),
  ),
  notes: z.optional(lines(1, 500)),
})

export type InvoiceInput = z.output<typeof InvoiceInput>
