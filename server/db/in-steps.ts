import type { Db } from './client.ts'
import { sql, type Sql } from './sql.ts'

/**
 * How many rows a step changes. A busy day leaves millions, and a statement that reaches its time limit changes none of
 * them, in that night and in every later one.
 */
export const rowsInStep = 10_000

/** Repeats a statement that changes at most `rowsInStep` rows until it changes none. Each step is committed. */
export async function changeInSteps(db: Db, statement: Sql): Promise<void> {
  while (((await statement.execute(db)).rowCount ?? 0) > 0);
}

/**
 * Deletes all rows of a table for which `where` is true, in steps. Not for a partitioned table: rows of its partitions
 * share their `ctid`.
 */
export const deleteInSteps = (db: Db, table: string, where: Sql): Promise<void> =>
  changeInSteps(
    db,
    // The second `where` is for a row that changes meanwhile: older releases of PostgreSQL do not check its ctid again.
    sql`delete from ${sql.ref(table)} where (${where}) and ctid = any (array(
      select ctid from ${sql.ref(table)} where ${where} limit ${rowsInStep}))`,
  )
