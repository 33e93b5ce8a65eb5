import { formatCount, formatNumber } from '#contract/quantities'
import type { ImportCounts } from './feeds-repository.ts'
import { type FeedFault, maxListedRows, formatFault } from './faults.ts'
import type { WithdrawnDeparture } from './withdrawn-repository.ts'

/** The result of an import, or of a dry run. */
export type ImportSummary = {
  name: string
  /** False if nothing changed, since the same file was imported before with the same options. */
  changed: boolean
  counts: ImportCounts
  /** The feed's operators, with the codes that our commands accept. */
  operators: { code: string; name: string }[]
  rejected: FeedFault[]
  /** Rows that were corrected, and how. */
  mended: FeedFault[]
  /** Booked departures that are off sale, because the feed no longer has them. */
  withdrawn: WithdrawnDeparture[]
  warnings: string[]
}

/** Returns the report of an import, as lines of text. */
export function formatImportSummary(summary: ImportSummary): string {
  const { name, changed, counts, operators, rejected, mended, withdrawn, warnings } = summary
  const lines = [
    ['operators', counts.operators],
    ['motor parks', counts.parks, `from ${formatCount(counts.stops, 'stop')}`],
    ['routes', counts.routes],
    ['trips in the file', counts.runs, `with ${formatCount(counts.stop_times, 'stop time')}`],
    ['departures to come', counts.departures],
    ['fares', counts.fares, `with ${formatNumber(counts.fare_rules)} rules`],
    ['rejected rows', rejected.reduce((sum, { total }) => sum + total, 0)],
  ] as const
  return [
    changed
      ? `${name} is imported.`
      : `${name} is already imported as it is in this file: nothing has changed.`,
    ...lines.map(([what, count, more]) =>
      `  ${what.padEnd(20)}${formatNumber(count).padStart(12)}  ${more ?? ''}`.trimEnd(),
    ),
    'Operators and their codes:',
    ...operators.map((one) => `  ${one.name}: ${one.code}`),
    ...warnings.map((warning) => `Note: ${warning}.`),
    ...(withdrawn.length > 0
      ? ['Off sale, because the feed no longer has them; their tickets stay valid:']
      : []),
    ...formatWithdrawnDepartures(withdrawn),
    ...(mended.length > 0 ? ['Read differently from the file:', ...mended.map(formatFault)] : []),
    ...(rejected.length > 0 ? ['Rejected rows:', ...rejected.map(formatFault)] : []),
  ].join('\n')
}

/** Formats departures that are off sale, one a line. Of many, the first are listed and the others counted. */
export function formatWithdrawnDepartures(withdrawn: readonly WithdrawnDeparture[]): string[] {
  const lines = withdrawn
    .slice(0, maxListedRows)
    .map(
      ({ operator, route, departs_at, bookings }) =>
        `  ${operator}, ${route}, ${departs_at}: ${formatCount(bookings, 'booking')}`,
    )
  const more = withdrawn.length - lines.length
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}
