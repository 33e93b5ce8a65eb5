import { setTimeout as sleep, setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { product } from '#contract/product'
import { findCauser } from '#server/db/current-work'
import { makeFairQueue } from './fair-queue.ts'
import { loadFont, warmFonts, type Weight } from './pdf-fonts.ts'
import { transliterate } from './transliterate.ts'
import { encodeCode128, encodeQr } from './barcodes.ts'

export type Pdf = PDFKit.PDFDocument

export const ink = '#1d1a12'
export const grey = '#6d675a'
export const yellow = '#f9b000'

/** Page sizes in points: A6 for tickets, A5 for receipts, A4 for statements. */
export const a6 = [298, 420] as const
export const a5 = [420, 595] as const
export const a4 = [595, 842] as const

/** The left and right margin of statements. */
export const margin = 36

/** PDFs are drawn one of a person at a time, so that many of one keep nobody else waiting. */
const inTurn = makeFairQueue({
  concurrency: 2,
  maxRunningPerLane: 1,
  maxWaiting: 200,
  maxWaitingPerLane: 60,
})
/** The pause after a PDF, as a multiple of its time, and its maximum, ms. Two at once leave a third to other calls. */
const rest = { times: 2, longest_ms: 150 }

/**
 * Draws a PDF and returns its bytes. A long one is drawn by a generator, which yields to other requests after each
 * step. The next PDF is not begun before others had the processor for some time.
 * Throws `too_many_requests` or `unavailable` if too many wait.
 */
export function drawPdf(
  size: readonly [number, number],
  title: string,
  onto: (pdf: Pdf) => void | Generator<void, void>,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  inTurn(findCauser() ?? '', async () => {
    const began = performance.now()
    await drawInTurn(size, title, onto).then(resolve, reject)
    await sleep(Math.min(rest.longest_ms, rest.times * (performance.now() - began)))
  }).catch(reject)
  return promise
}

async function drawInTurn(
  size: readonly [number, number],
  title: string,
  onto: (pdf: Pdf) => void | Generator<void, void>,
): Promise<Buffer> {
  await warmFonts()
  const pdf = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    // No default font: PDFs must not even name a font that is not embedded.
    font: '',
    info: { Title: title },
  })
  for (const weight of ['regular', 'bold'] as const)
    pdf.registerFont(weight, loadFont(weight) as object as Uint8Array)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)
  const steps = onto(pdf)
  if (steps !== undefined) while (steps.next().done !== true) await nextTurn()
  pdf.end()
  return promise
}

/**
 * Returns text that the font can print. Characters without a glyph are transliterated to ASCII, and empty text becomes
 * a dash.
 */
export function toPrintable(text: string): string {
  const isPrintable = (one: string) =>
    loadFont('regular').hasGlyphForCodePoint(one.codePointAt(0) ?? 0) &&
    !/[\p{Cc}\p{Cf}]/u.test(one)
  const spaced = text.normalize('NFC').replaceAll(/\s+/g, ' ')
  const words = Array.from(spaced, (one) => (isPrintable(one) ? one : transliterate(one))).join('')
  return words.replaceAll(/ +/g, ' ').trim() || '-'
}

/** Selects a font. Lines are closer than the font's default, which leaves room for stacked marks. */
export function setFont(pdf: Pdf, { size = 10, bold = false, color = ink }: TextStyle = {}): Pdf {
  const weight: Weight = bold ? 'bold' : 'regular'
  return pdf
    .font(weight, size)
    .lineGap((lineHeight - ownLineHeight) * size)
    .fillColor(color)
}

/** The line height in ems, ours and that of Noto Sans, and the height above capitals. */
const lineHeight = 1.2
const ownLineHeight = 1.362
const above = 0.355

/**
 * Returns the height of `lines` lines of text in points. pdfkit cuts a line after which two lines of its own height do
 * not fit.
 */
const linesHigh = (lines: number, size: number) => (lines * lineHeight + 0.35) * size

/** Returns the width in points of a text as `writeText` prints it. */
export function measureText(pdf: Pdf, text: string, look: TextStyle = {}): number {
  return setFont(pdf, look).widthOfString(toPrintable(text))
}

