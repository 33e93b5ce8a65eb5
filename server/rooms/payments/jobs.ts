import type { PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { type JobHandlers, enqueue } from '#server/jobs/queue'
import { claimDueDisputes } from './dispute-repository.ts'
import { sendDisputeAnswer } from './disputes.ts'
import { type ProviderName, ProviderUnavailableError } from './provider.ts'
import { findProvider } from './providers.ts'
import { sendRefundMessage } from './refund-message.ts'
import { retryDueRefunds, submitRefund } from './refunds.ts'
import { notifyRejectedTransfer } from './rejected-transfers.ts'
import { recheckPayment } from './review.ts'
import { settlePayment } from './settlement.ts'
import {
  claimDueAttempts,
  findUnprocessedMessages,
  setEventReference,
  needsRecheck,
} from './settlement-repository.ts'

export function makePaymentJobs(deps: PaymentDeps): JobHandlers {
  return {
    'payment.check': ({ reference }) => checkPayment(deps, reference),
    'payment.recheck': async ({ reference }) => {
      await settlePayment(deps, reference)
      await recheckPayment(deps, reference, { disputes: 'always' })
    },
    'payment.find': (named) => findPayment(deps, named),
    'payment.reconcile': () => reconcile(deps),
    'payment.resume': () => inTransaction(deps.db, enqueueUnprocessedMessages),
    'dispute.answer': ({ dispute_id }) => sendDisputeAnswer(deps, dispute_id),
    'refund.submit': ({ refund_id }) => submitRefund(deps, refund_id),
    'refund.announce': ({ refund_id }) => sendRefundMessage(deps, refund_id),
  }
}

/**
 * Handles webhooks: settles the payment, and rechecks a payment that has already succeeded, since its company may have
 * given money back, or taken it twice. Also rechecks a newly settled payment if needed, since a message about a refund
 * may arrive before the message about its payment.
 */
async function checkPayment(deps: PaymentDeps, reference: string): Promise<void> {
  const result = await settlePayment(deps, reference)
  if (unpaid.includes(result)) await notifyRejectedTransfer(deps, reference)
  else if (result === 'already' || (await needsRecheck(deps.db, reference)))
    await recheckPayment(deps, reference)
}

const unpaid: readonly string[] = ['initiated', 'pending', 'failed', 'abandoned']

/** Handles webhooks that contain only the company's id of a transaction. */
async function findPayment(
  deps: PaymentDeps,
  { provider, transaction_id }: { provider: ProviderName; transaction_id: string },
): Promise<void> {
  const { reference } = await findProvider(deps.config, provider).verifyTransaction(transaction_id)
  if (reference === '') return
  await setEventReference(deps.db, provider, transaction_id, reference)
  await checkPayment(deps, reference)
}

const atOnce = 4
const most = 200

/**
 * Settles the attempts whose next check is due, since a payment company's message may never arrive, and retries
 * refunds. A failure does not stop the others. Disputes and messages have separate jobs, so that they do not wait for
 * settlements and refunds.
 */
async function reconcile(deps: PaymentDeps): Promise<void> {
  await inTransaction(deps.db, enqueueDisputes)
  const due = await claimDueAttempts(deps.db, most)
  const next = due[Symbol.iterator]()
  const worker = async () => {
    for (const reference of next) await settleOne(deps, reference)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await retryDueRefunds(deps)
}

/**
 * Enqueues a check of each open dispute once an hour. Also enqueues an unsent answer again, since its job may have used
 * up its tries.
 */
async function enqueueDisputes(tx: Db): Promise<void> {
  for (const { id, reference, is_unsent } of await claimDueDisputes(tx, 50)) {
    if (is_unsent) await enqueue(tx, 'dispute.answer', { dispute_id: id }, { key: id })
    await enqueue(tx, 'payment.check', { reference }, { key: reference })
  }
}

/**
 * Enqueues again, at most once an hour, the checks of messages whose jobs have used up their tries: a company does not
 * repeat a message about a refund or a dispute. Runs every hour, since it reads all messages of two days.
 */
async function enqueueUnprocessedMessages(tx: Db): Promise<void> {
  for (const { provider, reference, transaction_id, hour } of await findUnprocessedMessages(
    tx,
    500,
  ))
    await (reference === null
      ? enqueue(
          tx,
          'payment.find',
          { provider, transaction_id },
          { key: transaction_id, once: `find ${provider} ${transaction_id} ${hour}` },
        )
      : enqueue(
          tx,
          'payment.check',
          { reference },
          { key: reference, once: `check ${reference} ${hour}` },
        ))
}

async function settleOne(deps: PaymentDeps, reference: string): Promise<void> {
  try {
    await settlePayment(deps, reference)
  } catch (error) {
    const level = error instanceof ProviderUnavailableError ? 'warn' : 'error'
    deps.log[level]({ err: error, reference }, 'a payment could not be settled')
  }
}
