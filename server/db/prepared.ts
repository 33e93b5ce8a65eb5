import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** More texts than this are not ours but made up on the way, and stay unprepared. */
const mostStatements = 500
const names = new Map<string, string>()

/**
 * A pool whose connections prepare each statement once and then only run it: planning a search or a
 * booking takes several times as long as running it. A connection whose prepared statements no longer
 * fit, because a migration has changed their tables, is closed when it is given back.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => preparingClient(await pool.connect()),
    end: () => pool.end(),
  }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isStale = false
  const query = async (text: string, values: readonly unknown[]) => {
    const name = values.length === 0 ? undefined : nameOf(text)
    try {
      return await client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    } catch (error) {
      isStale ||= isStalePlan(error)
      throw error
    }
  }
  return {
    // Kysely's cursors are the other half of this type; nobody streams here.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isStale),
  }
}

/** Whether a prepared statement no longer fits its tables; on another connection it will. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostStatements) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}
