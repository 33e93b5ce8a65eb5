import { naira } from '#contract/money'
import type { Payment } from '#contract/payments'
import type { ProviderName } from './provider.ts'

/** How the payment companies call themselves. */
export const providerNames = { paystack: 'Paystack', flutterwave: 'Flutterwave' } as const

interface Standing {
  provider: ProviderName
  status: Payment['status']
  outcome: Payment['outcome']
  amount_kobo: number
  paid_kobo: number
  /** The booking's seats are still waiting for money. */
  is_held: boolean
}

/** One sentence or two: what is known of a payment and what happens next. */
export function paymentMessage(payment: Standing): string {
  const provider = providerNames[payment.provider]
  const paid = naira(payment.paid_kobo)
  const seats = payment.is_held ? 'Your seats are kept meanwhile.' : 'The time to pay is over.'
  if (payment.status === 'succeeded') {
    switch (payment.outcome) {
      case 'confirmed': {
        const over = payment.paid_kobo - payment.amount_kobo
        if (over > 0)
          return `Paid. Your ticket is ready. You sent ${naira(over)} too much; it goes back to you.`
        return 'Paid. Your ticket is ready.'
      }
      case 'confirmed_other_seats':
        return 'Paid, but your seats had been sold. We gave you others; you may cancel free for 24 hours.'
      case 'refunded_late':
        return `Your ${paid} came after the seats were gone. All of it goes back to you; you need to do nothing.`
      case 'refunded_twice':
        return `This trip was paid already. Your second ${paid} goes back to you; your ticket stays as it is.`
      case 'refunded_short':
        return `You sent ${paid} but the fare is ${naira(payment.amount_kobo)}. All of it goes back to you. ${payment.is_held ? 'Your seats are kept: pay again with the full amount.' : seats}`
      default:
        return 'Your money has landed. We are making your ticket.'
    }
  }
  if (payment.status === 'failed') {
    return `${provider} says the payment did not go through. ${payment.is_held ? 'Your seats are kept: try again or pay another way.' : seats}`
  }
  if (payment.status === 'abandoned') {
    return `The payment was not finished. ${payment.is_held ? 'Your seats are kept: try again or pay another way.' : seats} If money left your account, we will find it.`
  }
  return `${provider} has not seen your money yet. ${seats} We keep asking.`
}
