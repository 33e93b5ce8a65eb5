import type pg from 'pg'
import { borrowConnection, type PreparedConnection } from './prepared.ts'
import type { Queryable, SqlResult, Sql } from './sql.ts'

/** The database, one connection of it, or a transaction. */
export interface Db extends Queryable {
  readonly isTransaction: boolean
  /**
   * Runs `work` in one transaction, READ COMMITTED by default, and rolls back if it throws. Transactions cannot be
   * nested.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, isolation?: 'repeatable read'): Promise<T>
  /** Runs `work` on one connection, for session state. */
  connection<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Closes every connection after its work is done. */
  destroy(): Promise<void>
}

/** A pool of connections. Each statement runs on any free connection. */
export class Database implements Db {
  readonly isTransaction = false
  readonly #pool: pg.Pool
  readonly #isPrepared: boolean
  #ending: Promise<void> | undefined

  constructor(pool: pg.Pool, { isPrepared }: { isPrepared: boolean }) {
    this.#pool = pool
    this.#isPrepared = isPrepared
  }

  query<Row>(statement: Sql<Row>): Promise<SqlResult<Row>> {
    return this.#lend((client) => client.query(statement))
  }

  transaction<T>(work: (tx: Db) => Promise<T>, isolation?: 'repeatable read'): Promise<T> {
    return this.#lend((client) => transact(client, work, isolation))
  }

  connection<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.#lend((client) => workOn(new Connection(client, false), work))
  }

  destroy(): Promise<void> {
    this.#ending ??= this.#pool.end()
    return this.#ending
  }

  async #lend<T>(work: (client: PreparedConnection) => Promise<T>): Promise<T> {
    const client = await borrowConnection(this.#pool, { isPrepared: this.#isPrepared })
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }
}

/** A single connection, which runs one statement at a time, in order. */
class Connection implements Db {
  readonly isTransaction: boolean
  readonly #client: PreparedConnection
  #last: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(client: PreparedConnection, isTransaction: boolean) {
    this.#client = client
    this.isTransaction = isTransaction
  }

  query<Row>(statement: Sql<Row>): Promise<SqlResult<Row>> {
    return this.#inTurn(() => this.#client.query(statement))
  }

  async transaction<T>(work: (tx: Db) => Promise<T>, isolation?: 'repeatable read'): Promise<T> {
    if (this.isTransaction) throw new Error('a transaction takes no other inside')
    return this.#inTurn(() => transact(this.#client, work, isolation))
  }

  async connection<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return work(this)
  }

  async destroy(): Promise<void> {
    throw new Error('this connection belongs to its pool and cannot be closed here')
  }

  /** Refuses new and waiting statements, and waits for the running one. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#last
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    try {
      await before
      if (this.#isOver) throw new Error('this connection or transaction has ended')
      return await work()
    } finally {
      resolve()
    }
  }
}

async function workOn<T>(here: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(here)
  } finally {
    await here.end()
  }
}

async function transact<T>(
  client: PreparedConnection,
  work: (tx: Db) => Promise<T>,
  isolation?: 'repeatable read',
): Promise<T> {
  await client.command(isolation === undefined ? 'begin' : `begin isolation level ${isolation}`)
  try {
    const result = await workOn(new Connection(client, true), work)
    // PostgreSQL answers ROLLBACK if a statement failed and its error was caught.
    if ((await client.command('commit')) === 'ROLLBACK')
      throw new Error('the transaction was rolled back, since a statement in it had failed')
    return result
  } catch (error) {
    await client.command('rollback').catch(() => client.discard())
    throw error
  }
}
