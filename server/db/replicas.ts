import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#contract/errors'
import { type Db, openDatabase } from './client.ts'
import { runAsCall, runWithDatabaseTimeout } from './current-work.ts'
import { sql } from './sql.ts'

/** The default of `longest_lag_ms`. */
const longestLag_ms = 5_000
/** How often replicas are compared with the primary, ms. */
const checkEvery_ms = 1_000
/** How long a call waits for a replica before it asks the primary, ms. */
const timeout_ms = 2_000

/** The read replicas of the database, for calls whose answers may be a few seconds old. */
export interface Replicas {
  /**
   * Runs a read on a replica that is up to date. Runs it on the primary if there is no such replica, or again if the
   * replica fails.
   */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Returns how many replicas are up to date. */
  countFresh: () => number
  stop: () => Promise<void>
}

interface Replica {
  /** Its host and port, for the log. */
  name: string
  db: Db
  isFresh: boolean
}

export interface ReplicaOptions {
  /** Called when a replica is taken out of use or put back into use. */
  onChange?: (name: string, isFresh: boolean) => void
  /** The largest lag behind the primary at which a replica is used, ms. */
  longest_lag_ms?: number
}

/** A position of the primary's write-ahead log, and when it was read, ms. */
interface LogMark {
  lsn: string
  at: number
}

/**
 * Opens the replicas at `urls` and compares each with the primary every second. A replica is not used while it does not
 * answer, or has not replayed what the primary had written `longest_lag_ms` ago. While the primary does not answer,
 * replicas that have replayed its last known position stay in use.
 */
export async function openReplicas(
  urls: readonly string[],
  primary: Db,
  { onChange = () => {}, longest_lag_ms = longestLag_ms }: ReplicaOptions = {},
): Promise<Replicas> {
  const role = await findOwnRole(primary)
  const replicas: Replica[] = urls.map((url) => ({
    name: new URL(url).host,
    db: openDatabase(url, { application_name: 'waka reads', role }),
    isFresh: false,
  }))
  let reads = 0
  const change = (replica: Replica, isFresh: boolean) => {
    if (replica.isFresh === isFresh) return
    replica.isFresh = isFresh
    onChange(replica.name, isFresh)
  }
  const stop = watchReplicas({ replicas, primary, change, longest_lag_ms })
  return {
    read: async (work) => {
      const fresh = replicas.filter(({ isFresh }) => isFresh)
      const chosen = fresh[(reads += 1) % fresh.length]
      if (chosen === undefined) return work(primary)
      try {
        return await runWithDatabaseTimeout(timeout_ms, () => work(chosen.db))
      } catch (error) {
        if (error instanceof Refusal) throw error
        change(chosen, false)
        return work(primary)
      }
    },
    countFresh: () => replicas.filter(({ isFresh }) => isFresh).length,
    stop: async () => {
      await stop()
      await Promise.all(replicas.map(({ db }) => db.destroy()))
    },
  }
}

/**
 * Returns the role that connections of the API switch to, which exists on replicas too; undefined if they keep the role
 * of their login.
 */
async function findOwnRole(primary: Db): Promise<string | undefined> {
  const { rows } = await sql<{ role: string | null }>`
    select nullif(current_user, session_user)::text as role`.execute(primary)
  return rows[0]?.role ?? undefined
}

/** Compares the replicas with the primary until the returned function is called. */
function watchReplicas({
  replicas,
  primary,
  change,
  longest_lag_ms,
}: {
  replicas: readonly Replica[]
  primary: Db
  change: (replica: Replica, isFresh: boolean) => void
  longest_lag_ms: number
}): () => Promise<void> {
  const ending = new AbortController()
  const marks: LogMark[] = []
  const compare = async () => {
    const lsn = await askInTime(() => readPosition(primary))
    if (lsn !== undefined) marks.push({ lsn, at: performance.now() })
    // A replica must have replayed the newest mark that is old enough, or else the oldest mark.
    while ((marks[1]?.at ?? Infinity) <= performance.now() - longest_lag_ms) marks.shift()
    const [mark] = marks
    if (mark === undefined) return
    await Promise.all(
      replicas.map(async (replica) =>
        change(replica, (await askInTime(() => hasReplayed(replica.db, mark.lsn))) === true),
      ),
    )
  }
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await compare()
      await sleep(checkEvery_ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    ending.abort()
    await watching
  }
}

/**
 * Returns the result of `ask`; undefined after a second, or after an error. A connection that does not answer is
 * closed: otherwise the unanswered queries of a few seconds would occupy the whole pool.
 */
const askInTime = <T>(ask: () => Promise<T>): Promise<T | undefined> =>
  runAsCall(
    () => 'replicas',
    1_000,
    () => ask().catch(() => undefined),
  )

async function readPosition(primary: Db): Promise<string | undefined> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(
    primary,
  )
  return rows[0]?.lsn
}

/**
 * Whether a replica has replayed the log up to a position, or, if it has been promoted to primary, has written beyond
 * it.
 */
async function hasReplayed(db: Db, lsn: string): Promise<boolean> {
  const { rows } = await sql<{ has_replayed: boolean }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
      >= ${lsn}::pg_lsn as has_replayed`.execute(db)
  return rows[0]?.has_replayed === true
}
