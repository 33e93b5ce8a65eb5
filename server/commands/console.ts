import { pino } from 'pino'
import { readConfig } from '#server/config'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { type Db, openDatabase } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { makeLog } from '#server/http/log'
import { noteSecurity } from '#server/platform/security-events'

/** Does one work of a command on the configured database and prints what it returns, or why it failed. */
export async function onDatabase(name: string, work: (db: Db) => Promise<string>): Promise<void> {
  const { database_url, data_dir } = readConfig()
  const embedded =
    database_url === undefined ? await startEmbeddedPostgres({ data_dir }) : undefined
  const url = database_url ?? embedded?.url ?? ''
  await migrate(url)
  const db = openDatabase(url, { max: 1, application_name: name })
  try {
    process.stdout.write(`${await work(db)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}

/** Writes what was done at the console as a security event, to standard error. */
export function noteAtConsole(action: string, object: string): void {
  const log = makeLog('info', pino.destination(2))
  noteSecurity(log, { actor: 'console', action, object, outcome: 'ok' })
}
