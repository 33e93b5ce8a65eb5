import { sql } from '#server/db/sql'

/**
 * SQL for the time at which a part of the demo country was written. Nobody is notified of the sales in it, so
 * invariants of notifications consider only later ones.
 */
export const seededAtSql = (part: 'demo histories' | 'demo parcels') => sql`
  coalesce((select installed_at from installed where name = ${part}), '-infinity')`
