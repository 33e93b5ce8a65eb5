import PDFDocument from 'pdfkit'
import { naira } from '#contract/money'
import { ascii } from './plain-name.ts'

export type Paper = PDFKit.PDFDocument

export const ink = '#1d1a12'
export const grey = '#6d675a'
export const yellow = '#f9b000'

/** A sheet A6, the size of a hand, and one A5 for accounts. Points. */
export const a6 = [298, 420] as const
export const a5 = [420, 595] as const

/** Draws a PDF and gives its bytes. Text goes through `printed`, since the built-in fonts are Latin. */
export function draw(
  size: readonly [number, number],
  title: string,
  onto: (paper: Paper) => void,
): Promise<Buffer> {
  const paper = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    info: { Title: title },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  paper.on('end', () => resolve(Buffer.concat(chunks)))
  paper.on('error', reject)
  onto(paper)
  paper.end()
  return promise
}

/**
 * Words as the built-in fonts can print them: Western European letters stay, other Latin letters lose
 * their marks. What is left empty, in another script altogether, becomes `instead`.
 */
export function printed(text: string, instead = '-'): string {
  const isPrintable = (one: string) => /[\x20-\x7e\xa1-\xff]/.test(one)
  const words = Array.from(text.normalize('NFC'), (one) =>
    isPrintable(one) ? one : ascii(one),
  ).join('')
  return words.trim() === '' ? instead : words.trim()
}

/** Kobo in print: the built-in fonts have no naira sign. */
export function nairaInPrint(amount_kobo: number): string {
  return naira(amount_kobo).replace('₦', 'NGN ').replace('−', '-')
}
