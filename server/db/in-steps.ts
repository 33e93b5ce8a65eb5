import type { Db } from './client.ts'
import { sql, type Sql } from './sql.ts'

/**
 * How many rows a step changes. A busy day leaves millions, and a statement that reaches its time limit changes none of
 * them, in that night and in every later one.
 */
export const rowsInStep = 10_000

/**
 * Deletes all rows of a table for which `where` is true, in steps, each of which is committed. Not for a partitioned
 * table: rows of its partitions share their `ctid`.
 */
export const deleteInSteps = (db: Db, table: string, where: Sql): Promise<void> =>
  repeatUntilNone(db, sql`delete from ${sql.ref(table)} where ${isInStep(table, where)}`)

/** Updates rows like `deleteInSteps`. `where` must be false for a row that is updated. */
export const updateInSteps = (db: Db, table: string, set: Sql, where: Sql): Promise<void> =>
  repeatUntilNone(db, sql`update ${sql.ref(table)} set ${set} where ${isInStep(table, where)}`)

/** The first `where` is for a row that changes meanwhile: older releases of PostgreSQL do not check its ctid again. */
const isInStep = (table: string, where: Sql) =>
  sql`(${where}) and ctid = any (array(select ctid from ${sql.ref(table)} where ${where} limit ${rowsInStep}))`

async function repeatUntilNone(db: Db, statement: Sql): Promise<void> {
  while (((await statement.execute(db)).rowCount ?? 0) > 0);
}
