import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** More texts than this are not ours but made up on the way, and stay unprepared. */
const mostStatements = 500
const names = new Map<string, string>()

/**
 * A pool whose connections prepare each statement once and then only run it: planning a search or a
 * booking takes several times as long as running it. A connection is closed when it is given back, not
 * lent again, once its prepared statements no longer fit, because a migration has changed their tables,
 * or once it broke: its socket may take a moment longer to say so.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => preparingClient(await pool.connect()),
    end: () => pool.end(),
  }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isDone = false
  const query = async (text: string, values: readonly unknown[]) => {
    const name = values.length === 0 ? undefined : nameOf(text)
    try {
      return await client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    } catch (error) {
      isDone ||= isStalePlan(error) || isBroken(error)
      throw error
    }
  }
  return {
    // Kysely's cursors are the other half of this type; nobody streams here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isDone),
  }
}

/** Whether a prepared statement no longer fits its tables; on another connection it will. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}

/** Whether the connection ended with this error: the server says so, or it was not the server that spoke. */
function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || ['FATAL', 'PANIC'].includes(error.severity ?? '')
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostStatements) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}
