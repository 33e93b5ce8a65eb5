import type { PageBinding } from '#server/http/pages'
import type { Charge } from './charge-repository.ts'

/** A stand-in of a payment company: its API, and where companies differ. */
export interface StandIn {
  routes: readonly PageBinding[]
  /** The company's own test cards, from its documentation: number and effect. The first succeeds. */
  cards: readonly { number: string; does: string }[]
  /** Whether it sends a webhook for a failed payment. */
  tells_failures: boolean
  /** A charge as the company writes it in a message. */
  chargeEvent(charge: Charge): unknown
  /** How it calls the event of a refund that has arrived. */
  refund_event: string
  sign(secret: string, body: string): string
  /** The merchant's address with the parameters the company adds. */
  returnTo(charge: Charge): string
}
