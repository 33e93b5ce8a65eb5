import { naira } from '#contract/money'
import { refundDays } from '#contract/policy'
import { product } from '#contract/product'
import type { RefundNotice } from './repository.ts'

/** What a person reads about money on its way back: a subject, and one text for mail and SMS. */
export function refundWords(notice: RefundNotice): { subject: string; text: string } {
  const amount = naira(notice.amount_kobo)
  const why: Record<RefundNotice['reason'], string> = {
    cancelled: `You cancelled booking ${notice.reference}.`,
    operator_cancelled: `The operator cancelled your trip, booking ${notice.reference}.`,
    paid_late: `Your payment for booking ${notice.reference} came after the seats were gone.`,
    paid_twice: `Booking ${notice.reference} was paid twice. Your ticket stays as it is.`,
    paid_short: `${lacking(notice)} Please pay again with the full amount.`,
    paid_over: `You sent more than the fare of booking ${notice.reference}. Your ticket is ready.`,
    price_difference: `Your new trip on booking ${notice.reference} costs less.`,
  }
  const way =
    notice.destination === 'wallet'
      ? `${amount} is in your ${product.name} wallet.`
      : `${amount} goes back to where you paid from, usually within ${refundDays} working days. You need to do nothing.`
  return {
    subject: `${amount} is coming back to you`,
    text: `${product.name}: ${why[notice.reason]} ${way}`,
  }
}

function lacking({ reference, paid_kobo, total_kobo, wallet_part_kobo }: RefundNotice): string {
  const asked_kobo = total_kobo - wallet_part_kobo
  if (paid_kobo >= asked_kobo) return `Your wallet no longer had its part of booking ${reference}.`
  const asked = `${wallet_part_kobo > 0 ? 'the rest' : 'the fare'} is ${naira(asked_kobo)}`
  return `You sent ${naira(paid_kobo)} for booking ${reference}, but ${asked}.`
}
