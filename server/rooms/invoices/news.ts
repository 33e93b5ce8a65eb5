import { formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { enqueueContactMessage } from '#server/rooms/notifications'
import { findInvoicePartNotice, claimDueInvoiceParts } from './news-repository.ts'
import type { InvoiceRow } from './repository.ts'
import { toInvoice, makeInvoiceLink, formatInvoiceNumber } from './view.ts'

/** Enqueues, in the caller's transaction, a message to the customer with the link to an invoice. */
export async function notifyOfNewInvoice(ctx: Context, row: InvoiceRow): Promise<void> {
  const { issuer, parts, total_kobo, link } = toInvoice(ctx, row)
  const inParts = parts.length > 1 ? `, in ${formatCount(parts.length, 'part')}` : ''
  const subject = `Invoice ${formatInvoiceNumber(row)} from ${issuer.name}: ${formatNaira(total_kobo)}`
  const words = `${issuer.name} asks you for ${formatNaira(total_kobo)}${inParts}: ${row.title}. See and pay it here: ${link}`
  await enqueueContactMessage(ctx.db, row, { subject, text: words })
}

/** Enqueues the notification that an invoice was cancelled. Refunds are notified separately. */
export async function notifyOfInvoiceCancellation({ db }: Context, row: InvoiceRow): Promise<void> {
  const subject = `Invoice ${formatInvoiceNumber(row)} was cancelled`
  const text = `${product.name}: ${subject}. You do not have to pay it. ${row.void_reason}`
  await enqueueContactMessage(db, row, { subject, text })
}

/** Enqueues, in the payment's transaction, the notification that a part was paid. */
export async function notifyOfInvoicePayment(tx: Db, part_id: string): Promise<void> {
  const row = await findInvoicePartNotice(tx, part_id)
  if (row === undefined) return
  const subject = `${formatNaira(row.amount_kobo)} paid for invoice ${formatInvoiceNumber(row)}`
  const rest = row.open_kobo === 0 ? 'It is fully paid.' : `${formatNaira(row.open_kobo)} is left.`
  await enqueueContactMessage(tx, row, {
    subject,
    text: `${product.name}: ${subject}. ${rest} Thank you.`,
  })
}

/**
 * Reminds customers of parts that are due within two days, and once more when they are overdue, in the caller's
 * transaction. Returns how many.
 */
export async function remindOfDueInvoiceParts(
  tx: Db,
  config: Pick<Context['config'], 'public_url'>,
  limit: number,
): Promise<number> {
  const rows = await claimDueInvoiceParts(tx, limit)
  for (const row of rows) {
    const number = formatInvoiceNumber(row)
    const subject = row.is_overdue
      ? `Invoice ${number} is overdue`
      : `Invoice ${number} is due on ${row.due_on}`
    const link = makeInvoiceLink(config, row.reference)
    const words = `${subject}: ${formatNaira(row.amount_kobo)}, ${row.title}. Pay it here: ${link}`
    await enqueueContactMessage(tx, row, { subject, text: words })
  }
  return rows.length
}
