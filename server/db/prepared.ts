import { createHash } from 'node:crypto'
import pg from 'pg'
import { waitForDatabase } from './current-work.ts'
import { compileSql, type SqlResult, type Sql } from './sql.ts'

/** Above this number, statements are assumed to be composed at runtime and are not prepared. */
const maxStatements = 500
const names = new Map<string, string>()

/** A connection borrowed from the pool. `release` gives it back. */
export interface PreparedConnection {
  query<Row>(statement: Sql<Row>): Promise<SqlResult<Row>>
  /** Runs `begin`, `commit` and similar; returns PostgreSQL's command tag. */
  command(text: string): Promise<string>
  /** Lets `release` close this connection instead of returning it to the pool. */
  discard(): void
  release(): void
}

/**
 * Borrows a connection. With `isPrepared`, it prepares each statement once, since planning a search or a booking takes
 * several times as long as running it. The connection is closed instead of returned if it broke, did not answer in
 * time or leads to a replica, or if a migration made its prepared statements invalid.
 */
export async function borrowConnection(
  pool: pg.Pool,
  { isPrepared }: { isPrepared: boolean },
): Promise<PreparedConnection> {
  const client = await connectInTime(pool)
  let isDone = false
  const ask = async (config: pg.QueryConfig) => {
    try {
      return await waitForDatabase(() => client.query(config))
    } catch (error) {
      isDone ||= isStalePlan(error) || isReplicaRefusal(error) || isBroken(error)
      throw error
    }
  }
  return {
    query: async <Row>(statement: Sql<Row>) => {
      const { text, values } = compileSql(statement)
      const name = values.length > 0 && isPrepared ? nameOf(text) : undefined
      const asked = { text, values: [...values], ...(name !== undefined && { name }) }
      return (await ask(asked)) as SqlResult<Row>
    },
    command: async (text) => (await ask({ text })).command,
    discard: () => {
      isDone = true
    },
    release: () => client.release(isDone),
  }
}

/** Waits for a free connection. If it becomes free only after the caller has given up, it goes back to the pool. */
async function connectInTime(pool: pg.Pool): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
  const connect = () => {
    pool.connect().then(resolve, reject)
    return promise
  }
  try {
    return await waitForDatabase(connect)
  } catch (error) {
    void promise.then(
      (late) => late.release(),
      () => {},
    )
    throw error
  }
}

/** Whether a prepared statement no longer fits its tables. A new connection prepares it again. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}

/**
 * Whether PostgreSQL refused a statement because it is a replica. For a moment after a switchover, a connection may
 * still lead to the former primary.
 */
export function isReplicaRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  // 25006: a write in a read-only transaction. 0A000: an unlogged table, which replicas do not have.
  return (
    error.code === '25006' || (error.code === '0A000' && error.message.endsWith('during recovery'))
  )
}

/** Whether an error ended the connection: the server reported that, or the error is not from the server. */
function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || ['FATAL', 'PANIC'].includes(error.severity ?? '')
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxStatements) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}
