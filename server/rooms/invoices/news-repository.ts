import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A part of an invoice, for notifications. `open_kobo`: what else is left to pay of the invoice. */
export interface InvoicePartNotice {
  id: string
  email: string | null
  phone: string | null
  reference: string
  series: string
  year: number
  number: number
  title: string
  amount_kobo: number
  open_kobo: number
  /** `24 Nov 2026` */
  due_on: string
  is_overdue: boolean
}

const newsOf = sql`
  select p.id, i.reference, i.series, i.year, i.number, i.title, i.email, i.phone, p.amount_kobo,
    to_char(p.due_on, 'FMDD Mon YYYY') as due_on, p.due_on < lagos_today() as is_overdue,
    (select coalesce(sum(o.amount_kobo), 0)::bigint from invoice_part o
      where o.invoice_id = i.id and o.state = 'open' and o.id <> p.id) as open_kobo
  from invoice_part p join invoice i on i.id = p.invoice_id`

export async function findInvoicePartNotice(
  db: Db,
  part_id: string,
): Promise<InvoicePartNotice | undefined> {
  const { rows } = await sql<InvoicePartNotice>`${newsOf} where p.id = ${part_id}`.execute(db)
  return rows[0]
}

/**
 * Claims the open parts that need a reminder now: once when they are due within two days, and once when they are
 * overdue.
 */
export async function claimDueInvoiceParts(tx: Db, limit: number): Promise<InvoicePartNotice[]> {
  const { rows } = await sql<InvoicePartNotice>`${newsOf}
    where p.state = 'open' and (
      p.reminded_at is null and i.issued_at < now() - interval '1 day'
        and p.due_on between lagos_today() and lagos_today() + 2
      or p.overdue_told_at is null and p.due_on < lagos_today())
    order by p.due_on, p.id limit ${limit} for update of p skip locked`.execute(tx)
  await sql`update invoice_part set reminded_at = coalesce(reminded_at, now()),
      overdue_told_at = case when due_on < lagos_today() then now() end
    where id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  return rows
}

/** Releases wallet money that is held for ended attempts, and expires at most `limit` unpaid invoices. */
export async function expireDueInvoices(db: Db, limit: number): Promise<void> {
  await sql`select free_invoice_holds()`.execute(db)
  await sql`select expire_invoices(${limit})`.execute(db)
}
