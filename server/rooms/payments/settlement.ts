import type { PaymentDeps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { runForCauser } from '#server/db/current-work'
import { enqueue } from '#server/jobs/queue'
import { findPayable } from '#server/platform/payable'
import { hashCard } from './card.ts'
import type { ProviderName, Settlement } from './provider.ts'
import { findProvider } from './providers.ts'
import {
  type SettlementEffect,
  applySettlement,
  saveDeclineReason,
  markEventsProcessed,
  findAttemptToSettle,
  findReportedTransactions,
  saveCard,
} from './settlement-repository.ts'

/**
 * Asks the payment company about an attempt and applies the answer. Webhooks, `verifyPayment` and the reconciler all
 * call this function, which is repeatable in any order. Enqueues what follows in the same transaction. Throws
 * ProviderUnavailableError if nothing can be known now. Returns `unknown_reference` for a reference that is not ours.
 */
export async function settlePayment(
  deps: PaymentDeps,
  reference: string,
): Promise<SettlementEffect['result']> {
  const known = await findAttemptToSettle(deps.db, reference)
  if (known === undefined) {
    deps.log.warn({ reference }, 'a provider speaks of a payment that is not ours')
    return 'unknown_reference'
  }
  if (known.status === 'succeeded' || known.provider === 'wallet') return 'already'
  const settlement = await askForSettlement(deps, known.provider, reference)
  const effect = await inTransaction(deps.db, async (tx) => {
    const goods = findPayable(deps, known.kind)?.makeGoods(deps.config, known.payable_id)
    const made = await applySettlement(tx, settlement, goods ?? {})
    await markEventsProcessed(tx, reference)
    if (settlement.card) await saveCard(tx, reference, hashCard(deps.config, settlement.card))
    if (made.result === 'failed' && settlement.decline_reason)
      await saveDeclineReason(tx, reference, settlement.decline_reason)
    // Without this, all payers would be one causer: the network of the company that sent the message.
    await runForCauser(known.causer, () => enqueueSettlementEffects(deps, tx, made))
    return made
  })
  if (effect.result === 'quarantined') {
    deps.log.error(
      { reference, currency: settlement.currency, amount_kobo: settlement.amount_kobo },
      'an unexpected payment was quarantined',
    )
  }
  return effect.result
}

/**
 * Asks the company about an attempt by our reference. If it was not paid, also asks about the transactions that the
 * company's webhooks have named: under one reference, a payer may fail at first and then pay.
 */
async function askForSettlement(
  { db, config }: PaymentDeps,
  name: ProviderName,
  reference: string,
): Promise<Settlement> {
  const provider = findProvider(config, name)
  const settlement = await provider.verify(reference)
  if (settlement.status === 'succeeded') return settlement
  for (const id of await findReportedTransactions(db, reference)) {
    if (id === settlement.provider_id) continue
    const other = await provider.verifyTransaction(id)
    if (other.status === 'succeeded' && other.reference === reference) return other
  }
  return settlement
}

/**
 * Enqueues what follows from a payment, in its transaction: work of the payable's room, and refunds with their
 * messages.
 */
export async function enqueueSettlementEffects(
  deps: Pick<PaymentDeps, 'payables'>,
  tx: PaymentDeps['db'],
  effect: SettlementEffect,
): Promise<void> {
  const { result, kind, payable_id, refund_id, wallet_refund_id } = effect
  const isBought = result === 'confirmed' || result === 'confirmed_other_seats'
  if (isBought && payable_id !== null) await findPayable(deps, kind)?.announce(tx, payable_id)
  if (refund_id !== null) {
    await enqueue(tx, 'refund.submit', { refund_id }, { key: refund_id })
    await enqueue(tx, 'refund.announce', { refund_id })
  }
  if (wallet_refund_id !== null)
    await enqueue(tx, 'refund.announce', { refund_id: wallet_refund_id })
}
