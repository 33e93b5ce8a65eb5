import type { Deps } from '#server/context'
import {
  type Charge,
  chargeAgain,
  insertRefund,
  listRefunds,
  reverseCharge,
} from './charge-repository.ts'
import { decideDisputes, openDispute } from './dispute-repository.ts'
import { reportDispute, sendChargeWebhook, reportRefundsOrCharge } from './post.ts'

/** What a person can do with a paid transaction at the company or the bank, with the labels of the buttons. */
export const dashboardActions = {
  refund_half: 'Refund half of it by hand',
  refund_rest: 'Refund it by hand',
  reverse: 'Reverse the charge',
  pay_again: 'Pay once more under the same reference',
  dispute: 'The bank disputes it',
  dispute_half: 'The bank disputes half of it',
  dispute_lost: 'The dispute is lost',
  dispute_refunded: 'The dispute is lost, and listed as a refund',
  dispute_won: 'The dispute is won',
}

const isAct = (act: string): act is keyof typeof dashboardActions =>
  Object.hasOwn(dashboardActions, act)

/**
 * Does one of `dashboardActions` with a paid transaction, and sends the company's webhook about it. Returns false for
 * an unknown action, and for a transaction that is not paid.
 */
export async function changePaidCharge(deps: Deps, charge: Charge, act: string): Promise<boolean> {
  if (!isAct(act) || charge.status !== 'success') return false
  await acts[act](deps, charge)
  return true
}

const acts: Record<keyof typeof dashboardActions, (deps: Deps, charge: Charge) => Promise<void>> = {
  async refund_half(deps, charge) {
    await refundByHand(deps, charge, 0.5)
    await reportRefundsOrCharge(deps, charge)
  },
  async refund_rest(deps, charge) {
    await refundByHand(deps, charge, 1)
    await reportRefundsOrCharge(deps, charge)
  },
  async reverse(deps, charge) {
    await reverseCharge(deps.db, charge.id)
    await reportRefundsOrCharge(deps, charge)
  },
  async pay_again(deps, charge) {
    const second = await chargeAgain(deps.db, charge)
    if (second !== undefined) await sendChargeWebhook(deps, second, 'once')
  },
  async dispute(deps, charge) {
    await openDispute(deps.db, charge.id, charge.paid_kobo)
    await reportDispute(deps, charge)
  },
  async dispute_half(deps, charge) {
    await openDispute(deps.db, charge.id, Math.ceil(charge.paid_kobo / 2))
    await reportDispute(deps, charge)
  },
  async dispute_refunded(deps, charge) {
    for (const { id, amount_kobo } of await decideDisputes(deps.db, charge.id, 'lost'))
      await insertRefund(deps.db, {
        charge_id: charge.id,
        amount_kobo,
        note: 'Chargeback',
        status: charge.provider === 'paystack' ? 'processed' : 'completed',
        dispute_id: id,
      })
    await reportDispute(deps, charge)
    await reportRefundsOrCharge(deps, charge)
  },
  async dispute_lost(deps, charge) {
    await decideDisputes(deps.db, charge.id, 'lost')
    await reportDispute(deps, charge)
  },
  async dispute_won(deps, charge) {
    await decideDisputes(deps.db, charge.id, 'won')
    await reportDispute(deps, charge)
  },
}

async function refundByHand({ db }: Deps, charge: Charge, share: number): Promise<void> {
  const made = (await listRefunds(db, charge.id)).filter(({ status }) => status !== 'failed')
  const left_kobo = made.reduce((left, { amount_kobo }) => left - amount_kobo, charge.paid_kobo)
  if (left_kobo === 0) return
  await insertRefund(db, {
    charge_id: charge.id,
    amount_kobo: Math.ceil(left_kobo * share),
    note: 'By hand',
    status: charge.provider === 'paystack' ? 'processed' : 'completed',
  })
}
