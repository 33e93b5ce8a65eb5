import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type pg from 'pg'

/** A file that makes one SQL function. */
export interface FunctionFile {
  /** Its path from the root: `server/rooms/trips/sql/cancel_trip.sql`. */
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

const root = join(import.meta.dirname, '../..')

/** `sql/` of every room below a folder of rooms. */
export function functionFolders(rooms = join(root, 'server/rooms')): string[] {
  return readdirSync(rooms)
    .map((room) => join(rooms, room, 'sql'))
    .filter((folder) => existsSync(folder))
}

/** Functions that belong to no room, and those of the rooms. */
const allFolders = () => [join(import.meta.dirname, 'functions'), ...functionFolders()]

/** The functions in these folders. Throws when a file makes anything else than the function it is called after. */
export function readFunctions(folders: readonly string[] = allFolders()): FunctionFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .toSorted()
      .map((file) => readFunction(join(folder, file))),
  )
}

function readFunction(path: string): FunctionFile {
  const sql = readFileSync(path, 'utf8')
  const name = relative(root, path)
  const made = [...sql.matchAll(/^create .*$/gm)].map(([line]) => line)
  const expected = /([a-z_]+)\.sql$/.exec(name)?.[1]
  if (made.length !== 1 || !made[0]?.startsWith(`create or replace function ${expected}(`))
    throw new Error(
      `${name}: each file defines one function, named after the file, with create or replace.`,
    )
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

/**
 * Makes the database's functions what the files say when a file has changed or a migration has been applied since the
 * last time; returns whether it did. The caller holds the migration lock and a transaction. Functions
 * may name each other in any order: their bodies are looked at when they are called. Throws, naming the
 * file, when one cannot be made.
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
): Promise<boolean> {
  await client.query(`
    create table if not exists schema_function (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<FunctionFile>('select name, sha256 from schema_function')
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const isSame =
    applied.size === files.length && files.every(({ name, sha256 }) => applied.get(name) === sha256)
  if (isSame) return false
  await client.query('set local check_function_bodies = off')
  for (const file of files) await applyOne(client, file)
  await client.query('delete from schema_function')
  await client.query(
    'insert into schema_function (name, sha256) select * from unnest($1::text[], $2::text[])',
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
  )
  return true
}

async function applyOne(client: pg.Client, { name, sql }: FunctionFile): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new Error(`${name}: ${words}`, { cause: error })
  }
}

/** After a migration, which may have dropped or replaced some, all functions are applied again. */
export async function forgetFunctions(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin
      if to_regclass('schema_function') is not null then delete from schema_function; end if;
    end $$`)
}
