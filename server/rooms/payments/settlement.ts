import type { PaymentDeps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { runForCauser } from '#server/db/current-work'
import { enqueue } from '#server/jobs/queue'
import { findPayable } from '#server/platform/payable'
import { hashCard } from './card.ts'
import type { ProviderName, Settlement } from './provider.ts'
import { findProvider } from './providers.ts'
import {
  type AttemptToSettle,
  type SettlementEffect,
  applySettlement,
  findAttemptToSettle,
  findReportedTransactions,
} from './settlement-repository.ts'

/**
 * Settles the attempt with a reference, as `settleAttempt` does, for webhooks and the reconciler. Returns
 * `unknown_reference` for a reference that is not ours.
 */
export async function settlePayment(
  deps: PaymentDeps,
  reference: string,
): Promise<SettlementEffect['result']> {
  const attempt = await findAttemptToSettle(deps.db, reference)
  if (attempt !== undefined) return settleAttempt(deps, attempt)
  deps.log.warn({ reference }, 'a provider speaks of a payment that is not ours')
  return 'unknown_reference'
}

/**
 * Asks the payment company about an attempt and applies the answer. May be repeated in any order. Enqueues the jobs
 * that follow in the same transaction. Throws ProviderUnavailableError if the company gives no usable answer now.
 */
export async function settleAttempt(
  deps: PaymentDeps,
  { reference, provider, status, kind, payable_id, causer }: AttemptToSettle,
): Promise<SettlementEffect['result']> {
  if (status === 'succeeded' || provider === 'wallet') return 'already'
  const settlement = await askForSettlement(deps, provider, reference)
  const card = settlement.card ? hashCard(deps.config, settlement.card) : undefined
  const effect = await inTransaction(deps.db, async (tx) => {
    const goods = findPayable(deps, kind)?.makeGoods(deps.config, payable_id) ?? {}
    const made = await applySettlement(tx, settlement, { card, goods })
    // Name the causer: otherwise the jobs of all payers would have the same one, the network of the company that sent
    // the message.
    await runForCauser(causer, () => enqueueSettlementEffects(deps, tx, made))
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
 * Asks the company about an attempt by our reference. If it was not paid, also asks about the transactions in the
 * company's webhooks, since a payer may first fail and then pay under the same reference.
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
  if (isBought && payable_id !== null) await findPayable(deps, kind)?.notify(tx, payable_id)
  if (refund_id !== null) {
    await enqueue(tx, 'refund.submit', { refund_id }, { key: refund_id })
    await enqueue(tx, 'refund.announce', { refund_id })
  }
  if (wallet_refund_id !== null)
    await enqueue(tx, 'refund.announce', { refund_id: wallet_refund_id })
}
