import { sql } from '#server/db/sql'

/**
 * SQL for the time at which a part of the demo country was written. Nobody is notified of what it sold, so invariants
 * of notifications look only at what is later.
 */
export const seededUntilSql = (part: 'demo histories' | 'demo parcels') => sql`
  coalesce((select installed_at from installed where name = ${part}), '-infinity')`
