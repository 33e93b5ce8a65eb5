import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#server/db/client'
import { changeOwner, findDatabaseHome, findDatabaseUser } from '#server/db/embedded-files'
import { listWithChildren } from '#tests/load/bench/cpu'
import { debian15 } from '#tests/load/cluster/programs'
import { replaceEachKey } from '#tests/load/cluster/texts'
import { findFreePort } from '#tests/support/server/free-port'

const example = resolve(import.meta.dirname, '../../../deploy/pgbackrest.conf')

/** PostgreSQL 15 whose write-ahead log is archived by pgBackRest, with the settings of `deploy/pgbackrest.conf`. */
export interface BackedUpPostgres {
  readonly url: string
  /** Makes a full backup while PostgreSQL keeps running. */
  backUp: () => void
  /** Kills PostgreSQL and deletes its data, as if its machine were destroyed. Whatever was not archived is lost. */
  destroy: () => Promise<void>
  /**
   * Restores the database as it was at `moment`, a time in PostgreSQL's format. Resolves when the database accepts
   * writes.
   */
  restore: (moment: string) => Promise<void>
  /** Dumps the rows of a schema, and loads such a dump. */
  dumpRows: (schema: string) => string
  loadRows: (dump: string) => void
  /** The size of the repository, MB. */
  measureRepository: () => number
  stop: () => Promise<void>
}

/** Starts an empty PostgreSQL with an archive. Throws if a program is missing (Debian: postgresql-15, pgbackrest). */
export async function startBackedUpPostgres(): Promise<BackedUpPostgres> {
  if (!existsSync(join(debian15, 'postgres')) || !existsSync('/usr/bin/pgbackrest'))
    throw new Error('Programs are missing: apt-get install postgresql-15 pgbackrest')
  const runner = findDatabaseUser()
  const folder = findDatabaseHome(mkdtempSync(join(tmpdir(), 'waka-backup-')), runner)
  const port = await findFreePort()
  const data = join(folder, 'data')
  const makeFolder = (path: string) => {
    mkdirSync(path, { mode: 0o700 })
    changeOwner(path, runner)
  }
  makeFolder(join(folder, 'repository'))
  const file = join(folder, 'pgbackrest.conf')
  writeFileSync(file, makeBackupText({ folder, data, port }), { mode: 0o600 })
  changeOwner(file, runner)
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const options = { ...runner, cwd: folder, env, maxBuffer: 1e9 }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      ...options,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const backRest = (...args: string[]) =>
    run('pgbackrest', `--config=${file}`, `--lock-path=${folder}`, '--stanza=waka', ...args)
  const who = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  run(join(debian15, 'initdb'), '-D', data, ...who)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    archive_mode: 'on',
    archive_command: `pgbackrest --config=${file} --lock-path=${folder} --stanza=waka archive-push %p`,
    // Shorter than in production, so that the run does not have to wait a minute until the last sales are archived.
    archive_timeout: 10,
  }
  let server = start()

  function start() {
    const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    return spawn(join(debian15, 'postgres'), ['-D', data, ...set], { ...options, stdio: 'ignore' })
  }

  async function end(signal: NodeJS.Signals) {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((done) => server.once('exit', done))
    server.kill(signal)
    await gone
  }

  await untilWritable(url)
  backRest('stanza-create')
  return {
    url,
    backUp: () => void backRest('--type=full', 'backup'),
    destroy: async () => {
      const family = listWithChildren(server.pid ?? 0)
      await end('SIGKILL')
      await waitUntilGone(family)
      rmSync(data, { recursive: true })
    },
    restore: async (moment) => {
      makeFolder(data)
      const target = ['--type=time', `--target=${moment}`, '--target-action=promote']
      backRest(...target, 'restore')
      server = start()
      await untilWritable(url)
    },
    dumpRows: (schema) => run(join(debian15, 'pg_dump'), url, '--data-only', `--schema=${schema}`),
    loadRows: (dump) =>
      execFileSync('psql', [url, '-q', '-v', 'ON_ERROR_STOP=1'], {
        ...options,
        input: dump,
        stdio: ['pipe', 'ignore', 'inherit'],
      }),
    measureRepository: () => Number(run('du', '-sm', join(folder, 'repository')).split('\t')[0]),
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns `deploy/pgbackrest.conf` for a database in `folder`, with a passphrase of its own. */
export function makeBackupText({
  folder,
  data,
  port,
}: {
  folder: string
  data: string
  port: number
}): string {
  return replaceEachKey(readFileSync(example, 'utf8'), {
    '/var/lib/pgbackrest': join(folder, 'repository'),
    'replace-this-passphrase': randomBytes(32).toString('base64url'),
    '/var/lib/postgresql/15/waka': data,
    'pg1-port=5432': `pg1-port=${port}`,
    '/var/run/postgresql': folder,
  })
}

/** Waits until PostgreSQL answers and has no more of its archive to replay. Throws after five minutes. */
async function untilWritable(url: string): Promise<void> {
  const deadline = Date.now() + 300_000
  const isWritable = () =>
    withConnection(url, 'waka load', (client) => client.query('create temp table probe ()')).then(
      () => true,
      () => false,
    )
  while (!(await isWritable())) {
    if (Date.now() > deadline) throw new Error('PostgreSQL takes no writes')
    await sleep(50)
  }
}

/** Waits until processes are gone: those that a killed PostgreSQL left behind end by themselves. */
async function waitUntilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await sleep(50)
}
