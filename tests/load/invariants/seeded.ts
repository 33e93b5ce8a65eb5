import { sql } from '#server/db/sql'

/**
 * SQL for when a part of the demo country was written. What it sold is in the past, and nobody is notified of that; an
 * invariant of notifications begins here.
 */
export const seededUntil = (part: 'demo histories' | 'demo parcels') => sql`
  coalesce((select installed_at from installed where name = ${part}), '-infinity')`
