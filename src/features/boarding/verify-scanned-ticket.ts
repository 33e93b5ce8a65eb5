import { isPlausibleTicket, decodeTicket, formatTicketId } from '#contract/ticket-code'
import type { TicketKey } from '#contract/tickets/model'
import { verifyTicketSignature } from './signature.ts'

/** The claims of a ticket, from its signed code or, for a typed code, from the list. */
export interface TicketFacts {
  /** Eight bytes in hex. */
  ticket_id: string
  trip_id: string
  seat: number
  leg_from: number
  issue: number
  name: string
  /** Milliseconds since 1970. */
  departs_at: number
}

export type KnownTicketKey = Pick<TicketKey, 'kid' | 'public_key' | 'state'>

const minute_ms = 60_000

/**
 * Returns the claims of a QR code if one of these keys signed it, else undefined. `is_withdrawn` means that the key was
 * revoked.
 */
export async function verifyScannedTicket(
  text: string,
  keys: readonly KnownTicketKey[],
): Promise<{ facts: TicketFacts; is_withdrawn: boolean } | undefined> {
  const opened = decodeTicket(text)
  const key = keys.find(({ kid }) => kid === opened?.claims.kid)
  if (opened === undefined || key === undefined || !isPlausibleTicket(opened.claims))
    return undefined
  if (!(await verifyTicketSignature(opened.body, opened.signature, key.public_key)))
    return undefined
  const { trip_id, seat, leg_from, issue, name, minute } = opened.claims
  const ticket_id = formatTicketId(opened.claims)
  const facts = { ticket_id, trip_id, seat, leg_from, issue, name, departs_at: minute * minute_ms }
  return { facts, is_withdrawn: key.state === 'revoked' }
}
