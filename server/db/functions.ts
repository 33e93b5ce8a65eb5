import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type pg from 'pg'
import { runSqlFiles } from './sql-files.ts'

/** A file that creates one SQL function. */
export interface FunctionFile {
  /** Its path from the root: `server/rooms/trips/sql/cancel_trip.sql`. */
  readonly name: string
  readonly sha256: string
  readonly sql: string
}

const root = join(import.meta.dirname, '../..')

/** Returns the `sql/` folders of rooms. */
export function listFunctionFolders(rooms = join(root, 'server/rooms')): string[] {
  return readdirSync(rooms)
    .map((room) => join(rooms, room, 'sql'))
    .filter((folder) => existsSync(folder))
}

/** Returns the folders of SQL functions: the one for functions that belong to no room, and those of the rooms. */
const allFolders = () => [join(import.meta.dirname, 'functions'), ...listFunctionFolders()]

/** Reads the functions in these folders. Throws if a file creates anything but the function of its name. */
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

/** Whether tables need a function: trigger functions, and functions outside of rooms, which indexes use. */
const isNeededByTables = ({ name, sql }: FunctionFile) =>
  name.startsWith('server/db/functions/') || sql.includes(' returns trigger ')

/**
 * Creates the functions that migrations may refer to and that are missing in the database. Replaces none: all changed
 * functions are replaced together, after the migrations.
 */
export async function declareFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const existing = new Set(rows.map(({ name }) => name))
  await makeFunctions(
    client,
    files.filter((file) => isNeededByTables(file) && !existing.has(functionName(file.name))),
  )
}

/** Returns `cancel_trip` for `server/rooms/trips/sql/cancel_trip.sql`. */
const functionName = (path: string) => basename(path, '.sql')

/**
 * Applies all function files if one has changed since the last time, or if `isForced`, since a migration may have
 * dropped some. The caller holds the migration lock and a transaction. Functions may call each other in any order:
 * PostgreSQL checks bodies only when they run. If one fails, throws an error that names its file.
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
  { isForced }: { isForced: boolean },
): Promise<void> {
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
  if (isSame && !isForced) return
  await makeFunctions(client, files)
  await client.query('delete from schema_function')
  await client.query(
    'insert into schema_function (name, sha256) select * from unnest($1::text[], $2::text[])',
    [files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
  )
}

async function makeFunctions(client: pg.Client, files: readonly FunctionFile[]): Promise<void> {
  await client.query('set local check_function_bodies = off')
  await runSqlFiles(client, files)
}
