import { formatNairaDecimal } from '#contract/money'
import { homeZone } from '#contract/product'
import { formatLocalTime, computeLocalDay } from '#server/platform/local-time'
import type { WalletStatement } from './statement-pdf.ts'

/**
 * Returns a statement as CSV (RFC 4180) in UTF-8 with a byte order mark for spreadsheets. Amounts are in naira with a
 * decimal point. A cell that a spreadsheet would take for a formula begins with an apostrophe, and so does a text that
 * it would take for a number.
 */
export function writeStatementCsv({
  opening_kobo,
  lines,
  from,
}: WalletStatement): Uint8Array<ArrayBuffer> {
  const rows = [
    ['Date', 'Time', 'What', 'Reference', 'In (NGN)', 'Out (NGN)', 'Balance (NGN)'],
    [from, '', 'Balance before', '', '', '', formatNairaDecimal(opening_kobo)],
    ...lines.map(({ created_at, words, reference, amount_kobo, balance_kobo }) => {
      const { time } = formatLocalTime(created_at, homeZone)
      const day = computeLocalDay(created_at, homeZone)
      const [came, went] =
        amount_kobo > 0
          ? [formatNairaDecimal(amount_kobo), '']
          : ['', formatNairaDecimal(-amount_kobo)]
      return [
        day,
        time,
        asText(words),
        asText(reference),
        came,
        went,
        formatNairaDecimal(balance_kobo),
      ]
    }),
  ]
  return new TextEncoder().encode(
    `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`,
  )
}

/** Marks a text that a spreadsheet would take for a number, such as the reference `0E123456`. */
const asText = (text: string): string => (/^-?[\d.,]+(?:e\d+)?$/i.test(text) ? `'${text}` : text)

function cell(text: string): string {
  const isNumber = /^-\d+\.\d\d$/.test(text)
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
