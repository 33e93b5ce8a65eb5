import type pg from 'pg'

/**
 * Runs SQL files in this order in one round trip; the caller holds a transaction. If that fails, runs them one by one
 * and throws an error that names the file that failed.
 */
export async function runSqlFiles(
  client: pg.Client,
  files: readonly { readonly name: string; readonly sql: string }[],
): Promise<void> {
  await client.query('savepoint files')
  try {
    await client.query(files.map(({ sql }) => sql).join(';\n'))
  } catch {
    await client.query('rollback to savepoint files')
    for (const file of files) await runSqlFile(client, file)
  }
}

async function runSqlFile(client: pg.Client, { name, sql }: { name: string; sql: string }) {
  try {
    await client.query(sql)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`${name}: ${words}`, { cause: error })
  }
}
