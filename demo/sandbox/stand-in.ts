import type { PageBinding } from '#server/http/pages'
import type { Charge } from './charge-repository.ts'
import type { SandboxDispute } from './dispute-repository.ts'

/** A stand-in of a payment company: its API, and the details in which the companies differ. */
export interface StandIn {
  routes: readonly PageBinding[]
  /**
   * The payment company's own test cards from its documentation, each with its number and effect. The first succeeds.
   */
  cards: readonly { number: string; does: string }[]
  /** Whether the payment company sends a webhook for a failed payment. */
  tells_failures: boolean
  /** Returns a charge as the payment company writes it in a webhook. */
  chargeEvent(charge: Charge): unknown
  /** The payment company's name of the event that a refund has arrived. */
  refund_event: string
  /** Returns the event of a dispute as the payment company writes it in a webhook. */
  disputeEvent(dispute: SandboxDispute, charge: Charge): unknown
  sign(secret: string, body: string): string
  /** Returns the merchant's URL with the parameters that the payment company adds. */
  returnTo(charge: Charge): string
}
