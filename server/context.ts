import type { BaseLogger, Bindings, ChildLoggerOptions } from 'pino'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import type { Actor, MemberActor } from '#server/platform/actor'
import type { Live } from '#server/platform/live'
import type { Payable } from '#server/platform/payable'

export type { Actor, MemberActor }

type Level = 'level' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** pino's logger, or the part of it that the framework hands around. */
export interface Log extends Pick<BaseLogger, Level> {
  child(bindings: Bindings, options?: ChildLoggerOptions): Log
}

/** Desk membership and the audit log. */
export interface Desks {
  member: (user: Extract<Actor, { kind: 'user' }>) => Promise<MemberActor | undefined>
  note: (
    tx: Db,
    member: MemberActor,
    act: { act: string; subject?: string | undefined; reason?: string | undefined },
  ) => Promise<void>
}

/** What a handler gets beside its input. With a required idempotency key, `db` is the transaction. */
export interface Context {
  readonly db: Db
  readonly actor: Actor
  readonly request_id: string
  readonly log: Log
  readonly config: Config
  /** What can be paid, of all rooms. */
  readonly payables: readonly Payable[]
  readonly ip: string
  /** What tells open streams, where this process does. */
  readonly live?: Live | undefined
  /** `Last-Event-ID`: the caller's last event. */
  readonly last_event?: number
  /** What the caller's browser calls itself (User-Agent), 512 characters at most. */
  readonly agent?: string
  /** The refresh cookie, for calls that promise to read it. */
  readonly refresh_token?: string
  /** The key of this write, for handlers that make their own transactions. */
  readonly once?: { readonly principal: string; readonly key: string }
}

/** What work outside a request gets: jobs and the functions they share with handlers. */
export type Deps = Pick<Context, 'db' | 'config' | 'log'>

/** The same where something is paid. */
export type PaymentDeps = Deps & Pick<Context, 'payables'>
