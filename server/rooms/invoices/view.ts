import type { Invoice, IssuedInvoice } from '#contract/invoices/model'
import { product } from '#contract/product'
import type { Context } from '#server/context'
import type { InvoiceRow } from './repository.ts'

type InvoiceViewContext = Pick<Context, 'config' | 'actor'>

/** Returns an invoice's number such as `WAKA-2026-000123`. */
export const formatInvoiceNumber = ({
  series,
  year,
  number,
}: Pick<InvoiceRow, 'series' | 'year' | 'number'>) =>
  `${series}-${year}-${String(number).padStart(6, '0')}`

/** Returns the URL of the page where an invoice is paid. */
export const makeInvoiceLink = (config: Pick<Context['config'], 'public_url'>, reference: string) =>
  `${config.public_url}/invoice-checkout?reference=${reference}`

/** Returns an invoice as it is visible to anyone who has its link. */
export function toInvoice({ config, actor }: InvoiceViewContext, row: InvoiceRow): Invoice {
  const { parts, operator, company, tin } = row
  const is_mine = actor.kind === 'user' && actor.user_id === row.person_id
  const open = parts.filter(({ state }) => state === 'open')
  const due = (open.length > 0 ? open : parts).map(({ due_on }) => due_on).toSorted()
  return {
    reference: row.reference,
    number: formatInvoiceNumber(row),
    state: row.state,
    title: row.title,
    notes: row.notes,
    issuer: {
      name: operator?.name ?? product.name,
      code: operator?.code ?? null,
      is_us: operator === null,
    },
    customer: { name: is_mine ? row.customer_name : null, company, tin },
    lines: row.lines,
    net_kobo: row.net_kobo,
    vat_kobo: row.vat_kobo,
    total_kobo: row.total_kobo,
    paid_kobo: row.paid_kobo,
    issued_at: row.issued_at.toISOString(),
    due_on: (open.length > 0 ? due.at(0) : due.at(-1)) ?? '',
    voided_at: row.voided_at?.toISOString() ?? null,
    void_reason: row.void_reason,
    parts: parts.map((part) => ({ ...part, paid_at: inUtc(part.paid_at) })),
    next_part: open[0]?.number ?? null,
    refunds: row.refunds.map((refund) => ({ ...refund, at: inUtc(refund.at) ?? '' })),
    is_mine,
    link: makeInvoiceLink(config, row.reference),
  }
}

/** Returns an invoice as it is visible to its issuer. */
export function toIssuedInvoice(shower: InvoiceViewContext, row: InvoiceRow): IssuedInvoice {
  const { id, email, phone, company, tin, customer_name: name } = row
  const customer = { name, company, tin }
  return { ...toInvoice(shower, row), id, customer, contact: { email, phone } }
}

const inUtc = (at: string | null) => (at === null ? null : new Date(at).toISOString())
