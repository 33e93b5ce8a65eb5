import encodeQR from 'qr'

/** One run of dark modules: row, first column, how many. */
export interface Run {
  row: number
  column: number
  length: number
}

/**
 * A QR as runs of dark modules without the quiet zone. Level M: 49 modules a side for a ticket with the
 * longest name, which a cheap phone still reads from a scratched screen.
 */
export function qrOf(payload: string): { size: number; runs: Run[] } {
  const framed = encodeQR(payload, 'raw', { ecc: 'medium', border: 1 })
  const rows = framed.slice(1, -1).map((cells) => cells.slice(1, -1))
  const runs = rows.flatMap((cells, row) => runsIn(cells).map((run) => ({ row, ...run })))
  return { size: rows.length, runs }
}

function runsIn(cells: boolean[]): { column: number; length: number }[] {
  const runs: { column: number; length: number }[] = []
  for (const [column, dark] of cells.entries()) {
    const last = runs.at(-1)
    if (!dark) continue
    if (last !== undefined && last.column + last.length === column) last.length += 1
    else runs.push({ column, length: 1 })
  }
  return runs
}

/** The same as an SVG with its quiet zone of four modules, for a page without script. */
export function qrSvg(payload: string): string {
  const { size, runs } = qrOf(payload)
  const path = runs
    .map(({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`)
    .join('')
  return `<svg viewBox="-4 -4 ${size + 8} ${size + 8}" role="img" aria-label="Ticket code" shape-rendering="crispEdges"><path fill="#fff" d="M-4-4h${size + 8}v${size + 8}h-${size + 8}z"/><path d="${path}"/></svg>`
}

const [startB, toC, toB, stop] = [104, 99, 100, 106]

/** Bars and gaps of the symbols 0 to 106, in modules, as ISO/IEC 15417 has them. */
const widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )

/**
 * Printable ASCII as a Code 128: the widths of its bars and gaps in turn, a bar first, in modules
 * without the quiet zone of ten at either side. Four digits and more in a row stand two to a symbol.
 */
export function barsOf(text: string): number[] {
  const symbols = [startB]
  for (const part of text.match(/(?:\d\d){2,}|[\x20-\x7e]/g) ?? []) {
    if (part.length === 1) symbols.push(part.charCodeAt(0) - 32)
    else symbols.push(toC, ...(part.match(/\d\d/g) ?? []).map(Number), toB)
  }
  const check = symbols.reduce((sum, symbol, place) => sum + symbol * Math.max(1, place), 0) % 103
  return [...symbols, check, stop].flatMap((symbol) => Array.from(widths[symbol] ?? '', Number))
}
