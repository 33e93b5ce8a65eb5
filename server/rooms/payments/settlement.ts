import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { newTicketIds } from '#server/rooms/tickets'
import { enqueue } from '#server/jobs/queue'
import { issuedPinHash } from '#server/platform/pickup-pin'
import { announceParcel, announceRefund, announceTicket } from '#server/rooms/notifications'
import { providerOf } from './providers.ts'
import {
  type Effect,
  applyPayment,
  closeEvents,
  findProviderOf,
  type Goods,
  type KnownAttempt,
} from './settlement-repository.ts'

/**
 * Asks the provider what is true about an attempt and makes it true here: the one function behind
 * webhook, return page, button and reconciler, harmless however often and in whatever order it is
 * called. Tickets, news, refunds and their mails are promised in the same transaction. Throws ProviderDown
 * when nothing can be known now; answers `unknown_reference` for what is not ours.
 */
export async function applyPaymentTruth(deps: Deps, reference: string): Promise<Effect['result']> {
  const known = await findProviderOf(deps.db, reference)
  if (known === undefined) {
    deps.log.warn({ reference }, 'a provider speaks of a payment that is not ours')
    return 'unknown_reference'
  }
  if (known.status === 'succeeded' || known.provider === 'wallet') return 'already'
  const truth = await providerOf(deps.config, known.provider).verify(reference)
  const effect = await inTransaction(deps.db, async (tx) => {
    const made = await applyPayment(tx, truth, goodsFor(deps.config, known))
    await closeEvents(tx, reference)
    await announce(tx, made)
    return made
  })
  if (effect.result === 'quarantined') {
    deps.log.error(
      { reference, currency: truth.currency, amount_kobo: truth.amount_kobo },
      'money that does not fit is put aside',
    )
  }
  return effect.result
}

/** Promises what follows from a payment, in its transaction: tickets or news of a parcel, refunds, and word of them. */
export async function announce(tx: Deps['db'], effect: Effect): Promise<void> {
  const { result, booking_id, parcel_id, refund_id, wallet_refund_id } = effect
  const isBought = result === 'confirmed' || result === 'confirmed_other_seats'
  if (isBought && booking_id !== null) await announceTicket(tx, booking_id)
  if (isBought && parcel_id !== null) await announceParcel(tx, parcel_id, 'paid')
  if (refund_id !== null) {
    await enqueue(tx, 'refund.submit', { refund_id }, { key: refund_id })
    await announceRefund(tx, refund_id)
  }
  if (wallet_refund_id !== null) await announceRefund(tx, wallet_refund_id)
}

/** Makes what the money for a thing would buy. */
export function goodsFor(
  config: Deps['config'],
  { seats, parcel_id }: Pick<KnownAttempt, 'seats' | 'parcel_id'>,
): Goods {
  const pin_hash = parcel_id === null ? null : issuedPinHash(config, parcel_id)
  return { ...newTicketIds(config, seats), pin_hash }
}
