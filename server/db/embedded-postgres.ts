import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import {
  makeClusterUrl,
  connectOrStartCluster,
  findCluster,
  stopCluster,
} from './embedded-cluster.ts'
import { withFileLock } from './file-lock.ts'

/**
 * The advisory lock that every process using the data shares. A process that can lock it exclusively is the last one.
 */
const membership = 4120

export interface EmbeddedOptions {
  /** The folder of data, password and lock. */
  data_dir: string
  /** PostgreSQL settings that override ours, for tests. */
  settings?: Record<string, string>
  /** Called when PostgreSQL is lost, is running again, or cannot be restarted. */
  onNews?: (sentence: string, error?: unknown) => void
}

export interface EmbeddedPostgres {
  readonly url: string
  /** Releases this process's share; the last process to do so stops PostgreSQL. Close your own connections first. */
  stop: () => Promise<void>
}

/**
 * Connects to the PostgreSQL from `npm ci` on the data in `data_dir`; creates the data and starts PostgreSQL if
 * necessary. All processes with the same data share one PostgreSQL, and any of them restarts it if it was killed. It
 * keeps running if a process of ours is killed.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { data_dir, settings, onNews = () => {} } = options
  mkdirSync(data_dir, { recursive: true })
  const lock = join(data_dir, 'database.lock')
  let isStopping = false
  let member = await enter()
  let returning = Promise.resolve()

  async function enter(): Promise<pg.Client> {
    const client = await withFileLock(lock, async () => {
      const connected = await connectOrStartCluster(data_dir, settings)
      await connected.query('select pg_advisory_lock_shared($1)', [membership])
      await makeDatabase(connected)
      return connected
    })
    client.once('end', () => {
      if (!isStopping) returning = comeBack()
    })
    return client
  }

  async function comeBack(): Promise<void> {
    onNews('The connection to the embedded PostgreSQL was lost.')
    while (!isStopping) {
      try {
        member = await enter()
        return onNews('The embedded PostgreSQL is back.')
      } catch (error) {
        onNews('The embedded PostgreSQL does not start.', error)
        await sleep(1000)
      }
    }
  }

  return {
    url: makeClusterUrl(findCluster(data_dir), 'waka'),
    stop: async () => {
      if (isStopping) return
      isStopping = true
      await returning
      await withFileLock(lock, async () => {
        const isLast = await leave(member)
        if (isLast) await stopCluster(findCluster(data_dir))
      })
    },
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'waka'`)
  if (rowCount === 0) await client.query('create database waka')
}

/** Releases the shared lock and returns whether this was the last process; false if the connection is lost. */
async function leave(member: pg.Client): Promise<boolean> {
  try {
    const { rows } = await member.query<{ is_last: boolean }>(
      'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as is_last',
      [membership],
    )
    return rows[0]?.is_last ?? false
  } catch {
    return false
  } finally {
    await member.end().catch(() => {})
  }
}
