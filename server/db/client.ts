import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseTimeoutError } from './current-work.ts'
import { Database, type Db } from './database.ts'
import { isReplicaRefusal, isStalePlan } from './prepared.ts'

export type { Db }

export interface OpenOptions {
  /** The maximum number of connections. */
  max?: number
  /** The name of this process in `pg_stat_activity`. */
  application_name?: string
  /** A statement that runs longer is cancelled; 0 disables the limit. */
  statement_timeout_ms?: number
  /** The role of these connections, if it is not the user that logs in. */
  role?: string | undefined
  /**
   * Whether the URL leads to a pooler in transaction mode, such as PgBouncer. It gives each transaction any of its
   * connections, so statements are not prepared, and `sessionSettings` and the role come from the pooler or from the
   * user that logs in.
   */
  isPooler?: boolean
  /** Called when an idle connection is lost. */
  onLost?: (error: Error) => void
}

/**
 * Opens the database at a `postgresql://` URL. It connects on first use. A lost connection makes its query fail, but
 * never ends the process. bigint (which throws beyond 2^53) and numeric are read as numbers, date as `YYYY-MM-DD`,
 * timestamptz as Date, bytea as Buffer.
 */
export function openDatabase(url: string, options: OpenOptions = {}): Db {
  const onLost = options.onLost ?? (() => {})
  const { isPooler = false } = options
  const pool = new pg.Pool({
    connectionString: options.role === undefined ? url : asRole(url, options.role),
    max: options.max ?? 10,
    application_name: options.application_name ?? 'waka',
    ...(!isPooler && {
      options: startOptions,
      statement_timeout: options.statement_timeout_ms ?? sessionSettings.statement_timeout,
      idle_in_transaction_session_timeout: sessionSettings.idle_in_transaction_session_timeout,
    }),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // The pool handles errors of idle connections only. Without the second handler, losing a busy one would end the
  // process.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return new Database(pool, { isPrepared: !isPooler })
}

/**
 * The settings of every connection of the API; times in ms. JIT is off: the planner overestimates some searches, and
 * compiling them would take ten times as long as running them. PostgreSQL checks every second whether the client is
 * still connected. When a call gives up, we close its connection; without this check, its statement would continue, and
 * the pool would not count it.
 */
export const sessionSettings = {
  jit: 'off',
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
  client_connection_check_interval: 1000,
} as const

/** PostgreSQL on Windows cannot check the connection and refuses the setting. */
const startOptions = [
  `-c jit=${sessionSettings.jit}`,
  ...(process.platform === 'win32'
    ? []
    : [`-c client_connection_check_interval=${sessionSettings.client_connection_check_interval}`]),
].join(' ')

/** Adds the role to the URL, since settings in the URL take precedence over the pool's. */
function asRole(url: string, role: string): string {
  const address = new URL(url)
  const given = address.searchParams.get('options')
  address.searchParams.set(
    'options',
    `${given === null ? '' : `${given} `}${startOptions} -c role=${role}`,
  )
  return address.href
}

/** Opens a connection for `work`, such as locks and bulk work, and closes it afterwards. */
export async function withConnection<T>(
  url: string,
  application_name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction, or in the caller's if `db` is a transaction. After a deadlock, a
 * serialization failure (40P01, 40001) or a stale plan, everything is rolled back and tried again, five times in all,
 * so `work` must have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (tries === 5 || !(isOneOf(error, ['40001', '40P01']) || isStalePlan(error))) throw error
      await sleep(Math.random() * 10 * 2 ** tries)
    }
  }
}

/**
 * Whether a statement violated the unique or exclusion constraint of this name; without a name, any unique or exclusion
 * constraint.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!isOneOf(error, ['23505', '23P01'])) return false
  return constraint === undefined || (error as pg.DatabaseError).constraint === constraint
}

/** Whether a statement violated the check of this name, which may belong to a table or a trigger. */
export function violatesCheck(error: unknown, check: string): boolean {
  return isOneOf(error, ['23514']) && (error as pg.DatabaseError).constraint === check
}

/** Whether an error means that the database is gone, starting, full, slow or a replica, so that HTTP answers 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  return (
    error instanceof DatabaseTimeoutError ||
    isOneOf(error, unavailableCodes) ||
    (isOneOf(error, ['ENOENT', 'EAGAIN']) && isFromConnecting(error)) ||
    isStalePlan(error) ||
    isReplicaRefusal(error) ||
    /^08|^53|^57P/.test(codeOf(error)) ||
    /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error|^Cannot use a pool after/.test(
      error.message,
    ) ||
    isDatabaseUnavailable(error.cause)
  )
}

/** Whether connecting failed: the socket is missing or its backlog is full. */
const isFromConnecting = (error: NodeJS.ErrnoException) => error.syscall === 'connect'

const unavailableCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  // Cancelled by statement_timeout, lock_timeout or idle_in_transaction_session_timeout, or still in conflict after
  // retries.
  '57014',
  '55P03',
  '25P03',
  '40001',
  '40P01',
]

/**
 * Explains to a person why their database cannot be used: it does not answer, refuses the login or does not exist.
 * Returns undefined for other errors. The sentence never contains the password.
 */
export function explainConnectionError(error: unknown): string | undefined {
  const code = error instanceof AggregateError ? codeOf(error.errors[0]) : codeOf(error)
  const isRefused =
    /^(28|3D000)/.test(code) || code === 'ECONNREFUSED' || isDatabaseUnavailable(error)
  if (!isRefused) return undefined
  const words = [error, ...(error instanceof AggregateError ? error.errors : [])]
    .map((one) => (one instanceof Error ? one.message : ''))
    .find((message) => message !== '')
  return `The database cannot be reached: ${words ?? code}. Check DATABASE_URL and that PostgreSQL is running; nothing has been written.`
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return codes.includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const { INT8, NUMERIC, DATE } = pg.types.builtins
// The type id (OID) of text[]; pg names no array types.
const textArray: number = 1009
const int8Array = 1016
const numericArray = 1231
const dateArray = 1182

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [NUMERIC, Number],
  [DATE, String],
  [int8Array, listOf(safeInteger)],
  [numericArray, listOf(Number)],
  [dateArray, listOf(String)],
])

function listOf(parse: (text: string) => unknown): (text: string) => unknown[] {
  const texts = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[]
  return (text) => texts(text).map((item) => (item === null ? null : parse(item)))
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format)
}
