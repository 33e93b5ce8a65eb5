import { formatNaira } from '#contract/money'
import { providerNames } from '#contract/payments/rules'
import { product } from '#contract/product'
import type { PaymentDeps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { findPayable } from '#server/platform/payable'
import { recordRejectedTransfer } from './settlement-repository.ts'

/**
 * Notifies the payer that the company has sent the transfer back; the page of the payment says so, too. Does so once
 * for each message of the company about it, and does nothing without such a message.
 */
export async function notifyRejectedTransfer(deps: PaymentDeps, reference: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const rejected = await recordRejectedTransfer(tx, reference)
    if (rejected === undefined) return
    const { kind, payable_id, payer_id, amount_kobo, provider, at } = rejected
    const contact = await findPayable(deps, kind)?.findRefundContact(tx, payable_id, payer_id)
    if (contact === undefined) return
    const amount = formatNaira(amount_kobo)
    const subject = 'Your transfer was sent back'
    const text = `${product.name}: ${providerNames[provider]} sent your transfer for ${contact.reference} back, most often because it was not exactly ${amount}. Nothing is paid yet. Send exactly ${amount}, or pay another way.`
    const once = `rejected ${reference} ${at.toISOString()}`
    if (contact.email !== null)
      await enqueue(tx, 'mail.send', { to: contact.email, subject, text }, { once: `${once} mail` })
    if (contact.phone !== null)
      await enqueue(tx, 'sms.send', { to: contact.phone, text }, { once: `${once} sms` })
  })
}
