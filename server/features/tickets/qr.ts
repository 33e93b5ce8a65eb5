import encodeQR from 'qr'

/** One run of dark modules: row, first column, how many. */
export interface Run {
  row: number
  column: number
  length: number
}

/**
 * A ticket's QR as runs of dark modules without the quiet zone. Level M: 49 modules a side for the
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
