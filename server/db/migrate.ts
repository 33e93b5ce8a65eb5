import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { payers } from '#contract/payments/providers'
import { grantToApp } from './app-role.ts'
import { withConnection } from './client.ts'
import { type FunctionFile, applyFunctions, forgetFunctions, readFunctions } from './functions.ts'

/** The advisory lock of the migrating process; others wait and then find nothing to do. */
const migrationLock = 4121

export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

/** The parts of a database: migrations for tables and data, and functions. */
export interface Schema {
  readonly migrations: readonly Migration[]
  readonly functions: readonly FunctionFile[]
  /** Payment companies by code; missing ones are added to the database. */
  readonly payers?: readonly string[]
}

/** The migrations of this version. */
export function readSchema(): Schema {
  return { migrations: readMigrations(), functions: readFunctions(), payers }
}

/** The migrations in a folder, in order. Throws if a file is not named `0001_words.sql` or two share a number. */
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
 * Applies missing migrations, each once in its own transaction, the last together with changed functions, so that no
 * trigger meets another version's body; then payment companies, the tables of the job queue, and the rights of the
 * API's role. Any number of processes may call it at once. Returns the names of the applied migrations. Throws,
 * naming the file, if one fails or if an applied one has changed. Leaves alone what a newer version applied, also
 * functions, so that an old process may still start.
 */
export async function migrate(url: string, schema = readSchema()): Promise<string[]> {
  const { migrations, functions, payers: all = [] } = schema
  return withConnection(url, 'waka migrate', async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await findApplied(client)
    refuseChanges(applied, migrations)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    const last = missing.at(-1)
    for (const migration of missing.slice(0, -1))
      await inOneTransaction(client, () => apply(client, migration))
    const newest = migrations.at(-1)?.name ?? ''
    await inOneTransaction(client, async () => {
      if (last !== undefined) await apply(client, last)
      if (![...applied.keys()].some((name) => name > newest))
        await applyFunctions(client, functions)
    })
    if (all.length > 0) await client.query('select know_payers($1)', [all])
    await makeQueueTables(url)
    await grantToApp(client)
    return missing.map(({ name }) => name)
  })
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

async function apply(client: pg.Client, { name, sha256, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
    await forgetFunctions(client)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      name,
      sha256,
    ])
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`${name}: ${words}`, { cause: error })
  }
}

async function makeQueueTables(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
