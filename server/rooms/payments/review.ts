import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { logSecurityEvent } from '#server/platform/security-events'
import { hashCard } from './card.ts'
import { isDisputeMentioned } from './dispute-repository.ts'
import { recheckDisputes } from './disputes.ts'
import {
  type CompanyCharge,
  findCompanyCharges,
  recordSecondCharge,
} from './outside-refund-repository.ts'
import { recordReversal } from './outside-refunds.ts'
import type { CompanyRefund, PaymentProvider, Settlement } from './provider.ts'
import { findProvider } from './providers.ts'
import { coverStuckRefunds, recheckRefunds } from './refunds.ts'
import { findReportedTransactions, markEventsProcessed } from './settlement-repository.ts'

/**
 * Asks the payment company again about a payment that has succeeded. Refunds a second charge under the same reference,
 * and records what the company has given back of each charge. `disputes`: whether to ask about disputes always, or only
 * if a message or record mentions one (`known`). Repeatable in any order.
 */
export async function recheckPayment(
  deps: Deps,
  reference: string,
  { disputes }: { disputes: 'known' | 'always' } = { disputes: 'known' },
): Promise<void> {
  const [first] = await findCompanyCharges(deps.db, reference)
  if (first === undefined) return
  const provider = findProvider(deps.config, first.provider)
  const latest = await provider.verify(reference)
  const reported = await findReportedTransactions(deps.db, reference)
  const known = new Set((await findCompanyCharges(deps.db, reference)).map((it) => it.provider_id))
  for (const id of new Set([latest.provider_id ?? first.provider_id, ...reported])) {
    if (known.has(id)) continue
    const settlement = id === latest.provider_id ? latest : await provider.verifyTransaction(id)
    if (settlement.reference === reference) await refundSecondCharge(deps, first, settlement)
  }
  for (const charge of await findCompanyCharges(deps.db, reference)) {
    const listed = await reviewCharge(deps, provider, charge, latest)
    if (disputes === 'always' || (await isDisputeMentioned(deps.db, reference)))
      await recheckDisputes(deps, charge)
    await coverStuckRefunds(deps, charge, listed)
  }
  await markEventsProcessed(deps.db, reference)
}

/** Records what a company gave back of a charge by refunds or by a reversal. Returns its list of refunds. */
async function reviewCharge(
  deps: Deps,
  provider: PaymentProvider,
  charge: CompanyCharge,
  latest: Settlement,
): Promise<CompanyRefund[]> {
  const listed = await recheckRefunds(deps, charge)
  const isLatest = latest.provider_id === charge.provider_id
  const settlement = isLatest ? latest : await provider.verifyTransaction(charge.provider_id)
  await recordReversal(deps, charge, settlement, listed)
  return listed
}

/** Refunds a charge that was taken under the reference of another one, in full and only once. */
async function refundSecondCharge(
  deps: Deps,
  first: CompanyCharge,
  settlement: Settlement,
): Promise<void> {
  const { status, currency, amount_kobo, reference, card } = settlement
  if (status !== 'succeeded') return
  if (currency !== 'NGN' || amount_kobo <= 0) {
    deps.log.error(
      { reference, currency, amount_kobo, provider_id: settlement.provider_id },
      'an unexpected payment was quarantined',
    )
    return
  }
  const refund_id = await inTransaction(deps.db, async (tx) => {
    const hash = card ? hashCard(deps.config, card) : null
    const made = await recordSecondCharge(tx, first.id, settlement, hash)
    if (made === undefined) return undefined
    await enqueue(tx, 'refund.submit', { refund_id: made }, { key: made })
    await enqueue(tx, 'refund.announce', { refund_id: made })
    return made
  })
  if (refund_id === undefined) return
  const object = `refund:${refund_id}`
  logSecurityEvent(deps.log, {
    actor: 'system',
    action: 'money.second_charge',
    object,
    outcome: 'ok',
    amount_kobo,
  })
}
