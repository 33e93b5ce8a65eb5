import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { fillHistory } from './history.ts'
import { type FlowFigures, measureFlows } from './flows.ts'
import type { Measurement } from './report.ts'

/** The maximum cost of a flow in a database with years of sales, as a multiple of its cost in a young database. */
const mostTimes = 1.2

/** Measures what a booking flow costs in a young database, fills it with copies of a booking, and measures again. */
export async function benchYears(
  at: Parameters<typeof measureFlows>[0],
  bookings: number,
): Promise<Measurement[]> {
  const young = await measureFlows(at)
  const began = performance.now()
  await fillHistory(at.db, bookings)
  const filled_s = (performance.now() - began) / 1000
  const counts = await countRows(at.db)
  const old = await measureFlows(at)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const compare = (
    what: string,
    figure: (found: FlowFigures) => number,
    format = ms,
  ): Measurement => [
    what,
    `≤ ${format(figure(young) * mostTimes)} (young: ${format(figure(young))})`,
    format(figure(old)),
  ]
  return [
    ...counts,
    ['filled and analysed in', '', `${filled_s.toFixed(0)} s`],
    compare('processor time of a flow, PostgreSQL', (found) => found.postgres_ms),
    compare('  with Node', (found) => found.node_ms + found.postgres_ms),
    compare('a call at 80 % of the highest rate, median', (found) => found.median_ms),
    ['full booking flows a second', `young: ${young.a_second.toFixed(1)}`, old.a_second.toFixed(1)],
  ]
}

async function countRows(db: Db): Promise<Measurement[]> {
  const { rows } = await sql<{ trips: number; bookings: number; transfers: number; mb: number }>`
    select (select count(*) from trip)::int as trips, (select count(*) from booking)::int as bookings,
      (select count(*) from transfer)::int as transfers, (pg_database_size(current_database()) / 1000000)::int as mb`.execute(
    db,
  )
  return Object.entries(rows[0] ?? {}).map(([name, count]) => [
    name === 'mb' ? 'database, MB' : name,
    '',
    count.toLocaleString('en'),
  ])
}
