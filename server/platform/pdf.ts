import { setTimeout as sleep, setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { product } from '#contract/product'
import { findCauser } from '#server/db/current-work'
import { makeFairQueue } from './fair-queue.ts'
import { loadFont, preloadFonts, type FontWeight } from './pdf-fonts.ts'
import { transliterate } from './transliterate.ts'
import { encodeCode128, encodeQr } from './barcodes.ts'

export type Pdf = PDFKit.PDFDocument

/** The colours of PDFs: of text, of secondary text, and of our brand. */
export const ink = '#1d1a12'
export const grey = '#6d675a'
export const yellow = '#f9b000'

/** Page sizes in points: A6 for tickets, A5 for receipts, A4 for statements. */
export const a6 = [298, 420] as const
export const a5 = [420, 595] as const
export const a4 = [595, 842] as const

/** The left and right margin of statements. */
export const statementMargin = 36

/**
 * The queue of PDFs. Draws at most two at the same time, and only one of them for the same person, so that a person who
 * requests many PDFs does not make others wait.
 */
const inTurn = makeFairQueue({
  concurrency: 2,
  maxRunningPerLane: 1,
  maxWaiting: 200,
  maxWaitingPerLane: 60,
})
/**
 * The pause after a PDF, as a multiple of the time that drawing it took, and the longest pause, ms. With two PDFs at
 * once, a third of the processor time is left for other calls.
 */
const rest = { times: 2, longest_ms: 150 }

/**
 * Draws a PDF and returns its bytes. A long one is drawn by a generator, which yields to other requests after each
 * step. Before the next PDF, other requests get the processor for some time. Throws `too_many_requests` or
 * `unavailable` if too many wait.
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
  await preloadFonts()
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
  const weight: FontWeight = bold ? 'bold' : 'regular'
  return pdf
    .font(weight, size)
    .lineGap((lineHeight - ownLineHeight) * size)
    .fillColor(color)
}

/** Our line height, that of Noto Sans, and the space above capitals, in ems. */
const lineHeight = 1.2
const ownLineHeight = 1.362
const above = 0.355

/**
 * Returns the height to give to pdfkit for `lines` lines of text, in points. pdfkit cuts the text at a line if less
 * than two lines of its own height fit below.
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

/** Draws our name, email address and phone number at the foot of a page. */
export function drawFoot(pdf: Pdf): void {
  const words = `${product.name}, ${product.email}, ${product.phone.national}`
  drawRow(pdf, words, '', pdf.page.height - 35, { color: grey, size: 8 })
}

/** Draws a thin line across the page. */
export function drawRule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(statementMargin, y)
    .lineTo(pdf.page.width - statementMargin, y)
    .lineWidth(0.8)
    .stroke(ink)
}

interface TextStyle {
  size?: number
  bold?: boolean
  color?: string
}

interface RowStyle extends TextStyle {
  high?: number
}

/**
 * Returns the widths in points of a row's label and value side by side. If both do not fit, the longer one is narrowed.
 */
function splitRow(pdf: Pdf, label: string, value: string, look: TextStyle): [number, number] {
  const inner = pdf.page.width - 2 * statementMargin
  if (value === '') return [inner, 0]
  const gap = 12
  // One point more than measured, so that rounding does not break a line.
  const [left, right] = [label, value].map((text) => measureText(pdf, text, look) + 1)
  const [labelWide = 0, valueWide = 0] = [left, right]
  if (labelWide + gap + valueWide <= inner) return [labelWide, inner - gap - labelWide]
  const least = inner * 0.4
  if (labelWide <= least) return [labelWide, inner - gap - labelWide]
  if (valueWide <= least) return [inner - gap - valueWide, valueWide]
  return [least, inner - gap - least]
}

/**
 * Draws a label on the left and its value on the right, in a row of `high` points, by default one line. Longer text is
 * broken into lines and printed smaller.
 */
export function drawRow(
  pdf: Pdf,
  label: string,
  value: string,
  y: number,
  { size = 10, bold = false, color = ink, high = size * lineHeight }: RowStyle = {},
): void {
  const [labelWide, valueWide] = splitRow(pdf, label, value, { size, bold })
  const look = { most: size, bold, high }
  if (label !== '')
    writeFittedText(pdf, label, statementMargin, y, { ...look, color, wide: labelWide })
  if (value === '') return
  const x = pdf.page.width - statementMargin - valueWide
  writeFittedText(pdf, value, x, y, { ...look, wide: valueWide, align: 'right' })
}

/**
 * Draws a label on the left and its value on the right, whole and on as many lines as they need; on a new page if this
 * one is full. Returns the position of the next row.
 */
export function drawWrappedRow(
  pdf: Pdf,
  label: string,
  value: string,
  y: number,
  { size = 10, bold = false, color = ink }: TextStyle = {},
): number {
  const look = { size, bold }
  const [labelWide, valueWide] = splitRow(pdf, label, value, look)
  const lines = Math.max(
    countLines(pdf, label, labelWide, look),
    value === '' ? 1 : countLines(pdf, value, valueWide, look),
  )
  const high = lines * lineHeight * size
  const top = startRow(pdf, y, high)
  drawRow(pdf, label, value, top, { ...look, color, high })
  return top + high + size / 2
}

/** Begins a page if this one has less than `high` points left above its foot. Returns the position to continue. */
function startRow(pdf: Pdf, y: number, high: number): number {
  if (y + high <= pdf.page.height - 45) return y
  drawFoot(pdf)
  pdf.addPage()
  return 40
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

/** `wide`: the width of the lines, in points. Returns at least 1, also for an empty text. */
function countLines(pdf: Pdf, text: string, wide: number, look: TextStyle): number {
  const high = setFont(pdf, look).heightOfString(toPrintable(text), { width: wide })
  return Math.max(1, Math.round(high / (lineHeight * (look.size ?? 10))))
}

interface BoxStyle {
  wide: number
  high: number
  most: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
}

/** The smallest font size that is printed, in points. */
const smallest = 4

/**
 * Draws text in a box, in a font of `most` points. A long text is broken into lines and gets a smaller font until it
 * fits. Only text that does not fit even at the smallest size is cut, which does not happen to names.
 */
export function writeFittedText(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  { wide, high, most, bold = false, color = ink, align = 'left' }: BoxStyle,
): void {
  const linesIn = (size: number) => Math.max(1, Math.floor(high / (lineHeight * size) + 0.01))
  const fits = (size: number) =>
    measureText(pdf, text, { size, bold }) <= wide - 0.5 ||
    (linesIn(size) > 1 && countLines(pdf, text, wide, { size, bold }) <= linesIn(size))
  let size = most
  while (size > smallest && !fits(size)) size -= 0.5
  writeText(pdf, text, x, y, { size, bold, color, align, wide, lines: linesIn(size) })
}

/**
 * Draws a small label with its value below. The value is shrunk to fit `high` points; by default, both together are 29
 * points high.
 */
export function drawField(
  pdf: Pdf,
  label: string,
  value: string,
  x: number,
  y: number,
  wide: number,
  high = 20,
): void {
  writeText(pdf, label, x, y, { size: 7, color: grey, wide })
  writeFittedText(pdf, value, x, y + 9, { most: 10, bold: true, wide, high })
}

/**
 * Draws bold text on one line as large as fits, at most `most` points. `y` is the top of a line of that maximum size.
 */
export function writeLargeText(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  { wide, most, color = ink }: { wide: number; most: number; color?: string },
): void {
  const fitting = (most * wide) / measureText(pdf, text, { size: most, bold: true })
  const size = Math.max(1, Math.min(most, fitting))
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
export function drawBarcode(
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
