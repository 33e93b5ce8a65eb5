import type { Deps } from '#server/context'
import { logSecurityEvent } from '#server/platform/security-events'
import { type CompanyRefund, type Settlement, findEffectiveRefund } from './provider.ts'
import { type OpenOrLostDispute, findOpenOrLostDisputes } from './dispute-repository.ts'
import { recheckDisputes } from './disputes.ts'
import {
  type CompanyCharge,
  findOrderedRefunds,
  recordOutsideRefund,
} from './outside-refund-repository.ts'

/**
 * Records the refunds that a payment company lists but that we did not order, and sets the amount of failed ones to 0.
 * A pending refund counts immediately, so that the same money is not refunded twice. A refund that an open or lost
 * dispute caused counts with the dispute instead. Each change raises an alarm for our staff.
 */
export async function recordOutsideRefunds(
  deps: Deps,
  charge: Omit<CompanyCharge, 'paid_kobo'>,
  listed: readonly CompanyRefund[],
): Promise<void> {
  const isDisputed = listed.some(({ dispute_id }) => dispute_id !== null)
  if (isDisputed) await recheckDisputes(deps, charge)
  const disputes = await findOpenOrLostDisputes(deps.db, charge.id)
  const ordered = await findOrderedRefunds(deps.db, charge.id)
  // If the company lists several refunds under the id of one of ours, only one of them is ours.
  const ours = new Set(ordered.map((id) => findEffectiveRefund(listed, id)))
  for (const refund of listed) {
    const isOurFailure = refund.state === 'failed' && ordered.includes(refund.key)
    if (ours.has(refund) || isOurFailure) continue
    const isCounted = refund.state !== 'failed' && !isOfOne(disputes, refund)
    await record(deps, charge.id, {
      provider_id: refund.provider_id,
      amount_kobo: isCounted ? refund.amount_kobo : 0,
    })
  }
  // A refund may have been recorded before its dispute was known. Its amount now counts with the dispute.
  if (isDisputed) await recheckDisputes(deps, charge)
}

const isOfOne = (disputes: readonly OpenOrLostDispute[], { dispute_id }: CompanyRefund): boolean =>
  disputes.some(({ provider_id }) => provider_id === dispute_id)

/**
 * Records what a company gave back by reversing a whole charge: the charge's sum without its refunds and its open or
 * lost disputes, which are recorded separately. If the company reports the charge as paid again, sets an earlier record
 * to 0. Any other status changes nothing.
 */
export async function recordReversal(
  deps: Deps,
  { id, provider_id, paid_kobo }: CompanyCharge,
  { status }: Settlement,
  listed: readonly CompanyRefund[],
): Promise<void> {
  if (status !== 'reversed' && status !== 'succeeded') return
  const disputes = await findOpenOrLostDisputes(deps.db, id)
  const refunds = listed.filter((refund) => refund.state !== 'failed' && !isOfOne(disputes, refund))
  const returned = [...refunds, ...disputes].reduce(
    (total, { amount_kobo }) => total + amount_kobo,
    0,
  )
  await record(deps, id, {
    provider_id: `reversed:${provider_id}`,
    amount_kobo: status === 'reversed' ? Math.max(0, paid_kobo - returned) : 0,
  })
}

async function record(
  deps: Deps,
  charge_id: string,
  refund: { provider_id: string; amount_kobo: number },
): Promise<void> {
  const id = await recordOutsideRefund(deps.db, charge_id, refund)
  if (id === undefined) return
  const { amount_kobo } = refund
  logSecurityEvent(deps.log, {
    actor: 'system',
    action: 'money.refund_outside',
    object: `outside_refund:${id}`,
    outcome: 'needs_person',
    amount_kobo,
  })
  deps.log.error(
    { outside_refund_id: id, charge_id, amount_kobo },
    'a company refunded without our order',
  )
}
