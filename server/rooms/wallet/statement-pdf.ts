import { formatNaira } from '#contract/money'
import { homeZone, product } from '#contract/product'
import type { WalletTransaction } from '#contract/wallet/model'
import type { PaymentDeps } from '#server/context'
import { formatLocalTime, formatLocalDay } from '#server/platform/local-time'
import {
  a4,
  a5,
  drawPdf,
  drawFoot,
  grey,
  drawHead,
  drawRow,
  drawRule,
  drawWrappedRow,
} from '#server/platform/pdf'

/** The content of a statement: whole days, oldest movement first. Amounts are in kobo. */
export interface WalletStatement {
  full_name: string
  from: string
  until: string
  opening_kobo: number
  lines: readonly WalletTransaction[]
}

const title = 'Wallet statement'
const lineHeight = 30
const lastLine = 780

/** Draws a statement as a PDF of as many pages as needed. */
export function drawStatementPdf({
  full_name,
  from,
  until,
  opening_kobo,
  lines,
}: WalletStatement): Promise<Buffer> {
  return drawPdf(a4, `${product.name} ${title.toLowerCase()}`, function* pages(pdf) {
    let y = drawHead(pdf, title)
    drawRow(pdf, full_name, `${formatLocalDay(from)} to ${formatLocalDay(until)}`, y, { high: 18 })
    drawRow(pdf, 'Balance before', formatNaira(opening_kobo), y + 20, { color: grey })
    y += 44
    for (const one of lines) {
      if (y > lastLine) {
        drawFoot(pdf)
        y = drawHead(pdf, title)
      }
      const { date, time } = formatLocalTime(one.created_at, homeZone)
      drawRow(pdf, one.words, signed(one.amount_kobo), y)
      const below = `${date}, ${time}, ${one.reference}`
      const balance = `Balance ${formatNaira(one.balance_kobo)}`
      drawRow(pdf, below, balance, y + 13, { size: 8, color: grey })
      y += lineHeight
      yield
    }
    drawRule(pdf, y)
    const closing_kobo = lines.at(-1)?.balance_kobo ?? opening_kobo
    drawRow(pdf, 'Balance after', formatNaira(closing_kobo), y + 8, { bold: true })
    drawFoot(pdf)
  })
}

export function drawWalletReceiptPdf(
  full_name: string,
  one: WalletTransaction,
  payables: PaymentDeps['payables'],
): Promise<Buffer> {
  const { date, time } = formatLocalTime(one.created_at, homeZone)
  const about: [string, string][] = [
    ['What', one.words],
    ['When', `${date}, ${time}`],
    ['Wallet of', full_name],
    ['Reference', one.reference],
    ...[...new Set(payables.map(({ contract_name: called }) => called))].flatMap(
      (kind): [string, string][] => {
        const reference = one[kind]
        return reference === null
          ? []
          : [[`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, reference]]
      },
    ),
  ]
  return drawPdf(a5, `${product.name} receipt ${one.reference}`, (pdf) => {
    let y = drawHead(pdf, 'Wallet receipt')
    for (const [label, value] of about) y = drawWrappedRow(pdf, label, value, y, { color: grey })
    drawRule(pdf, y + 4)
    const label = one.amount_kobo > 0 ? 'Came in' : 'Went out'
    drawRow(pdf, label, formatNaira(Math.abs(one.amount_kobo)), y + 12, { bold: true })
    drawRow(pdf, 'Balance after', formatNaira(one.balance_kobo), y + 32, { color: grey })
    drawFoot(pdf)
  })
}

const signed = (kobo: number) => `${kobo > 0 ? '+' : ''}${formatNaira(kobo)}`
