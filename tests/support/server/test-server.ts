import { pino } from 'pino'
import { type Endpoint, type Input, type Meta, type Output, makeCallUrl } from '#contract/endpoint'
import type { Problem } from '#contract/errors'
import { demo } from '#demo/index'
import { type BuildAppOptions, buildApp } from '#server/app'
import { type Config, readConfig } from '#server/config'
import type { PaymentDeps } from '#server/context'
import type { Db } from '#server/db/client'
import type { App, Binding } from '#server/http/fastify'
import type { HttpServices } from '#server/http/host'
import { payables } from '#server/rooms'
import { getAppRoleDatabase } from '#tests/support/database/test-database'

/** The identity of a test's caller, and their credentials. */
export interface Caller {
  token?: string
  phone?: string
  guest_token?: string
  device_id?: string
  ip?: string
}

export interface CallOptions {
  as?: Caller
  key?: string
  headers?: Record<string, string>
}

/** An answer: `data` of a success, `problem` of a refusal. */
export interface TestResponse<Data, M> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  data: Data
  meta: M
  problem: Problem
  text: string
  bytes: Buffer
}

export interface TestServer {
  app: App
  db: Db
  /** The dependencies of the server's services and jobs. */
  host: PaymentDeps
  /** Calls an endpoint of the contract; endpoints with an idempotency key get a new one unless `key` is given. */
  call: <E extends Endpoint>(
    endpoint: E,
    input: Input<E> extends Record<string, unknown>
      ? Partial<Input<E>> & Record<string, unknown>
      : never,
    options?: CallOptions,
  ) => Promise<TestResponse<Output<E>, Meta<E>>>
  close: () => Promise<void>
}

export interface ServerOptions {
  config?: Partial<Config>
  more?: readonly Binding[]
  house?: BuildAppOptions['house']
  authenticate?: Partial<HttpServices['authenticate']>
  log?: HttpServices['log']
  live?: HttpServices['live']
  replicas?: HttpServices['replicas']
  draining?: HttpServices['draining']
  dist?: string
  /** If true, serves the app from its sources. */
  isDev?: boolean
  database_timeout_ms?: number
  /** How long the server reuses the body of a public list; 0 by default, since tests write to tables directly. */
  shared_list_ms?: number
  /** If true, connects the server to `db` itself, not to the same database with the role of servers. */
  isServed?: boolean
}

/** Makes the settings of a test: every outside service is a stand-in, and nothing depends on the machine. */
export function aConfig(over: Partial<Config> = {}): Config {
  const data_dir = `/tmp/waka-test-${process.pid}`
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: data_dir, LOG_LEVEL: 'silent' })
  return { ...config, rate_limit_factor: 1_000_000, max_event_loop_delay_ms: 0, ...over }
}

/** Makes the real server in memory on a database, with stand-ins for other companies. */
export async function aServer(db: Db, options: ServerOptions = {}): Promise<TestServer> {
  const log = options.log ?? pino({ level: 'silent' })
  const { more, house, isServed, ...parts } = options
  const host: PaymentDeps = {
    db: isServed === true ? db : getAppRoleDatabase(db),
    config: aConfig(options.config),
    log,
    payables,
  }
  const app = await buildApp({
    shared_list_ms: 0,
    ...parts,
    ...host,
    demo,
    ...(more && { more }),
    ...(house && { house }),
  })
  return { app, db, host, call: callOn(app), close: () => app.close() }
}

function callOn(app: App): TestServer['call'] {
  return async (endpoint, input, { as = {}, key, headers = {} } = {}) => {
    const url = makeCallUrl(endpoint, input)
    const writes = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
    const answer = await app.inject({
      method: endpoint.method,
      url:
        as.phone === undefined
          ? url
          : `${url}${url.includes('?') ? '&' : '?'}phone=${encodeURIComponent(as.phone)}`,
      remoteAddress: as.ip ?? '127.0.0.1',
      headers: {
        ...(writes && { 'content-type': 'application/json' }),
        ...(endpoint.idempotency && { 'idempotency-key': key ?? crypto.randomUUID() }),
        ...(as.token !== undefined && { authorization: `Bearer ${as.token}` }),
        ...(as.guest_token !== undefined && { 'x-guest-token': as.guest_token }),
        ...(as.device_id !== undefined && { 'x-device-id': as.device_id }),
        ...headers,
      },
      ...(writes && { payload: JSON.stringify(bodyOf(endpoint, input)) }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    const body = isJson && answer.body !== '' ? JSON.parse(answer.body) : {}
    return {
      status: answer.statusCode,
      headers: answer.headers,
      data: body.data,
      meta: body.meta,
      problem: body,
      text: answer.body,
      bytes: answer.rawPayload,
    }
  }
}

function bodyOf(endpoint: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !endpoint.path.includes(`{${name}}`)),
  )
}
