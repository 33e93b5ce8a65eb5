import type { BaseLogger, Bindings, ChildLoggerOptions } from 'pino'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import type { Actor, MemberActor } from '#server/platform/actor'
import type { StreamHub } from '#server/platform/live'
import type { Payable } from '#server/platform/payable'

export type { Actor, MemberActor }

type Level = 'level' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** The methods of pino's logger that our code uses. */
export interface Log extends Pick<BaseLogger, Level> {
  child(bindings: Bindings, options?: ChildLoggerOptions): Log
}

/** The actors at a desk, as its audit log names them. */
export type DeskActor = Extract<Actor, { kind: 'member' | 'operator' | 'staff' }>

export interface DeskAccess {
  member: (user: Extract<Actor, { kind: 'user' }>) => Promise<MemberActor | undefined>
  note: (
    tx: Db,
    actor: DeskActor,
    act: { act: string; subject?: string | undefined; reason?: string | undefined },
  ) => Promise<void>
}

/**
 * What a handler receives besides its input. With `idempotency: 'required'`, `db` is the transaction that also stores
 * the answer.
 */
export interface Context {
  readonly db: Db
  /** The primary, if `db` is a replica: tries are counted there, since a replica cannot be written to. */
  readonly primary?: Db
  readonly actor: Actor
  readonly request_id: string
  readonly log: Log
  readonly config: Config
  readonly payables: readonly Payable[]
  readonly ip: string
  /** The hub of open streams, if this process has one. */
  readonly live?: StreamHub | undefined
  /** `Last-Event-ID`: the last event that the caller has received. */
  readonly last_event?: number
  /** The browser's User-Agent, at most 512 characters. */
  readonly agent?: string
  /** The refresh cookie, for endpoints that read it. */
  readonly refresh_token?: string
  /** The idempotency key, for handlers that open their own transactions. */
  readonly once?: { readonly principal: string; readonly key: string }
}

/** The dependencies of jobs, and of functions shared by jobs and handlers. */
export type Deps = Pick<Context, 'db' | 'primary' | 'config' | 'log'>

/** The dependencies of jobs and functions that handle payments. */
export type PaymentDeps = Deps & Pick<Context, 'payables'>
