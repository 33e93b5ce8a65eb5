import { sql } from 'kysely'
import { naira } from '#contract/money'
import { product } from '#contract/product'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import type { InvoiceRow } from './repository.ts'
import { invoiceOf, linkOf, numberOf } from './view.ts'

type Told = Pick<InvoiceRow, 'email' | 'phone'>

/** By mail where there is an address, else by SMS, which costs money. */
async function tell(tx: Db, { email, phone }: Told, subject: string, text: string): Promise<void> {
  if (email !== null) await enqueue(tx, 'mail.send', { to: email, subject, text })
  else if (phone !== null) await enqueue(tx, 'sms.send', { to: phone, text })
}

/** Promises, in the caller's transaction, to send somebody the link to what they have to pay. */
export async function announceIssued(ctx: Context, row: InvoiceRow): Promise<void> {
  const { issuer, parts, total_kobo, link } = invoiceOf(ctx, row)
  const inParts = parts.length > 1 ? `, in ${parts.length} parts` : ''
  const subject = `Invoice ${numberOf(row)} from ${issuer.name}: ${naira(total_kobo)}`
  const words = `${issuer.name} asks you for ${naira(total_kobo)}${inParts}: ${row.title}. See and pay it here: ${link}`
  await tell(ctx.db, row, subject, words)
}

/** Promises to tell that nothing is to be paid any more; of money that goes back, refunds tell by themselves. */
export async function announceVoided({ db }: Context, row: InvoiceRow): Promise<void> {
  const subject = `Invoice ${numberOf(row)} was taken back`
  await tell(
    db,
    row,
    subject,
    `${product.name}: ${subject}. You need not pay it. ${row.void_reason}`,
  )
}

/** Promises, in the payment's transaction, the news that a part was paid. */
export async function announcePaid(tx: Db, part_id: string): Promise<void> {
  const { rows } = await sql<PartNews>`${newsOf} where p.id = ${part_id}`.execute(tx)
  const [row] = rows
  if (row === undefined) return
  const subject = `${naira(row.amount_kobo)} paid for invoice ${numberOf(row)}`
  const rest = row.open_kobo === 0 ? 'All of it is paid.' : `${naira(row.open_kobo)} is left.`
  await tell(tx, row, subject, `${product.name}: ${subject}. ${rest} Thank you.`)
}

interface PartNews extends Told {
  id: string
  reference: string
  series: string
  year: number
  number: number
  title: string
  amount_kobo: number
  open_kobo: number
  due_on: string
  is_overdue: boolean
}

const newsOf = sql`
  select p.id, i.reference, i.series, i.year, i.number, i.title, i.email, i.phone, p.amount_kobo,
    to_char(p.due_on, 'FMDD Mon YYYY') as due_on, p.due_on < (now() at time zone 'Africa/Lagos')::date as is_overdue,
    (select coalesce(sum(o.amount_kobo), 0)::bigint from invoice_part o
      where o.invoice_id = i.id and o.state = 'open' and o.id <> p.id) as open_kobo
  from invoice_part p join invoice i on i.id = p.invoice_id`

/**
 * Reminds of parts that are due in two days, and once more when that day is over. In the caller's transaction; how many
 * were told.
 */
export async function remindOfDue(
  tx: Db,
  config: Pick<Context['config'], 'public_url'>,
  limit: number,
): Promise<number> {
  const { rows } = await sql<PartNews>`${newsOf}
    where p.state = 'open' and (
      p.reminded_at is null and i.issued_at < now() - interval '1 day'
        and p.due_on between (now() at time zone 'Africa/Lagos')::date and (now() at time zone 'Africa/Lagos')::date + 2
      or p.overdue_told_at is null and p.due_on < (now() at time zone 'Africa/Lagos')::date)
    order by p.due_on, p.id limit ${limit} for update of p skip locked`.execute(tx)
  for (const row of rows) {
    const { id, is_overdue, amount_kobo, due_on } = row
    const number = numberOf(row)
    await sql`update invoice_part set reminded_at = coalesce(reminded_at, now()),
      overdue_told_at = case when ${is_overdue} then now() end where id = ${id}`.execute(tx)
    const subject = is_overdue
      ? `Invoice ${number} is overdue`
      : `Invoice ${number} is due on ${due_on}`
    const words = `${subject}: ${naira(amount_kobo)}, ${row.title}. Pay it here: ${linkOf(config, row.reference)}`
    await tell(tx, row, subject, words)
  }
  return rows.length
}
