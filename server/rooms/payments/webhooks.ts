import { createHash } from 'node:crypto'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { takeWebhook as takeWebhookEndpoint } from '#contract/payments/endpoints'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { findProvider } from './providers.ts'
import { insertWebhookEvent } from './settlement-repository.ts'

/**
 * Stores a payment company's message and enqueues its settlement, in one transaction, and answers immediately. The job
 * then asks the company about the payment. Equal bytes count as one message. Throws bad_signature.
 */
export async function receiveWebhook(
  ctx: Context,
  { provider, raw, signature }: Input<typeof takeWebhookEndpoint>,
) {
  const news = findProvider(ctx.config, provider).readWebhook(raw, signature)
  if (news === undefined) {
    ctx.log.warn({ provider }, 'a message whose signature does not match')
    throw makeRefusal('bad_signature')
  }
  const event = {
    provider,
    event_id: createHash('sha256').update(raw).digest('hex'),
    reference: news.reference === null ? null : toStorableId(news.reference),
    transaction_id: news.transaction_id === null ? null : toStorableId(news.transaction_id),
    kind: toStorableId(news.event),
    raw: Buffer.from(raw).toString('utf8').replaceAll('\0', ''),
  }
  await inTransaction(ctx.db, async (tx) => {
    const isNew = await insertWebhookEvent(tx, event)
    if (!isNew || news.kind === 'other') return
    const { reference, transaction_id } = event
    if (reference !== null) await enqueue(tx, 'payment.check', { reference }, { key: reference })
    else if (transaction_id !== null)
      await enqueue(tx, 'payment.find', { provider, transaction_id }, { key: transaction_id })
  })
  return { received: true }
}

/**
 * Returns at most 100 characters of a text, so that the database can store them: lone surrogates are replaced, and NUL
 * is removed.
 */
function toStorableId(text: string): string {
  return text.slice(0, 100).toWellFormed().replaceAll('\0', '')
}
