import * as z from 'zod/mini'
import { instant } from '#contract/shapes'

/**
 * A ticket. `payload`: the text of its QR code, `T1:` and base45 of the signed CBOR array `[version, key id, ticket
 * id, trip, departure minute, seat, leg from, leg to, name, issue]`.
 */
export const Ticket = z.object({
  code: z.string(),
  payload: z.string(),
  issue: z.int(),
  status: z.enum(['valid', 'used', 'cancelled', 'reissued']),
  seat: z.int(),
  passenger: z.string(),
  passenger_type: z.string(),
  booking: z.string(),
  trip_id: z.string(),
  departs_at: instant,
  share_text: z.string(),
  link: z.string(),
})

export type Ticket = z.output<typeof Ticket>

/** A public key for tickets. `public_key`: the raw 32 bytes of Ed25519 in base64url. */
export const TicketKey = z.object({
  kid: z.int(),
  public_key: z.string(),
  state: z.enum(['next', 'active', 'verify_only', 'revoked']),
  not_before: instant,
  not_after: instant,
})

export type TicketKey = z.output<typeof TicketKey>
