import { formatNaira } from '#contract/money'
import { refundWorkingDays } from '#contract/policy'
import { product } from '#contract/product'
import type { PaymentDeps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { type Payable, findPayable, type RefundContact } from '#server/platform/payable'
import { findRefundNotice, type RefundReason, type RefundNotice } from './refund-repository.ts'

/**
 * Notifies people by email and SMS that a refund was sent, is in their wallet, waits for a dispute, or was given back
 * before.
 */
export async function sendRefundMessage(deps: PaymentDeps, refund_id: string): Promise<void> {
  const refund = await findRefundNotice(deps.db, refund_id)
  const payable = findPayable(deps, refund?.kind ?? null)
  if (refund === undefined || payable === undefined) return
  // The traveller received the cash at the counter, so no message is needed.
  if (refund.is_cash && refund.is_paid) return
  if (refund.is_of_erased_wallet) return
  const contact = await payable.findRefundContact(deps.db, refund.payable_id, refund.payer_id)
  if (contact === undefined) return
  const { subject, text } = makeRefundEmail(payable, contact, refund)
  await inTransaction(deps.db, async (tx) => {
    // The key differs for a refund that waits for a dispute, so that the person is notified again when the bank has
    // decided.
    const once = `refund ${refund_id} ${refund.is_disputed ? 'waits' : `to ${refund.destination}`}`
    if (contact.email !== null)
      await enqueue(tx, 'mail.send', { to: contact.email, subject, text }, { once: `${once} mail` })
    if (contact.phone !== null)
      await enqueue(tx, 'sms.send', { to: contact.phone, text }, { once: `${once} sms` })
  })
}

function makeRefundEmail(
  payable: Payable,
  contact: RefundContact,
  refund: RefundNotice,
): { subject: string; text: string } {
  const { subject, end } = endOf(refund)
  return { subject, text: `${product.name}: ${reasonOf(payable, contact, refund)} ${end}` }
}

/** Returns the subject of the message, and the sentence about what has happened or will happen to the money. */
function endOf({ amount_kobo, destination, by_hand, is_cash, is_disputed }: RefundNotice) {
  const amount = formatNaira(amount_kobo)
  if (is_cash)
    return {
      subject: `${amount} waits for you`,
      end: `Get ${amount} in cash at the operator’s counter, with your ticket or your reference.`,
    }
  if (by_hand)
    return {
      subject: `${amount} was already refunded`,
      end: `The payment company or the bank has already given ${amount} back the way you paid. You do not need to do anything.`,
    }
  if (is_disputed)
    return {
      subject: `${amount} waits for the bank`,
      end: `This payment is disputed at its bank. ${amount} waits until the bank has decided, so that it is not paid twice. We will write to you then.`,
    }
  return {
    subject: `${amount} is being refunded`,
    end:
      destination === 'wallet'
        ? `${amount} is in your ${product.name} wallet.`
        : `${amount} goes back the way you paid, usually within ${refundWorkingDays} working days. You do not need to do anything.`,
  }
}

function reasonOf(
  { contract_name: called, labels, explainRefund }: Payable,
  contact: RefundContact,
  refund: RefundNotice,
): string {
  const { document, price, operator_cancelled, late_reason } = labels
  const it = `${called} ${contact.reference}`
  const title = called.charAt(0).toUpperCase() + called.slice(1)
  const sentences: Record<RefundReason, string> = {
    cancelled: `You cancelled ${it}.`,
    operator_cancelled: `${operator_cancelled} ${it}.`,
    paid_late: `Your payment for ${it} came too late: ${late_reason}.`,
    paid_twice: `${title} ${contact.reference} was paid twice. Your ${document} stays as it is.`,
    paid_short: `${shortfallOf(it, price, contact, refund)} Please pay again with the full amount.`,
    paid_over:
      refund.paid_kobo > refund.attempt_kobo
        ? `You sent more than the ${price} for ${it}. Your ${document} is ready.`
        : `When your money came, less was to be paid for ${it} than when you started. Your ${document} is ready.`,
    price_difference: `Your new trip on ${it} costs less.`,
  }
  return explainRefund?.(refund, it) ?? sentences[refund.reason]
}

function shortfallOf(
  it: string,
  price: string,
  { total_kobo }: RefundContact,
  { paid_kobo, attempt_kobo, wallet_part_kobo }: RefundNotice,
): string {
  // The price may have risen since the payment began, or one direction of a return trip may be gone since.
  const asked_kobo = Math.max(attempt_kobo, total_kobo - wallet_part_kobo)
  if (paid_kobo >= asked_kobo)
    return `Your wallet no longer had enough money for its part of ${it}.`
  const asked = `the ${wallet_part_kobo > 0 ? 'rest' : price} is ${formatNaira(asked_kobo)}`
  return `You sent ${formatNaira(paid_kobo)} for ${it}, but ${asked}.`
}
