import type { PaymentDeps } from '#server/context'
import type { JobHandlers } from '#server/jobs/queue'
import { ProviderUnavailable } from './provider.ts'
import { sendRefundMessage } from './refund-message.ts'
import { retryDueRefunds, reviewPayment, submitRefund } from './refunds.ts'
import { settlePayment } from './settlement.ts'
import { areEventsOfCharge, claimDueAttempts } from './settlement-repository.ts'

/** Returns the jobs that settle payments and retry refunds. */
export function makePaymentJobs(deps: PaymentDeps): JobHandlers {
  return {
    'payment.check': ({ reference }) => checkPayment(deps, reference),
    'payment.reconcile': () => reconcile(deps),
    'refund.submit': ({ refund_id }) => submitRefund(deps, refund_id),
    'refund.announce': ({ refund_id }) => sendRefundMessage(deps, refund_id),
  }
}

/**
 * Handles webhooks: settles the payment, and looks again at one that has succeeded, since its company may have given
 * money back. News of a refund may come before news of its payment.
 */
async function checkPayment(deps: PaymentDeps, reference: string): Promise<void> {
  const isOnlyPaid = await areEventsOfCharge(deps.db, reference)
  const result = await settlePayment(deps, reference)
  if (result === 'already' || !isOnlyPaid) await reviewPayment(deps, reference)
}

const atOnce = 4
const most = 200

/**
 * Settles the attempts whose next check is due, since a payment company's message may never come, and retries refunds.
 * A failure does not stop the others.
 */
async function reconcile(deps: PaymentDeps): Promise<void> {
  const due = await claimDueAttempts(deps.db, most)
  const next = due[Symbol.iterator]()
  const worker = async () => {
    for (const reference of next) await settleOne(deps, reference)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await retryDueRefunds(deps)
}

async function settleOne(deps: PaymentDeps, reference: string): Promise<void> {
  try {
    await settlePayment(deps, reference)
  } catch (error) {
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error'
    deps.log[level]({ err: error, reference }, 'a payment could not be settled')
  }
}
