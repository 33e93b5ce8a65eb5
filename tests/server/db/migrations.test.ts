import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/db/client'
import { type Schema, UnusableDatabaseError, migrate, readMigrations } from '#server/db/migrate'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const atOnce = await testDatabase({ migrated: false })
const failing = await testDatabase({ migrated: false })
const empty = await testDatabase({ migrated: false })
const changing = await testDatabase({ migrated: false })
const other = await testDatabase({ migrated: false })

const first = 'create table city (name text);'
const slow = 'select pg_sleep(0.3); create table park (name text);'

test('processes that migrate at once apply each migration once', async () => {
  const { url, db } = atOnce
  const directory = aDirectory({ '0001_cities.sql': first, '0002_parks.sql': slow })
  const program = resolve(import.meta.dirname, '../../support/database/migrate-process.ts')
  const run = () => promisify(execFile)(process.execPath, [program, url, directory])
  const answers = await Promise.all([run(), run(), run()])
  const applied = answers.map(({ stdout }) => JSON.parse(stdout) as string[])
  expect(applied.flat().sort()).toEqual(['0001_cities.sql', '0002_parks.sql'])
  const { rows } = await sql<{
    names: string[]
  }>`select array_agg(name order by applied_at, name) as names from schema_migration`.execute(db)
  expect(rows[0]?.names).toEqual(['0001_cities.sql', '0002_parks.sql'])
})

test('a migration that fails leaves nothing of itself and is named', async () => {
  const { url, db } = failing
  await migrate(url, only(aDirectory({ '0001_cities.sql': first })))
  const directory = aDirectory({
    '0001_cities.sql': first,
    '0002_parks.sql': 'create table park ();',
    '0003_trips.sql': 'create table trip (); select 1 / 0;',
  })
  await expect(migrate(url, only(directory))).rejects.toThrow('0003_trips.sql: division by zero')
  expect(await tablesOf(db)).toEqual({ city: 'city', park: 'park', trip: null })
})

test('an empty database is filled whole or not at all', async () => {
  const { url, db } = empty
  const directory = aDirectory({
    '0001_cities.sql': first,
    '0002_trips.sql': 'create table trip (); select 1 / 0;',
  })
  await expect(migrate(url, only(directory))).rejects.toThrow('0002_trips.sql: division by zero')
  expect(await tablesOf(db)).toEqual({ city: null, park: null, trip: null })
})

test('a migration that was changed after it was applied is refused by name', async () => {
  const { url } = changing
  await migrate(url, only(aDirectory({ '0001_cities.sql': first })))
  const changed = only(aDirectory({ '0001_cities.sql': `${first} -- and more` }))
  await expect(migrate(url, changed)).rejects.toThrow('0001_cities.sql was changed')
})

test('a database that was made by other migrations is refused with what to do, and stays as it is', async () => {
  const { url, db } = other
  await migrate(url, only(aDirectory({ '0001_cities.sql': first, '0002_parks.sql': slow })))
  const baseline = aDirectory({ '0001_places.sql': 'create table place ();', '0003_x.sql': first })
  const refusal = migrate(url, only(baseline))
  await expect(refusal).rejects.toThrow(UnusableDatabaseError)
  await expect(refusal).rejects.toThrow('delete the folder .data')
  const { rows } = await sql`select to_regclass('place') as place`.execute(db)
  expect(rows).toEqual([{ place: null }])
})

test('two migrations of one number are refused', () => {
  const directory = aDirectory({ '0001_cities.sql': first, '0001_parks.sql': slow })
  expect(() => readMigrations(directory)).toThrow('0001_parks.sql')
})

async function tablesOf(db: Db) {
  const { rows } = await sql`
    select to_regclass('city') as city, to_regclass('park') as park, to_regclass('trip') as trip`.execute(
    db,
  )
  return rows[0]
}

/** A schema of the migrations in a directory, without functions. */
function only(directory: string): Schema {
  return { migrations: readMigrations(directory), functions: [] }
}

function aDirectory(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'waka-migrations-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}
