import { randomBytes } from 'node:crypto'
import type { Context } from '#server/context'
import { makeReference } from '#server/platform/ids'

/** Ids for new tickets (eight random bytes and a public code each), and the signing key. */
export interface NewTickets {
  ids: Buffer[]
  codes: string[]
  kid: number
}

/** Returns new tickets as the goods of a payment (`Payable.makeGoods`), with their ids in hex. */
export const toTicketGoods = ({ kid, ids, codes }: NewTickets) => ({
  kid,
  ids: ids.map((id) => id.toString('hex')),
  codes,
})

/** Makes the ids of `count` new tickets, to be signed by the active key. */
export function makeTicketIds(
  config: Pick<Context['config'], 'ticket_keys'>,
  count: number,
): NewTickets {
  const active = config.ticket_keys.find((key) => key.state === 'active')
  if (active === undefined) throw new Error('no ticket key is active')
  return {
    ids: Array.from({ length: count }, () => randomBytes(8)),
    codes: Array.from({ length: count }, makeReference),
    kid: active.kid,
  }
}
