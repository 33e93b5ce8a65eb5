import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '#server/db/client'
import { findDatabaseHome, findDatabaseUser } from '#server/db/embedded-files'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { findFreePort } from '#tests/support/server/free-port'

/** A PostgreSQL server for one test. `stop` does not delete its data, so it can be started again. */
export interface TestPostgres {
  readonly url: string
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** A primary and its replica, which follows it by streaming replication. */
export interface ReplicatedPostgres {
  primary: TestPostgres
  replica: TestPostgres
  /** Stops both and deletes their data. */
  remove: () => Promise<void>
}

/** Starts a PostgreSQL and a replica of it, with the programs that `npm ci` installs. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primaryFolder = mkdtempSync(join(tmpdir(), 'waka-primary-'))
  const replicaFolder = mkdtempSync(join(tmpdir(), 'waka-replica-'))
  const primary = await startAt(primaryFolder)
  await copyCluster(primary.url, primaryFolder, replicaFolder)
  const replica = await startAt(replicaFolder)
  return {
    primary,
    replica,
    remove: async () => {
      await replica.stop()
      await primary.stop()
      for (const folder of [primaryFolder, replicaFolder]) {
        rmSync(readCluster(folder).home, { recursive: true, force: true })
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

async function startAt(data_dir: string): Promise<TestPostgres> {
  let running = await startEmbeddedPostgres({ data_dir })
  let isRunning = true
  return {
    url: running.url,
    start: async () => {
      running = await startEmbeddedPostgres({ data_dir })
      isRunning = true
    },
    stop: async () => {
      if (isRunning) await running.stop()
      isRunning = false
    },
  }
}

interface ClusterFile {
  home: string
  password: string
  port: number
}

const readCluster = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'database.json'), 'utf8')) as ClusterFile

/**
 * Copies the files of a running PostgreSQL as a base backup (PostgreSQL 18 documentation, section 25.3.4) and
 * configures the copy as its streaming replica.
 */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const source = readCluster(from)
  const runner = findDatabaseUser()
  const home = findDatabaseHome(to, runner)
  const port = await findFreePort()
  writeFileSync(join(to, 'database.json'), JSON.stringify({ ...source, home, port }))
  const data = join(home, 'postgres')
  const label = await withConnection(url, 'waka test', async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    mkdirSync(data, { mode: 0o700 })
    execFileSync('cp', ['-a', `${join(source.home, 'postgres')}/.`, data])
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    return rows[0]?.labelfile ?? ''
  })
  rmSync(join(data, 'postmaster.pid'))
  writeFileSync(join(data, 'backup_label'), label)
  writeFileSync(join(data, 'standby.signal'), '')
  const { password } = source
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${source.port} user=waka password=${password}'\n`,
  )
  if (runner.uid === undefined || runner.gid === undefined) return
  for (const name of ['', 'backup_label', 'standby.signal'])
    chownSync(join(data, name), runner.uid, runner.gid)
}
