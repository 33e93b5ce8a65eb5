import type { Invoice } from '#contract/invoices/model'
import { formatNaira } from '#contract/money'
import { homeZone } from '#contract/product'
import { formatLocalTime } from '#server/platform/local-time'
import {
  a4,
  drawPdf,
  drawQr,
  drawField,
  drawFoot,
  grey,
  drawHead,
  drawRow,
  statementMargin,
  type Pdf,
  drawRule,
  writeText,
} from '#server/platform/pdf'

const titles: Record<Invoice['state'], string> = {
  open: 'Invoice',
  part_paid: 'Invoice',
  overdue: 'Invoice',
  paid: 'Receipt',
  void: 'Void invoice',
}

const day = (instant: string) => formatLocalTime(instant, homeZone).date.slice(4)
const dueDay = (due_on: string) => day(`${due_on}T11:00:00Z`)

/** Draws an invoice on one A4 page: issuer, customer, lines with VAT, parts, and a QR code to pay it. */
export function drawInvoicePdf(invoice: Invoice): Promise<Buffer> {
  return drawPdf(a4, `${titles[invoice.state]} ${invoice.number}`, (pdf) => {
    let y = drawHead(pdf, `${titles[invoice.state]} ${invoice.number}`)
    y = parties(pdf, invoice, y)
    y = amounts(pdf, invoice, y)
    y = partLines(pdf, invoice, y)
    if (invoice.notes !== null && y < 600)
      writeText(pdf, invoice.notes, statementMargin, y + 8, { size: 9, color: grey, lines: 6 })
    drawPaymentLink(pdf, invoice)
    drawFoot(pdf)
  })
}

function parties(pdf: Pdf, { issuer, customer, title, issued_at, due_on }: Invoice, y: number) {
  const half = (pdf.page.width - 2 * statementMargin) / 2
  const to = [customer.company, customer.name].filter((one) => one !== null)
  drawField(pdf, 'From', issuer.name, statementMargin, y, half - 10, 24)
  drawField(
    pdf,
    'To',
    to.length > 0 ? to.join(', ') : 'As agreed',
    statementMargin + half,
    y,
    half,
    24,
  )
  drawField(pdf, 'Issued', day(issued_at), statementMargin, y + 34, half / 2)
  drawField(pdf, 'Pay by', dueDay(due_on), statementMargin + half / 2, y + 34, half / 2)
  if (customer.tin !== null)
    drawField(pdf, 'TIN', customer.tin, statementMargin + half, y + 34, half)
  writeText(pdf, title, statementMargin, y + 76, { size: 13, bold: true, lines: 2 })
  return y + 112
}

/** Draws the lines, and below them the sums. Returns where the next text begins, in points. */
function amounts(pdf: Pdf, invoice: Invoice, from: number): number {
  const step = stepOf(invoice)
  let y = from
  drawRow(pdf, 'What for', 'Without VAT', y, { color: grey, size: 8 })
  y += 16
  for (const { label, quantity, unit_kobo, net_kobo, vat_percent } of invoice.lines) {
    const times = quantity > 1 ? `, ${quantity} × ${formatNaira(unit_kobo)}` : ''
    const vat = vat_percent === 0 ? ' (no VAT)' : ` (VAT ${vat_percent} %)`
    drawRow(pdf, `${label}${times}${vat}`, formatNaira(net_kobo), y, { size: 9, high: step })
    y += step
  }
  drawRow(pdf, 'Without VAT', formatNaira(invoice.net_kobo), y + 6)
  drawRow(pdf, 'VAT', formatNaira(invoice.vat_kobo), y + 22)
  drawRule(pdf, y + 40)
  drawRow(pdf, 'Total', formatNaira(invoice.total_kobo), y + 46, { bold: true })
  if (invoice.paid_kobo > 0)
    drawRow(pdf, 'Paid', formatNaira(invoice.paid_kobo), y + 62, { bold: true })
  return y + 86
}

/** Returns the points between rows, so that twenty lines and twelve parts still end above the QR code. */
const stepOf = ({ lines, parts }: Invoice) => Math.min(15, 380 / (lines.length + parts.length))

const partLabels = { open: 'open', paid: 'paid', void: 'void', refunded: 'refunded' } as const

function partLines(pdf: Pdf, invoice: Invoice, from: number): number {
  const { parts } = invoice
  const step = stepOf(invoice)
  if (parts.length < 2) return from
  let y = from
  for (const { number, amount_kobo, due_on, state, paid_at } of parts) {
    const when = paid_at === null ? `pay by ${dueDay(due_on)}` : `paid ${day(paid_at)}`
    const words = state === 'open' || state === 'paid' ? when : partLabels[state]
    drawRow(pdf, `Part ${number}, ${words}`, formatNaira(amount_kobo), y, { size: 9 })
    y += step
  }
  return y
}

function drawPaymentLink(pdf: Pdf, { link, state, void_reason }: Invoice): void {
  const side = 96
  const y = pdf.page.height - 60 - side
  if (state === 'void') {
    writeText(pdf, `Do not pay this. ${void_reason ?? ''}`, statementMargin, y, {
      bold: true,
      lines: 3,
    })
    return
  }
  drawQr(pdf, link, statementMargin, y, side)
  const words =
    state === 'paid'
      ? 'Paid. Scan to see this receipt.'
      : 'Scan to pay by card, bank transfer, USSD or wallet.'
  writeText(pdf, words, statementMargin + side + 16, y + 12, { bold: true, lines: 2 })
  writeText(pdf, link, statementMargin + side + 16, y + 44, { size: 8, color: grey, lines: 3 })
}