/** Begins a statement's page with product and title on yellow. Returns the position where its lines begin. */
export function drawHead(pdf: Pdf, title: string): number {
  pdf.addPage()
  const { width } = pdf.page
  pdf.rect(0, 0, width, 44).fill(yellow)
  pdf.rect(0, 44, width, 1.5).rect(0, 48, width, 1.5).fill(ink)
  drawRow(pdf, product.name, title, 14, { size: 16, bold: true })
  return 70
}

/** Draws the contact at the end of a page. */
export function drawFoot(pdf: Pdf): void {
  const words = `${product.name}, ${product.email}, ${product.phone.national}`
  drawRow(pdf, words, '', pdf.page.height - 35, { color: grey, size: 8 })
}

/** Draws a thin line across the page. */
export function drawRule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(0.8)
    .stroke(ink)
}

interface TextStyle {
  size?: number
  bold?: boolean
  color?: string
}

/** Draws a label on the left and its value on the right. Text that is too long is cut. */
export function drawRow(
  pdf: Pdf,
  label: string,
  value: string,
  y: number,
  { size = 10, bold = false, color = ink }: TextStyle = {},
): void {
  const inner = pdf.page.width - 2 * margin
  const height = linesHigh(1, size)
  const top = y - above * size
  setFont(pdf, { size, bold, color })
  pdf.text(toPrintable(label), margin, top, { width: inner * 0.62, height, ellipsis: true })
  if (value === '') return
  const place = { width: inner * 0.7, height, align: 'right', ellipsis: true } as const
  pdf.fillColor(ink).text(toPrintable(value), margin + inner * 0.3, top, place)
}

interface WriteStyle extends TextStyle {
  align?: 'left' | 'right'
  wide?: number
  lines?: number
}

/** Draws text at a position and cuts it where it does not fit. Without `wide`, both margins are equal. */
export function writeText(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  how: WriteStyle = {},
): void {
  const size = how.size ?? 10
  setFont(pdf, how).text(toPrintable(text), x, y - above * size, {
    width: how.wide ?? pdf.page.width - 2 * x,
    height: linesHigh(how.lines ?? 1, size),
    align: how.align ?? 'left',
    ellipsis: true,
  })
}

/** Draws a small label with its value below, 21 points high for one line. The value shrinks to fit. */
export function drawField(
  pdf: Pdf,
  label: string,
  value: string,
  x: number,
  y: number,
  wide: number,
  lines = 1,
): void {
  writeText(pdf, label, x, y, { size: 7, color: grey, wide })
  if (lines === 1) writeLarge(pdf, value, x, y + 9, { wide, most: 10, least: 8 })
  else writeText(pdf, value, x, y + 9, { size: 10, bold: true, wide, lines })
}

/** Draws bold text as large as fits, between `least` and `most` points; `y` is the top of the largest. */
export function writeLarge(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  {
    wide,
    most,
    least = 1,
    color = ink,
  }: { wide: number; most: number; least?: number; color?: string },
): void {
  const fitting = (most * wide) / measureText(pdf, text, { size: most, bold: true })
  const size = Math.max(least, Math.min(most, fitting))
  writeText(pdf, text, x, y + (most - size) / 2, { size, bold: true, color, wide: wide + 1 })
}

/** Draws a tear line: dashes between two half circles. */
export function drawTearLine(pdf: Pdf, y: number): void {
  const { width } = pdf.page
  pdf
    .moveTo(14, y)
    .lineTo(width - 14, y)
    .lineWidth(1.2)
    .dash(1.2, { space: 4 })
    .stroke(grey)
  pdf.undash()
  for (const x of [0, width]) pdf.circle(x, y, 8).lineWidth(0.8).stroke(grey)
}

/** Draws a QR code without its quiet zone, `side` points wide. */
export function drawQr(pdf: Pdf, payload: string, x: number, y: number, side: number): void {
  const { size, runs } = encodeQr(payload)
  const module = side / size
  for (const run of runs)
    pdf.rect(x + run.column * module, y + run.row * module, run.length * module, module)
  pdf.fill(ink)
}

/** Draws a Code 128 without its quiet zone, `wide` points wide. */
export function drawBars(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  { wide, high }: { wide: number; high: number },
): void {
  const { size, runs } = encodeCode128(text)
  const module = wide / size
  for (const run of runs) pdf.rect(x + run.column * module, y, run.length * module, high)
  pdf.fill(ink)
}
