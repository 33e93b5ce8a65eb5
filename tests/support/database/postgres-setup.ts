import { demo } from '#demo/index'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { withConnection } from '#server/db/client'
import { migrate, readSchema } from '#server/db/migrate'
import { listJobPlans, openJobs } from '#server/jobs/all-jobs'
import { runAsAdmin } from './as-admin.ts'
import { replaceDatabase } from './database-url.ts'
import { startPgBouncer } from './pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The run's PostgreSQL. `template`: the migrated database that each test file copies. `country`: the name of a copy
     * with the demo country, which the first test file that needs it creates. `pooler`: if POOLER is set, the URL of
     * the PgBouncer through which the servers of the tests reach PostgreSQL.
     */
    postgres: { url: string; template: string; country: string; pooler: string | undefined }
  }
}

/** Settings for tests only, whose data need not survive a power cut. */
const hasty = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
}

/** Starts one PostgreSQL for the run (TEST_DATABASE_URL, or the embedded one); this is Vitest's global setup. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const kept = resolve(import.meta.dirname, '../../../node_modules/.cache/waka-tests')
  const data_dir = process.env['TEST_DATA_DIR'] ?? kept
  const brought = given ? undefined : await startEmbeddedPostgres({ data_dir, settings: hasty })
  const url = given ?? brought?.url ?? ''
  const country = `country_${process.pid}`
  // The trips of the demo country begin on the day of its creation, so do not reuse the one of an earlier run.
  const forget = () => runAsAdmin(url, `drop database if exists ${country} with (force)`)
  await forget()
  const pooler = process.env['POOLER'] === undefined ? undefined : await startPgBouncer(url)
  const template = await makeTemplate(url)
  project.provide('postgres', { url, template, country, pooler: pooler?.through(url) })
  return async () => {
    await pooler?.stop()
    await forget()
    await brought?.stop()
  }
}

/**
 * Returns the name of a database with all migrations, functions and job queues. It is created only if their content has
 * changed since the last run.
 */
async function makeTemplate(url: string): Promise<string> {
  const schema = readSchema()
  const files = [...schema.migrations, ...schema.functions]
  const says = JSON.stringify([
    files.map(({ sha256 }) => sha256),
    schema.payers,
    listJobPlans(demo),
  ])
  const name = `template_${createHash('sha256').update(says).digest('hex').slice(0, 16)}`
  await withConnection(url, 'waka tests', async (admin) => {
    await admin.query('select pg_advisory_lock(4122)')
    const isMade = 'select from pg_database where datname = $1 and datistemplate'
    if ((await admin.query(isMade, [name])).rowCount === 1) return
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name}`)
    await migrate(replaceDatabase(url, name), schema)
    await openJobs(replaceDatabase(url, name), undefined, demo).then((queue) => queue.stop())
    await admin.query(`alter database ${name} with is_template true allow_connections false`)
  })
  return name
}
