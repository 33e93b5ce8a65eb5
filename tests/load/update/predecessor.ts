import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findBuiltApp } from '#server/platform/built-app'

const root = resolve(import.meta.dirname, '../../..')

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).trim()

/** An earlier version of the product beside this one. */
export interface Predecessor {
  revision: string
  subject: string
  folder: string
  /** The folder of its built app. */
  app: string
  /** The migrations that this version has and the earlier one lacks. */
  migrations: string[]
}

/** Returns the revision before the newest migration. */
const findDefaultRevision = () =>
  `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/db/migrations')}^`

const listMigrations = (revision: string) =>
  git('ls-tree', '--name-only', revision, 'server/db/migrations/').split('\n')

/**
 * Unpacks an earlier version of the product in a temporary folder and builds it: `revision`, by default the last one
 * without the newest migration. Needs the history of the repository.
 */
export async function unpackPredecessor(revision = findDefaultRevision()): Promise<Predecessor> {
  const folder = mkdtempSync(join(tmpdir(), 'waka-predecessor-'))
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const lock = 'package-lock.json'
  const isSame = readFileSync(join(folder, lock), 'utf8') === readFileSync(join(root, lock), 'utf8')
  if (isSame) copyPackages(folder)
  else spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  const before = new Set(listMigrations(revision))
  return {
    revision: git('rev-parse', '--short', revision),
    subject: git('log', '-1', '--format=%s', revision),
    folder,
    app: await findBuiltApp(folder),
    migrations: listMigrations('HEAD').filter((path) => !before.has(path)),
  }
}

/** Copies our packages without the caches in them, since each version needs its own caches. */
function copyPackages(folder: string): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  // Try hard links first: they take a second, but need the same file system.
  const isLinked = spawnSync('cp', ['-al', from, to]).status === 0
  if (!isLinked) cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  rmSync(join(to, '.cache'), { recursive: true, force: true })
}
