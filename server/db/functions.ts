import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type pg from 'pg'

/** A file that creates one SQL function. */
export interface FunctionFile {
  /** Its path from the root: `server/rooms/trips/sql/cancel_trip.sql`. */
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

const root = join(import.meta.dirname, '../..')

/** The `sql/` folders of rooms. */
export function functionFolders(rooms = join(root, 'server/rooms')): string[] {
  return readdirSync(rooms)
    .map((room) => join(rooms, room, 'sql'))
    .filter((folder) => existsSync(folder))
}

/** Functions of no room, and those of rooms. */
const allFolders = () => [join(import.meta.dirname, 'functions'), ...functionFolders()]

/** The functions in these folders. Throws if a file creates anything but the function of its name. */
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
  if (
    made.length !== 1 ||
    !made[0]?.startsWith(`create or replace function ${functionName(name)}(`)
  )
    throw new Error(
      `${name}: each file defines one function, named after the file, with create or replace.`,
    )
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

/** What tables need to be made: the functions of their triggers, and those of no room, by which indexes are built. */
const isNeededByTables = ({ name, sql }: FunctionFile) =>
  name.startsWith('server/db/functions/') || sql.includes(' returns trigger ')

/**
 * Makes the functions that migrations may name and that the database does not have yet. What is there stays as it
 * is: its triggers keep their version until all functions change together.
 */
export async function declareFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const made = new Set(rows.map(({ name }) => name))
  await client.query('set local check_function_bodies = off')
  for (const file of files.filter(isNeededByTables))
    if (!made.has(functionName(file.name))) await applyOne(client, file)
}

/** `server/rooms/trips/sql/cancel_trip.sql` makes `cancel_trip`. */
const functionName = (path: string) => basename(path, '.sql')

/**
 * Applies all function files again if one has changed or a migration was applied since the last time; returns whether
 * it did. The caller holds the migration lock and a transaction. Functions may call each other in any order:
 * PostgreSQL checks bodies when they run. Throws, naming the file, if one fails.
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

/** Makes the next start apply all functions again, since a migration may have dropped some. */
export async function forgetFunctions(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin
      if to_regclass('schema_function') is not null then delete from schema_function; end if;
    end $$`)
}
