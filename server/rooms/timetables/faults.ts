import { cutText } from '#contract/cut-text'

/**
 * Rows of one file with the same fault. `total`: how many there are. `rows`: the first of them, with the value of the
 * cell.
 */
export type FeedFault = {
  file: string
  reason: string
  total: number
  rows: { line: number; value: string }[]
}

/** How many rows with one fault are listed. The others are counted. */
export const maxListedRows = 20

/** The error of a feed that cannot be imported. Nothing was stored. `faults`: files, lines, reasons. */
export class FeedError extends Error {
  readonly faults: FeedFault[]
  constructor(faults: FeedFault[]) {
    super(faults.map((fault) => formatFault(fault)).join('\n'))
    this.name = 'FeedError'
    this.faults = faults
  }
}

/** Returns a fault about a whole file, or about one line of it. */
export function makeFault(file: string, reason: string, line = 0, value = ''): FeedFault {
  return { file, reason, total: 1, rows: line === 0 ? [] : [{ line, value }] }
}

/** Collects faults of single rows, by file and reason. */
export function makeFaultCollector() {
  const found = new Map<string, FeedFault>()
  let total = 0
  return {
    total: () => total,
    add(file: string, reason: string, line: number, value: string): void {
      total += 1
      const id = `${file} ${reason}`
      const fault = found.get(id) ?? { file, reason, total: 0, rows: [] }
      fault.total += 1
      if (fault.rows.length < maxListedRows) fault.rows.push({ line, value: cutText(value, 80) })
      found.set(id, fault)
    },
    all: () => [...found.values()],
  }
}

/** Formats a fault as lines for people: `trips.txt line 7: "X": this service_id is not in calendar.txt`. */
export function formatFault({ file, reason, total, rows }: FeedFault): string {
  if (rows.length === 0) return `${file}: ${reason}`
  const lines = rows.map(({ line, value }) => {
    const where = line === 0 ? file : `${file} line ${line}`
    return value === '' ? `${where}: ${reason}` : `${where}: "${value}": ${reason}`
  })
  const more = total - rows.length
  return more > 0 ? [...lines, `${file}: ${more} more: ${reason}`].join('\n') : lines.join('\n')
}
