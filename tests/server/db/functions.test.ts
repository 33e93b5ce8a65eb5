import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/db/client'
import { type FunctionFile, listFunctionFolders, readFunctions } from '#server/db/functions'
import { type Migration, migrate, readSchema } from '#server/db/migrate'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const fresh = await testDatabase()
const existing = await testDatabase()
const failing = await testDatabase()
const dropping = await testDatabase()
const newer = await testDatabase()

test('a fresh database has the functions of the files and no others', async () => {
  const files = readFunctions()
  const made = await functionsOf(fresh.db)
  expect(made.map(({ name }) => name)).toEqual(
    files
      .map(({ name }) => /\/(\w+)\.sql$/.exec(name)?.[1] ?? '')
      .toSorted((one, other) => (one < other ? -1 : 1)),
  )
  // Created again, now with PostgreSQL's default check of their bodies: nothing differs.
  for (const file of files) await sql.raw(file.sql).execute(fresh.db)
  expect(await functionsOf(fresh.db)).toEqual(made)
})

test('a changed function is made anew in an existing database, and nothing is done while none changes', async () => {
  const { db, url } = existing
  const schema = readSchema()
  const applied = await appliedAt(db)
  await migrate(url, schema)
  expect(await appliedAt(db)).toEqual(applied)

  const functions = withBody(schema.functions, `'changed'`)
  await migrate(url, { ...schema, functions })
  expect(await answerOf(db)).toBe('changed')
  expect(await appliedAt(db)).not.toEqual(applied)

  // A migration dropped the function; its file is still the same.
  const drop = aMigration('9998_drop.sql', 'drop function check_character(text)')
  await migrate(url, { functions, migrations: [...schema.migrations, drop] })
  expect(await answerOf(db)).toBe('changed')
})

test('a dropped function comes back in the transaction that drops it, whatever migrations follow', async () => {
  const { db, url } = dropping
  const schema = readSchema()
  const drop = aMigration('9997_drop.sql', 'drop function check_character(text)')
  const failing = aMigration('9999_fail.sql', 'select 1 / 0')
  const between = aMigration('9998_table.sql', 'create table between_them ()')
  const migrations = [...schema.migrations, drop, between, failing]
  await expect(migrate(url, { ...schema, migrations })).rejects.toThrow('division by zero')
  const names = (await functionsOf(db)).map(({ name }) => name)
  expect(names).toContain('check_character')
})

test('a function that cannot be made is named, and all stay as they were', async () => {
  const { db, url } = failing
  const schema = readSchema()
  const before = await functionsOf(db)
  const broken: FunctionFile = {
    name: 'zoo/feed.sql',
    sha256: 'x',
    sql: 'create or replace function feed(animal) returns int language sql as $$ select 1 $$',
  }
  const functions = [...withBody(schema.functions, `'changed'`), broken]
  await expect(migrate(url, { ...schema, functions })).rejects.toThrow(
    'zoo/feed.sql: type animal does not exist',
  )
  expect(await functionsOf(db)).toEqual(before)
})

test('an old process leaves the functions of a newer version alone', async () => {
  const { db, url } = newer
  const schema = readSchema()
  await migrate(url, {
    functions: withBody(schema.functions, `'newer'`),
    migrations: [...schema.migrations, aMigration('9999_newer.sql', 'select 1')],
  })
  await migrate(url, schema)
  expect(await answerOf(db)).toBe('newer')
})

test('a file that makes anything else than its function is refused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'waka-functions-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const folder = join(directory, 'zoo', 'sql')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(directory, 'a-room-without-functions'))
  const body = 'returns int language sql as $$ select 1 $$;'
  writeFileSync(join(folder, 'feed.sql'), `create or replace function feed() ${body}\n`)
  expect(listFunctionFolders(directory)).toEqual([folder])
  expect(readFunctions([folder]).map(({ name }) => name)).toEqual([
    expect.stringMatching(/zoo\/sql\/feed\.sql$/),
  ])
  writeFileSync(join(folder, 'clean.sql'), `create function clean() ${body}\n`)
  expect(() => readFunctions([folder])).toThrow('zoo/sql/clean.sql')
})

function withBody(files: readonly FunctionFile[], answer: string): FunctionFile[] {
  const name = 'server/rooms/parcels/sql/check_character.sql'
  const text = `create or replace function check_character(p_body text) returns text language sql immutable as $$ select ${answer} $$`
  const changed = { name, sql: text, sha256: createHash('sha256').update(text).digest('hex') }
  expect(files.some((file) => file.name === name)).toBe(true)
  return files.map((file) => (file.name === name ? changed : file))
}

function aMigration(name: string, text: string): Migration {
  return { name, sql: text, sha256: name }
}

async function answerOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`select check_character('A') as answer`.execute(db)
  return rows[0]?.answer
}

async function appliedAt(db: Db): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select applied_at as at from schema_function order by name`.execute(db)
  return rows.map(({ at }) => at)
}

/** All our functions, as PostgreSQL prints them. */
async function functionsOf(db: Db): Promise<{ name: string; text: string }[]> {
  const { rows } = await sql<{ name: string; text: string }>`
    select p.proname as name, pg_get_functiondef(p.oid) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname collate "C", p.oid::regprocedure::text`.execute(db)
  return rows
}
