import { sql } from '#server/db/sql'

/**
 * Returns SQL for the time at which a part of the demo country was written. Nobody is notified of the sales in that
 * part, so invariants of notifications consider only later sales.
 */
export const seededAtSql = (part: 'demo histories' | 'demo parcels') => sql`
  coalesce((select installed_at from installed where name = ${part}), '-infinity')`
