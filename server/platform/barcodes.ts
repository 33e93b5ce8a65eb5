import JsBarcode from 'jsbarcode'
import encodeQR from 'qr'

/** A run of dark modules: first column and length. */
export interface BarcodeRun {
  column: number
  length: number
}

/** A run of dark modules in a QR code, with its row. */
export interface QrRun extends BarcodeRun {
  row: number
}

/**
 * Encodes a QR code as runs of dark modules, without the quiet zone. With error correction level M, a ticket with the
 * longest name needs 49 modules; a cheap phone can still read such a code from a scratched screen.
 */
export function encodeQr(payload: string): { size: number; runs: QrRun[] } {
  const framed = encodeQR(payload, 'raw', { ecc: 'medium', border: 1 })
  const rows = framed.slice(1, -1).map((cells) => cells.slice(1, -1))
  const runs = rows.flatMap((cells, row) => findRuns(cells).map((run) => ({ row, ...run })))
  return { size: rows.length, runs }
}

function findRuns(cells: boolean[]): BarcodeRun[] {
  const runs: BarcodeRun[] = []
  for (const [column, dark] of cells.entries()) {
    const last = runs.at(-1)
    if (!dark) continue
    if (last !== undefined && last.column + last.length === column) last.length += 1
    else runs.push({ column, length: 1 })
  }
  return runs
}

/** Renders a QR code as an SVG with its quiet zone of four modules, for a page without script. */
export function renderQrSvg(payload: string): string {
  const { size, runs } = encodeQr(payload)
  const path = runs
    .map(({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`)
    .join('')
  return `<svg viewBox="-4 -4 ${size + 8} ${size + 8}" role="img" aria-label="Ticket code" shape-rendering="crispEdges"><path fill="#fff" d="M-4-4h${size + 8}v${size + 8}h-${size + 8}z"/><path d="${path}"/></svg>`
}

/** Encodes printable ASCII as Code 128, without its quiet zone of ten modules on either side. */
export function encodeCode128(text: string): { size: number; runs: BarcodeRun[] } {
  const made: { encodings?: { data: string }[] } = {}
  JsBarcode(made, text, { format: 'CODE128' })
  const modules = Array.from(made.encodings?.[0]?.data ?? '', (module) => module === '1')
  return { size: modules.length, runs: findRuns(modules) }
}
