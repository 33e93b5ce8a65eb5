import { computeLocalDay } from '#server/platform/local-time'
import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/invoices/endpoints'
import type { Invoice, InvoiceInput, IssuedInvoice } from '#contract/invoices/model'
import { maxOperatorVoidKoboPerDay } from '#contract/invoices/rules'
import { formatNaira } from '#contract/money'
import { homeZone } from '#contract/product'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { violatesCheck } from '#server/db/client'
import { refuseOwnCase } from '#server/platform/actor'
import { requireUser } from '#server/rooms/accounts'
import { requireOperator, requireStaffKey } from '#server/rooms/operators'
import { requestRefund } from '#server/rooms/payments'
import { drawInvoicePdf } from './invoice-pdf.ts'
import { type InvoiceToIssue, issueInvoice, sumInvoiceLines } from './issue.ts'
import { lockInvoiceParts, voidInvoice } from './issue-repository.ts'
import { notifyOfNewInvoice, notifyOfInvoiceCancellation } from './news.ts'
import {
  findInvoiceByReference,
  findInvoiceById,
  findVerifiedPersonId,
  type InvoiceRow,
  findPageOfInvoices,
} from './repository.ts'
import { toInvoice, toIssuedInvoice } from './view.ts'

/** Returns the invoice behind a link. Throws `not_found`. */
export async function getInvoice(
  ctx: Context,
  { reference }: Input<typeof endpoints.getInvoice>,
): Promise<Invoice> {
  return toInvoice(ctx, await requireInvoice(ctx, reference))
}

/** Returns the invoice behind a link as a PDF. Throws `not_found`. */
export async function getInvoicePdf(
  ctx: Context,
  { reference }: Input<typeof endpoints.getInvoicePdf>,
) {
  const invoice = await getInvoice(ctx, { reference })
  const name = invoice.state === 'paid' ? 'receipt' : 'invoice'
  return { body: await drawInvoicePdf(invoice), file_name: `${name}-${invoice.number}.pdf` }
}

/** Returns one page of the invoices made out to the caller, sorted by due date. */
export async function listInvoices(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listInvoices>,
): Promise<ListAnswer<typeof endpoints.listInvoices>> {
  const filter = { person_id: requireUser(ctx).user_id, page, per_page }
  const { rows, total } = await findPageOfInvoices(ctx.db, filter)
  return { data: rows.map((row) => toInvoice(ctx, row)), meta: { page, per_page, total } }
}

/**
 * Issues an invoice of the calling operator. Throws `invalid_input`, and `invoice_limit` above the largest sum or
 * beyond the operator's limits.
 */
export async function issueOperatorInvoice(
  ctx: Context,
  input: InvoiceInput,
): Promise<IssuedInvoice> {
  return issue(ctx, input, requireOperator(ctx))
}

/** Issues an invoice of ours. Throws `invalid_input`, and `invoice_limit` above the largest sum. */
export async function issueStaffInvoice(ctx: Context, input: InvoiceInput): Promise<IssuedInvoice> {
  return issue(ctx, input, { operator_id: null, staff_key_id: requireStaffKey(ctx).key_id })
}

async function issue(
  ctx: Context,
  { customer, title, lines, due_on, parts, notes }: InvoiceInput,
  by: Pick<InvoiceToIssue, 'operator_id' | 'key_id' | 'member_id' | 'staff_key_id'>,
): Promise<IssuedInvoice> {
  const { net_kobo, vat_kobo } = sumInvoiceLines(lines)
  const dueParts = parts ?? [{ amount_kobo: net_kobo + vat_kobo, due_on }]
  refuseDays(
    dueParts.map((part) => part.due_on),
    await readClock(ctx.db),
  )
  const person_id = await findVerifiedPersonId(ctx.db, customer)
  const made = { ...by, person_id, customer, title, notes, lines, parts: dueParts }
  const { id } = await issueInvoice(ctx.db, made)
  const row = await requireInvoiceById(ctx, id)
  await notifyOfNewInvoice(ctx, row)
  return toIssuedInvoice(ctx, row)
}

