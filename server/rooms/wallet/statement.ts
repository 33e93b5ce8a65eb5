import { computeLocalDay } from '#server/platform/local-time'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { homeZone } from '#contract/product'
import type {
  getWalletReceipt as receiptEndpoint,
  getWalletStatementCsv as csvEndpoint,
} from '#contract/wallet/endpoints'
import { maxStatementDays, defaultStatementDays } from '#contract/wallet/rules'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import { requireUser, getUserProfile } from '#server/rooms/accounts'
import { findBalanceBefore, findEntriesBetween, findWalletEntry } from './repository.ts'
import { writeStatementCsv } from './statement-csv.ts'
import { drawWalletReceiptPdf, type WalletStatement, drawStatementPdf } from './statement-pdf.ts'
import { toTransactions } from './transactions.ts'

const dayLong = 86_400_000

/** Returns the caller's statement for a spreadsheet. */
export async function getWalletStatementCsv(ctx: Context, span: Input<typeof csvEndpoint>) {
  const statement = await statementOf(ctx, span)
  return { body: writeStatementCsv(statement), file_name: `${nameOf(statement)}.csv` }
}

/** Returns the caller's statement as a PDF. */
export async function getWalletStatementPdf(ctx: Context, span: Input<typeof csvEndpoint>) {
  const statement = await statementOf(ctx, span)
  return { body: await drawStatementPdf(statement), file_name: `${nameOf(statement)}.pdf` }
}

/** Returns the receipt of one movement of the caller's wallet. Throws `not_found`. */
export async function getWalletReceipt(ctx: Context, { id }: Input<typeof receiptEndpoint>) {
  const { user_id } = requireUser(ctx)
  const entry = await findWalletEntry(ctx.db, user_id, id)
  if (entry === undefined) throw makeRefusal('not_found')
  const { full_name } = await getUserProfile(ctx.db, user_id)
  const [line] = await toTransactions(ctx, [entry])
  if (line === undefined) throw makeRefusal('not_found')
  const body = await drawWalletReceiptPdf(full_name, line, ctx.payables)
  return { body, file_name: `receipt-${line.reference}.pdf` }
}

const nameOf = ({ from, until }: WalletStatement) => `wallet-${from}-${until}`

async function statementOf(
  ctx: Context,
  span: Input<typeof csvEndpoint>,
): Promise<WalletStatement> {
  const { from, until } = daysOf(span, await readClock(ctx.db))
  const { user_id } = requireUser(ctx)
  const entries = await findEntriesBetween(ctx.db, user_id, from, until)
  const opening_kobo = await findBalanceBefore(ctx.db, user_id, from)
  const { full_name } = await getUserProfile(ctx.db, user_id)
  return { full_name, from, until, opening_kobo, lines: await toTransactions(ctx, entries) }
}

/** Returns the requested days, both included; by default the last 90. Throws `invalid_input`. */
function daysOf(
  { from, until }: Input<typeof csvEndpoint>,
  now: Date,
): { from: string; until: string } {
  const last = until ?? dayAt(now.getTime())
  const first = from ?? dayBefore(last, defaultStatementDays - 1)
  if (first > last)
    throw makeRefusal('invalid_input', { fields: { from: 'The first day is after the last.' } })
  if (first < dayBefore(last, maxStatementDays - 1))
    throw makeRefusal('invalid_input', {
      fields: { from: `Ask for at most ${maxStatementDays} days.` },
    })
  return { from: first, until: last }
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayLong).toISOString().slice(0, 10)

const dayAt = (instant: number) => computeLocalDay(instant, homeZone)
