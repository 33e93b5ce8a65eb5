import type { Actor, Desks, Log } from '#server/context'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import type { Live } from '#server/platform/live'
import type { Payable } from '#server/platform/payable'

/** What the HTTP layer needs from the house around it. */
export interface Host {
  db: Db
  config: Config
  log: Log
  payables: readonly Payable[]
  /** What tells open streams; without it they end when what was missed has been told. */
  live?: Live | undefined
  /** Who a bearer token belongs to; `undefined` when it is not valid (any more). */
  authenticate: {
    user: (token: string) => Promise<Extract<Actor, { kind: 'user' }> | undefined>
    operator: (token: string) => Promise<Extract<Actor, { kind: 'operator' }> | undefined>
    staff: (token: string) => Promise<Extract<Actor, { kind: 'staff' }> | undefined>
  }
  /** Who of the users works at a desk, and the log of what they do there. */
  desk: Desks
}
