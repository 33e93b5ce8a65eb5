import { pino } from 'pino'
import { readConfig } from '#server/config'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { type Db, openDatabase, explainConnectionError } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { makeLog } from '#server/http/log'
import { logSecurityEvent } from '#server/platform/security-events'

/**
 * Migrates the configured database and runs `work` on it. Starts and stops the embedded database if none is
 * configured.
 */
export async function withMigratedDatabase(
  name: string,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const { database_direct_url, data_dir } = readConfig()
  const embedded =
    database_direct_url === undefined ? await startEmbeddedPostgres({ data_dir }) : undefined
  try {
    const url = database_direct_url ?? embedded?.url ?? ''
    await migrate(url)
    const db = openDatabase(url, { max: 1, application_name: name })
    try {
      await work(db)
    } finally {
      await db.destroy()
    }
  } finally {
    await embedded?.stop()
  }
}

/** Runs `work` like `withMigratedDatabase` and prints its report, or the reason for its failure. */
export async function reportFromDatabase(
  name: string,
  work: (db: Db) => Promise<string>,
): Promise<void> {
  try {
    await withMigratedDatabase(name, async (db) => void process.stdout.write(`${await work(db)}\n`))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${explainConnectionError(error) ?? message}\n`)
    process.exitCode = 1
  }
}

/** Writes a security event about an action at the console to standard error. */
export function logConsoleSecurityEvent(action: string, object: string): void {
  const log = makeLog('info', pino.destination(2))
  logSecurityEvent(log, { actor: 'console', action, object, outcome: 'ok' })
}
