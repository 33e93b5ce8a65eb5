import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * The context for writing a part of the demo country: the database, the seed and the day. `today`: `YYYY-MM-DD` in
 * Lagos.
 */
export interface DemoContext {
  db: Db
  seed: number
  today: string
}

/**
 * Stores rows whose fields are named like the columns of `table`. Needs at least one row; all must have the same
 * fields.
 */
export async function insertAll<Row extends object>(
  db: Db,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.ref(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.ref(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}
