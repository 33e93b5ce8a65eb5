import { naira } from '#contract/money'
import { refundDays } from '#contract/policy'
import { product } from '#contract/product'
import type { RefundNotice } from './repository.ts'

/** The message about a refund: a subject, and one text for email and SMS. */
export function refundWords(notice: RefundNotice): { subject: string; text: string } {
  const amount = naira(notice.amount_kobo)
  const way =
    notice.destination === 'wallet'
      ? `${amount} is in your ${product.name} wallet.`
      : `${amount} goes back the way you paid, usually within ${refundDays} working days. You do not need to do anything.`
  return {
    subject: `${amount} is being refunded`,
    text: `${product.name}: ${why(notice)} ${way}`,
  }
}

const things = {
  booking: {
    one: 'Booking',
    price: 'fare',
    paper: 'ticket',
    called_off: 'The operator cancelled your trip,',
    too_late: 'the seats were gone',
  },
  parcel: {
    one: 'Parcel',
    price: 'price',
    paper: 'waybill',
    called_off: 'The operator cannot carry',
    too_late: 'the time to pay was over',
  },
  charter: {
    one: 'Charter',
    price: 'amount due',
    paper: 'charter',
    called_off: 'The operator cannot provide',
    too_late: 'the vehicle was released',
  },
  invoice: {
    one: 'Invoice',
    price: 'price',
    paper: 'receipt',
    called_off: 'You do not have to pay',
    too_late: 'it was cancelled',
  },
}

function why(notice: RefundNotice): string {
  const { thing, reference, reason } = notice
  const { one, price, paper, called_off, too_late } = things[thing]
  const it = `${thing} ${reference}`
  const sentences: Record<RefundNotice['reason'], string> = {
    cancelled: `You cancelled ${it}.`,
    operator_cancelled: `${called_off} ${it}.`,
    paid_late: `Your payment for ${it} came too late: ${too_late}.`,
    paid_twice: `${one} ${reference} was paid twice. Your ${paper} stays as it is.`,
    paid_short: `${lacking(notice)} Please pay again with the full amount.`,
    paid_over: `You sent more than the ${price} for ${it}. Your ${paper} is ready.`,
    price_difference: `Your new trip on ${it} costs less.`,
  }
  return sentences[reason]
}

function lacking(notice: RefundNotice): string {
  const { thing, reference, paid_kobo, total_kobo, wallet_part_kobo } = notice
  const asked_kobo = total_kobo - wallet_part_kobo
  if (paid_kobo >= asked_kobo)
    return `Your wallet no longer had enough money for its part of ${thing} ${reference}.`
  const asked = `the ${wallet_part_kobo > 0 ? 'rest' : things[thing].price} is ${naira(asked_kobo)}`
  return `You sent ${naira(paid_kobo)} for ${thing} ${reference}, but ${asked}.`
}
