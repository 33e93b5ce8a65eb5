import type { Db } from './client.ts'
import type { Sql } from './sql.ts'

/**
 * How many rows a step changes. A busy day leaves millions, and a statement that reaches its time limit changes none of
 * them, in that night and in every later one.
 */
export const rowsInStep = 10_000

/** Repeats a statement that changes at most `rowsInStep` rows until it changes fewer. Each step is committed. */
export async function changeInSteps(db: Db, statement: Sql): Promise<void> {
  while (((await statement.execute(db)).rowCount ?? 0) >= rowsInStep);
}
