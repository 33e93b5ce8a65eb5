import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/client'
import { migrate, readMigrations, readSchema } from '#server/db/migrate'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database'

/* The baseline makes the same database as the migrations it takes the place of. */

const oldMigrations = readMigrations(resolve(import.meta.dirname, '../../support/old-migrations'))
const catalog = readFileSync(resolve(import.meta.dirname, '../../support/catalog.sql'), 'utf8')

/** Everything the catalog says of our schemas, one line each, in order of its letters. */
async function describeSchema(db: Db): Promise<string[]> {
  const { rows } = await sql.raw<{ line: string }>(catalog).execute(db)
  return rows.map(({ line }) => line)
}

/** Every row that migrating wrote, but for ids drawn by chance, times, and what was applied when. */
async function readRows(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'sandbox')
      and c.relname not in ('schema_migration', 'schema_function') order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql
      .raw<{ line: string }>(
        `select (to_jsonb(t) - ${name === 'account' ? "'id'" : "''"})::text as line from ${name} t order by 1`,
      )
      .execute(db)
    found.push(...rows.map(({ line }) => `${name}: ${line}`))
  }
  return found
}

test('the baseline makes the database that the migrations before it made', async () => {
  const { functions, payers } = readSchema()
  const old = await testDatabase({ migrated: false })
  await migrate(old.url, { migrations: oldMigrations, functions: [] })
  await migrate(old.url, { migrations: oldMigrations, functions, ...(payers && { payers }) })
  const fresh = await testDatabase({ migrated: false })
  await migrate(fresh.url)
  const [before, after] = [await describeSchema(old.db), await describeSchema(fresh.db)]
  expect(before.length).toBeGreaterThan(2500)
  expect(after).toEqual(before)
  const rows = await readRows(old.db)
  expect(rows.length).toBeGreaterThan(150)
  expect(await readRows(fresh.db)).toEqual(rows)
})
