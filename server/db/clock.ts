import { sql } from './sql.ts'
import type { Db } from './client.ts'

/**
 * Returns the current time by the database's clock. Deadlines are stored and compared by that clock alone, since the
 * clocks of processes differ.
 */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database told no time')
  return row.now
}
