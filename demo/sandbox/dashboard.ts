import type { Deps } from '#server/context'
import {
  type Charge,
  chargeAgain,
  insertRefund,
  listRefunds,
  reverseCharge,
} from './charge-repository.ts'
import { sendChargeWebhook, sendDelayedWebhook } from './post.ts'

/** What may become of a paid transaction, mostly in the company's dashboard, with the labels of the buttons. */
export const dashboardActs = {
  refund_half: 'Refund half of it by hand',
  refund_rest: 'Refund it by hand',
  reverse: 'Reverse the charge',
  pay_again: 'Pay once more under the same reference',
}

const isAct = (act: string): act is keyof typeof dashboardActs => Object.hasOwn(dashboardActs, act)

/** Does one of these with a paid transaction and reports it. Returns whether it was one of them. */
export async function changePaidCharge(deps: Deps, charge: Charge, act: string): Promise<boolean> {
  if (!isAct(act) || charge.status !== 'success') return false
  if (act === 'pay_again') {
    const second = await chargeAgain(deps.db, charge)
    if (second !== undefined) await sendChargeWebhook(deps, second, 'once')
    return true
  }
  if (act === 'reverse') await reverseCharge(deps.db, charge.id)
  else await refundByHand(deps, charge, act === 'refund_half' ? 0.5 : 1)
  await sendDelayedWebhook(deps, charge)
  return true
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
