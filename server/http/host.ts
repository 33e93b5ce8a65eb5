import type { Actor, DeskAccess, Log } from '#server/context'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import type { Replicas } from '#server/db/replicas'
import type { StreamHub } from '#server/platform/live'
import type { Payable } from '#server/platform/payable'

export interface HttpServices {
  db: Db
  /** The read replicas, for calls whose answers may be a few seconds old; without them, `db`. */
  replicas?: Replicas | undefined
  config: Config
  log: Log
  payables: readonly Payable[]
  /** How long a call waits for the database, ms; `databaseTimeout_ms` by default. */
  database_timeout_ms?: number | undefined
  /** How long the answer of a public list is cached, ms; `sharedListLifetime_ms` by default. */
  shared_list_ms?: number | undefined
  /** Aborted when the process drains: it is about to stop, and a balancer must send it no more requests. */
  draining?: AbortSignal | undefined
  /** The hub of open streams. Without it, a stream ends after the missed events. */
  live?: StreamHub | undefined
  /** Returns the owner of a bearer token; undefined if the token is not valid. */
  authenticate: {
    user: (token: string) => Promise<Extract<Actor, { kind: 'user' }> | undefined>
    operator: (token: string) => Promise<Extract<Actor, { kind: 'operator' }> | undefined>
    staff: (token: string) => Promise<Extract<Actor, { kind: 'staff' }> | undefined>
  }
  desk: DeskAccess
}
