import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '#server/db/client'

/** The transaction or connection that is in use. */
interface Lease {
  isOver: boolean
}

const holding = new AsyncLocalStorage<Lease>()

/**
 * Wraps a pool so that work which holds a connection gets an error when it asks for a second one. In production, such
 * work may hold all connections; it would then wait forever for a second one, and so would the whole API.
 */
export function limitToOneConnection(pool: Db): Db {
  const lend = <T>(work: () => Promise<T>): Promise<T> =>
    holding.getStore()?.isOver === false
      ? Promise.reject(new Error('a second connection was asked for while one was held'))
      : work()
  const hold =
    <T>(work: (db: Db) => Promise<T>) =>
    async (db: Db): Promise<T> => {
      const held = { isOver: false }
      try {
        return await holding.run(held, () => work(db))
      } finally {
        held.isOver = true
      }
    }
  return {
    isTransaction: false,
    query: (statement) => lend(() => pool.query(statement)),
    transaction: (work, isolation) => lend(() => pool.transaction(hold(work), isolation)),
    connection: (work) => lend(() => pool.connection(hold(work))),
    destroy: () => pool.destroy(),
  }
}