/** Throws `invalid_input` unless the due days are in order, from the day of `now` to a year later. */
function refuseDays(days: readonly string[], now: Date): void {
  const dayAt = (at: number) => computeLocalDay(at, homeZone)
  const words = days.some((day) => day < dayAt(now.getTime()))
    ? 'That date has passed. Pick another.'
    : days.some((day) => day > dayAt(now.getTime() + 366 * 86_400_000))
      ? 'Choose a day within a year.'
      : days.some((day, index) => index > 0 && day < (days[index - 1] ?? ''))
        ? 'Each part is due on or after the one before it.'
        : undefined
  if (words !== undefined) throw makeRefusal('invalid_input', { fields: { due_on: words } })
}

/** Returns one page of the calling operator's invoices, newest first. */
export async function listOperatorInvoices(
  ctx: Context,
  input: Input<typeof endpoints.listOperatorInvoices>,
) {
  return listed(ctx, { ...input, operator_id: requireOperator(ctx).operator_id })
}

/** Returns invoices of everybody, for our staff. */
export async function listAllInvoices(
  ctx: Context,
  input: Input<typeof endpoints.listAllInvoices>,
) {
  requireStaffKey(ctx)
  return listed(ctx, input)
}

async function listed(
  ctx: Context,
  filter: Parameters<typeof findPageOfInvoices>[1],
): Promise<ListAnswer<typeof endpoints.listAllInvoices>> {
  const { page, per_page } = filter
  const { rows, total } = await findPageOfInvoices(ctx.db, filter)
  return { data: rows.map((row) => toIssuedInvoice(ctx, row)), meta: { page, per_page, total } }
}

/**
 * Cancels an invoice of the calling operator; paid parts are refunded to their source. Throws `not_found`,
 * `invoice_void`, `invoice_of_another_room`, and `invoice_for_staff` above the operator's daily limit of refunds.
 */
export async function voidOperatorInvoice(
  ctx: Context,
  { id, reason }: Input<typeof endpoints.voidOperatorInvoice>,
): Promise<IssuedInvoice> {
  const { operator_id } = requireOperator(ctx)
  const row = await findInvoiceById(ctx.db, id, operator_id)
  try {
    return await takeBack(ctx, row, 'operator', reason)
  } catch (error) {
    if (!violatesCheck(error, 'operator_voids_a_day')) throw error
    throw makeRefusal('invoice_for_staff', {
      detail: `An operator can refund ${formatNaira(maxOperatorVoidKoboPerDay)} in 24 hours. Ask our staff to cancel this one.`,
    })
  }
}

/**
 * Cancels any invoice, for our staff. Throws `not_found`, `not_allowed` for one made out to the caller, `invoice_void`,
 * `invoice_of_another_room`.
 */
export async function voidStaffInvoice(
  ctx: Context,
  { id, reason }: Input<typeof endpoints.voidStaffInvoice>,
): Promise<IssuedInvoice> {
  requireStaffKey(ctx)
  const row = await findInvoiceById(ctx.db, id)
  await refuseOwnCase(
    ctx.actor,
    (user_id) => row?.person_id === user_id,
    'This invoice is made out to you. Somebody else cancels it.',
  )
  return takeBack(ctx, row, 'staff', reason)
}

async function takeBack(
  ctx: Context,
  row: InvoiceRow | undefined,
  by: 'operator' | 'staff',
  reason: string,
): Promise<IssuedInvoice> {
  if (row === undefined) throw makeRefusal('not_found')
  if (row.is_paper) throw makeRefusal('invoice_of_another_room')
  await lockInvoiceParts(ctx.db, row.id)
  if ((await requireInvoiceById(ctx, row.id)).voided_at !== null) throw makeRefusal('invoice_void')
  for (const { id, amount_kobo } of await voidInvoice(ctx.db, row.id, by, reason))
    await requestRefund(ctx.db, {
      payable_id: id,
      amount_kobo,
      reason: 'operator_cancelled',
      destination: 'source',
      effect: `void:${id}`,
    })
  const voided = await requireInvoiceById(ctx, row.id)
  await notifyOfInvoiceCancellation(ctx, voided)
  return toIssuedInvoice(ctx, voided)
}

async function requireInvoice({ db }: Context, reference: string): Promise<InvoiceRow> {
  const row = await findInvoiceByReference(db, reference)
  if (row === undefined) throw makeRefusal('not_found')
  return row
}

async function requireInvoiceById({ db }: Context, id: string): Promise<InvoiceRow> {
  const row = await findInvoiceById(db, id)
  if (row === undefined) throw new Error(`invoice ${id} is gone`)
  return row
}
