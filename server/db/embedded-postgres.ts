import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { clusterUrl, connectOrStart, findCluster, stopCluster } from './embedded-cluster.ts'
import { underFileLock } from './file-lock.ts'

/** Every process on the data shares this advisory lock; who can have it alone is the last one. */
const membership = 4120

export interface EmbeddedOptions {
  /** Where the data, the password and the lock are kept. */
  data_dir: string
  /** PostgreSQL's settings over ours, for tests. */
  settings?: Record<string, string>
  /** Called when PostgreSQL is lost, back, or cannot be restarted. */
  onNews?: (sentence: string, error?: unknown) => void
}

export interface EmbeddedPostgres {
  readonly url: string
  /** Leaves; the last process to leave stops PostgreSQL. Close your own connections first. */
  stop: () => Promise<void>
}

/**
 * The PostgreSQL that came with `npm ci`, running on the data in `data_dir`: made when there is
 * none, started when it does not run, shared with every other process that brings the same data,
 * and started again by whichever process notices that it was killed. It outlives a killed process.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { data_dir, settings, onNews = () => {} } = options
  mkdirSync(data_dir, { recursive: true })
  const lock = join(data_dir, 'database.lock')
  let isStopping = false
  let member = await enter()
  let returning = Promise.resolve()

  async function enter(): Promise<pg.Client> {
    const client = await underFileLock(lock, async () => {
      const connected = await connectOrStart(data_dir, settings)
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
    url: clusterUrl(findCluster(data_dir), 'waka'),
    stop: async () => {
      if (isStopping) return
      isStopping = true
      await returning
      await underFileLock(lock, async () => {
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

/** Releases the membership and returns whether it was the last one; false on a dead connection. */
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
