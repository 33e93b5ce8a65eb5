import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type DatabaseUser, findPostgresBinaries } from '#server/db/embedded-files'
import { makePostgres18Programs } from './postgres18.ts'

/** The programs of a cluster, with the Debian packages that they are in. */
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
} as const

export type Program = keyof typeof packages

const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/bin']

function find(program: string): string | undefined {
  return places
    .map((place) => join(place, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** The programs of Debian's PostgreSQL 15, the oldest that we support. */
export const debian15 = '/usr/lib/postgresql/15/bin'

/** Returns the Debian packages that are missing on this machine. */
function findMissingPackages(): string[] {
  const missing: string[] = Object.entries(packages)
    .filter(([program]) => find(program) === undefined)
    .map(([, name]) => name)
  return existsSync(join(debian15, 'pg_basebackup')) ? missing : [...missing, 'postgresql-15']
}

/**
 * Finds the programs of the cluster. As root, installs what is missing, without starting Debian's services; otherwise
 * throws an error that names the packages.
 */
export function findOrInstallPrograms(onNews: (sentence: string) => void): Record<Program, string> {
  const missing = findMissingPackages()
  if (missing.length > 0) {
    const command = `apt-get install ${missing.join(' ')}`
    if (process.getuid?.() !== 0) throw new Error(`Programs of the cluster are missing: ${command}`)
    onNews(`${command} …`)
    withoutStartingServices(() => install(missing))
  }
  return Object.fromEntries(
    Object.keys(packages).map((program) => [program, find(program) ?? program]),
  ) as Record<Program, string>
}

function install(names: readonly string[]): void {
  const done = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`apt-get failed: ${done.stderr || done.stdout}`)
  const services = names.map((name) => name.replace('-server', '').replace('-15', ''))
  // Prevent the services from starting with this machine later, too. Without systemd there is nothing to disable.
  spawnSync('systemctl', ['disable', ...services])
}

const policy = '/usr/sbin/policy-rc.d'

/**
 * Runs `work` so that packages that it installs start no service. Debian starts a service at its installation, unless
 * this file is a script that exits with 101.
 */
function withoutStartingServices(work: () => void): void {
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    work()
  } finally {
    if (isOurs) rmSync(policy)
  }
}

export type PostgresVersion = 15 | 18

/**
 * The programs of PostgreSQL that Patroni runs. `copy`: the program that makes a replica, if it is not `pg_basebackup`.
 */
export interface PostgresPrograms {
  bin_dir: string
  copy?: string
}

/** Returns the programs of Debian's PostgreSQL 15, or of the 18 that `npm ci` installed. */
export async function findPostgresPrograms(
  version: PostgresVersion,
  { folder, runner, superuser }: { folder: string; runner: DatabaseUser; superuser: string },
): Promise<PostgresPrograms> {
  if (version === 15) return { bin_dir: debian15 }
  const native = join(await findPostgresBinaries(folder, runner), 'bin')
  return makePostgres18Programs(folder, native, { debian: debian15, superuser })
}

/** Throws an error with a program's message if it refuses its configuration. */
export function checkConfiguration(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
}
