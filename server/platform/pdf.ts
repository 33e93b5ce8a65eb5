import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { product } from '#contract/product'
import { fontOf, warmFonts, type Weight } from './pdf-fonts.ts'
import { ascii } from './transliterate.ts'
import { barsOf, qrOf } from './barcodes.ts'

export type Pdf = PDFKit.PDFDocument

export const ink = '#1d1a12'
export const grey = '#6d675a'
export const yellow = '#f9b000'

/** Pages: A6 for tickets, A5 for receipts, A4 for statements. Points. */
export const a6 = [298, 420] as const
export const a5 = [420, 595] as const
export const a4 = [595, 842] as const

/** The left and right margin of statements. */
export const margin = 36

/**
 * Draws a PDF and returns its bytes. A long one is drawn by a generator, which yields to other requests after each
 * step.
 */
export async function draw(
  size: readonly [number, number],
  title: string,
  onto: (pdf: Pdf) => void | Generator<void, void>,
): Promise<Buffer> {
  await warmFonts()
  const pdf = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    // No default font: even the name of one that is not embedded is wrong.
    font: '',
    info: { Title: title },
  })
  for (const weight of ['regular', 'bold'] as const)
    pdf.registerFont(weight, fontOf(weight) as object as Uint8Array)
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
 * Text as the font can print it: characters without a glyph are transliterated to ASCII. Empty text becomes a dash.
 */
export function printed(text: string): string {
  const isPrintable = (one: string) =>
    fontOf('regular').hasGlyphForCodePoint(one.codePointAt(0) ?? 0) && !/[\p{Cc}\p{Cf}]/u.test(one)
  const spaced = text.normalize('NFC').replaceAll(/\s+/g, ' ')
  const words = Array.from(spaced, (one) => (isPrintable(one) ? one : ascii(one))).join('')
  return words.replaceAll(/ +/g, ' ').trim() || '-'
}

/** Selects a font. Lines are closer than the font's own, which leave room for stacked marks. */
export function pen(pdf: Pdf, { size = 10, bold = false, color = ink }: Look = {}): Pdf {
  const weight: Weight = bold ? 'bold' : 'regular'
  return pdf
    .font(weight, size)
    .lineGap((lineHeight - ownLineHeight) * size)
    .fillColor(color)
}

/** Ems from line to line, ours and Noto Sans' own; and the part above capitals. */
const lineHeight = 1.2
const ownLineHeight = 1.362
const above = 0.355

/** Points for so many lines: pdfkit cuts a line after which two of its own heights do not fit. */
const linesHigh = (lines: number, size: number) => (lines * lineHeight + 0.35) * size

/** The width of a text as `write` prints it, points. */
export function widthOf(pdf: Pdf, text: string, look: Look = {}): number {
  return pen(pdf, look).widthOfString(printed(text))
}

/** Begins a statement's page: product and title on yellow. Returns where its lines begin. */
export function head(pdf: Pdf, title: string): number {
  pdf.addPage()
  const { width } = pdf.page
  pdf.rect(0, 0, width, 44).fill(yellow)
  pdf.rect(0, 44, width, 1.5).rect(0, 48, width, 1.5).fill(ink)
  line(pdf, product.name, title, 14, { size: 16, bold: true })
  return 70
}

/** The contact at the end of a page. */
export function foot(pdf: Pdf): void {
  const words = `${product.name}, ${product.email}, ${product.phone.national}`
  line(pdf, words, '', pdf.page.height - 35, { color: grey, size: 8 })
}

/** A thin line across the page. */
export function rule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(0.8)
    .stroke(ink)
}

interface Look {
  size?: number
  bold?: boolean
  color?: string
}

/** A label at the left, its value at the right; too long text is cut. */
export function line(
  pdf: Pdf,
  label: string,
  value: string,
  y: number,
  { size = 10, bold = false, color = ink }: Look = {},
): void {
  const inner = pdf.page.width - 2 * margin
  const height = linesHigh(1, size)
  const top = y - above * size
  pen(pdf, { size, bold, color })
  pdf.text(printed(label), margin, top, { width: inner * 0.62, height, ellipsis: true })
  if (value === '') return
  const place = { width: inner * 0.7, height, align: 'right', ellipsis: true } as const
  pdf.fillColor(ink).text(printed(value), margin + inner * 0.3, top, place)
}

interface WriteStyle extends Look {
  align?: 'left' | 'right'
  wide?: number
  lines?: number
}

/** Text at a position, cut where it does not fit; without `wide`, both margins are equal. */
export function write(pdf: Pdf, text: string, x: number, y: number, how: WriteStyle = {}): void {
  const size = how.size ?? 10
  pen(pdf, how).text(printed(text), x, y - above * size, {
    width: how.wide ?? pdf.page.width - 2 * x,
    height: linesHigh(how.lines ?? 1, size),
    align: how.align ?? 'left',
    ellipsis: true,
  })
}

/** A small label with its value below, 21 points high for one line. The value shrinks to fit. */
export function field(
  pdf: Pdf,
  label: string,
  value: string,
  x: number,
  y: number,
  wide: number,
  lines = 1,
): void {
  write(pdf, label, x, y, { size: 7, color: grey, wide })
  if (lines === 1) writeLarge(pdf, value, x, y + 9, { wide, most: 10, least: 8 })
  else write(pdf, value, x, y + 9, { size: 10, bold: true, wide, lines })
}

/** Bold text as large as fits, between `least` and `most` points; `y`: the top of the largest. */
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
  const fitting = (most * wide) / widthOf(pdf, text, { size: most, bold: true })
  const size = Math.max(least, Math.min(most, fitting))
  write(pdf, text, x, y + (most - size) / 2, { size, bold: true, color, wide: wide + 1 })
}

/** A tear line: dashes between two half circles. */
export function cutLine(pdf: Pdf, y: number): void {
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

/** A QR code without its quiet zone, `side` points wide. */
export function drawQr(pdf: Pdf, payload: string, x: number, y: number, side: number): void {
  const { size, runs } = qrOf(payload)
  const module = side / size
  for (const run of runs)
    pdf.rect(x + run.column * module, y + run.row * module, run.length * module, module)
  pdf.fill(ink)
}

/** A Code 128 without its quiet zone, `wide` points wide. */
export function drawBars(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  { wide, high }: { wide: number; high: number },
): void {
  const { size, runs } = barsOf(text)
  const module = wide / size
  for (const run of runs) pdf.rect(x + run.column * module, y, run.length * module, high)
  pdf.fill(ink)
}
