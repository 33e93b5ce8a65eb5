import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { paymentSources } from '#contract/payments/rules'
import { grantAppRights } from './app-role.ts'
import { withConnection } from './client.ts'
import { type FunctionFile, applyFunctions, declareFunctions, readFunctions } from './functions.ts'
import { runSqlFiles } from './sql-files.ts'

/** The advisory lock of the process that migrates. Others wait until it is released, and then have nothing to do. */
const migrationLock = 4121

export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

/** What a database is made from: functions, and migrations for tables and data. */
export interface Schema {
  readonly migrations: readonly Migration[]
  readonly functions: readonly FunctionFile[]
  /** Payment companies by code; missing ones are added to the database. */
  readonly payers?: readonly string[]
}

/** Reads the migrations and functions of this version. */
export function readSchema(): Schema {
  return { migrations: readMigrations(), functions: readFunctions(), payers: paymentSources }
}

/** Reads the migrations in a folder, in order. Throws if a file is not named `0001_words.sql` or two share a number. */
export function readMigrations(directory = join(import.meta.dirname, 'migrations')): Migration[] {
  const names = readdirSync(directory).sort()
  const wrong = names.find(
    (name, at) =>
      !/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || names[at - 1]?.slice(0, 4) === name.slice(0, 4),
  )
  if (wrong !== undefined)
    throw new Error(`${wrong}: migration files are named 0001_words.sql, each number once.`)
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * Applies missing migrations and changed functions. Then adds missing payment companies, the tables of the job queue,
 * and the rights of the API's role.
 * Any number of processes may call it at the same time. It does not touch what a newer version applied, including
 * functions, so that an old process can start beside new ones. Returns the names of the migrations it applied. If a
 * migration fails or was changed after it was applied, throws an error that names the file; throws
 * UnusableDatabaseError for a database that was created by other migrations.
 */
export async function migrate(url: string, schema = readSchema()): Promise<string[]> {
  const { migrations, payers: all = [] } = schema
  return withConnection(url, 'waka migrate', async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await findApplied(client)
    refuseOtherHistory(applied, migrations)
    refuseChanges(applied, migrations)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    // allSettled, not all: when this throws, nothing may still be working on the database.
    const done = await Promise.allSettled([
      applySchema(client, schema, applied, missing),
      makeQueueTables(url),
    ])
    for (const part of done) if (part.status === 'rejected') throw part.reason
    await makeRankIndexes(client)
    if (all.length > 0) await client.query('select add_payment_companies($1)', [all])
    await grantAppRights(client)
    return missing.map(({ name }) => name)
  })
}

/**
 * Fills an empty database in one transaction. In a database that is in use, each migration has its own transaction, so
 * that none holds locks for long. The last one commits together with the functions, so that no trigger runs a function
 * of another version. So do all from the first one that drops a function, so that old processes miss none.
 */
async function applySchema(
  client: pg.Client,
  { migrations, functions }: Schema,
  applied: Map<string, string>,
  missing: readonly Migration[],
): Promise<void> {
  const newest = migrations.at(-1)?.name ?? ''
  const isBehind = [...applied.keys()].some((name) => name > newest)
  const early = applied.size === 0 ? [] : missing.slice(0, countBeforeFunctions(missing))
  for (const migration of early)
    await inOneTransaction(client, () => applyMigrations(client, [migration], functions))
  await inOneTransaction(client, async () => {
    await applyMigrations(client, missing.slice(early.length), functions)
    if (!isBehind) await applyFunctions(client, functions, { isForced: missing.length > 0 })
  })
}

/** Returns how many migrations may commit before the functions: those before the first drop, and never the last. */
function countBeforeFunctions(missing: readonly Migration[]): number {
  const drop = missing.findIndex(({ sql }) => /\bdrop function\b/i.test(sql))
  return drop === -1 ? Math.max(0, missing.length - 1) : drop
}

async function findApplied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<Migration>('select name, sha256 from schema_migration')
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

/** A database that this version cannot use. The message explains what to do. */
export class UnusableDatabaseError extends Error {}

/**
 * Refuses a database with migrations that this version does not have. Later ones are allowed: a newer version added
 * them.
 */
function refuseOtherHistory(applied: Map<string, string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const newest = migrations.at(-1)?.name ?? ''
  const other = [...applied.keys()].filter((name) => name < newest && !known.has(name)).toSorted()
  if (other[0] === undefined) return
  throw new UnusableDatabaseError(
    `This database was made by migrations that this version does not have, such as ${other[0]}. ` +
      'Demo data is made again: stop the server, delete the folder .data (or empty the database of DATABASE_URL), and start again. Nothing was changed.',
  )
}

function refuseChanges(applied: Map<string, string>, migrations: readonly Migration[]): void {
  const changed = migrations.find(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256)
  if (changed === undefined) return
  throw new Error(`${changed.name} was changed after it was applied. Write a new migration.`)
}

async function inOneTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  try {
    await client.query('begin')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function applyMigrations(
  client: pg.Client,
  migrations: readonly Migration[],
  functions: readonly FunctionFile[],
): Promise<void> {
  if (migrations.length === 0) return
  await declareFunctions(client, functions)
  await runSqlFiles(client, migrations)
  await client.query(
    'insert into schema_migration (name, sha256) select * from unnest($1::text[], $2::text[])',
    [migrations.map(({ name }) => name), migrations.map(({ sha256 }) => sha256)],
  )
}

/**
 * Makes the indexes by which `enqueue` finds the last waiting job of a causer, and the first waiting job of all, among
 * jobs that are new or to be retried. Drops the indexes of an older version, which covered new jobs only. That
 * version's statements can use the new indexes, too.
 */
async function makeRankIndexes(client: pg.Client): Promise<void> {
  const isRanked = `where state < 'active' and group_id is not null`
  await client.query(`
    create index if not exists job_waiting_of_causer on pgboss.job (name, group_id, priority) ${isRanked};
    create index if not exists job_waiting_rank on pgboss.job (name, priority, start_after) ${isRanked};
    drop index if exists pgboss.job_rank_of_causer, pgboss.job_rank`)
}

async function makeQueueTables(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
