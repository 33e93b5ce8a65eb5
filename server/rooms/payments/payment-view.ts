import { formatNaira } from '#contract/money'
import type { Payment } from '#contract/payments/model'
import { providerNames } from '#contract/payments/rules'
import type { Context } from '#server/context'
import { type Payable, listPayableReferences, findPayable } from '#server/platform/payable'
import type { Attempt } from './repository.ts'

/** How many presses of "I have paid" a payment allows. */
export const maxPaymentChecks = 10

/** Names of the payment companies, and of the wallet. */
const names = { ...providerNames, wallet: 'Your wallet' }

/**
 * Empty labels for a top-up, which has no deadline and cannot be paid too late, so these labels are never displayed.
 */
const noLabels: Payable['labels'] = {
  open: '',
  document: '',
  price: '',
  already_paid: '',
  gone: '',
  late: '',
  late_reason: '',
  operator_cancelled: '',
}

interface PaymentState extends Attempt {
  labels: Payable['labels']
}

const waitOf = (payment: PaymentState) =>
  payment.is_waiting ? payment.labels.open : 'The time to pay is over'

/** Returns a sentence with the state of a payment and what happens next. */
function messageOf(payment: PaymentState): string {
  if (payment.status === 'succeeded') return landedMessage(payment)
  const name = names[payment.provider]
  const isTopUp = payment.kind === 'wallet'
  const wait = waitOf(payment)
  const again = payment.is_waiting || isTopUp ? 'ry again or pay another way.' : undefined
  const next = again === undefined ? `${wait}.` : isTopUp ? `T${again}` : `${wait}: t${again}`
  if (payment.is_rejected)
    return `${name} sent your transfer back, most often because it was not exactly ${formatNaira(payment.amount_kobo)}. ${next}`
  if (payment.status === 'failed') {
    const { decline_reason: reason } = payment
    return reason === null
      ? `${name} says the payment did not go through. ${next}`
      : `${name} says: “${reason.replace(/\.$/, '')}”. ${next}`
  }
  if (payment.status === 'abandoned') return `${next} If money left your account, we will trace it.`
  const late = `${wait}. If it still lands, you get your ${payment.labels.document} or a full refund. `
  const meanwhile = isTopUp ? '' : payment.is_waiting ? `${wait} meanwhile. ` : late
  return `${name} has not received your payment yet. ${meanwhile}We keep checking.`
}

function landedMessage(payment: PaymentState): string {
  const { amount_kobo, wallet_part_kobo, is_waiting } = payment
  const { document, price, already_paid, gone, late } = payment.labels
  const paid = formatNaira(payment.paid_kobo)
  const way = payment.provider === 'wallet' ? 'is back in your wallet' : 'is being refunded'
  const beside = wallet_part_kobo > 0 ? ' This payment took nothing from your wallet.' : ''
  switch (payment.outcome) {
    case 'credited':
      return `${paid} is in your wallet.`
    case 'confirmed': {
      const over = payment.paid_kobo - amount_kobo
      if (over <= 0) return `Paid. Your ${document} is ready.`
      if (over <= wallet_part_kobo)
        return `Paid. Your ${document} is ready. You sent ${formatNaira(over)} more, so that much less was taken from your wallet.`
      return `Paid. Your ${document} is ready. You sent ${formatNaira(over - wallet_part_kobo)} too much; it goes back to you.`
    }
    case 'confirmed_other_seats':
      return 'Paid, but your seats had been sold. We gave you others; you may cancel free of charge for 24 hours.'
    case 'refunded_late':
      if (payment.provider === 'wallet')
        return `${gone} All of your ${paid} ${way}; you do not need to do anything.`
      return `Your ${paid} ${late} All of it ${way}; you do not need to do anything.${beside}`
    case 'refunded_twice':
      return `${already_paid} Your second ${paid} ${way}; your ${document} stays as it is.${beside}`
    case 'refunded_short': {
      const lacking =
        payment.paid_kobo >= amount_kobo
          ? `Your wallet no longer had the ${formatNaira(wallet_part_kobo)} for its part. All of your ${paid}`
          : `You sent ${paid} but ${wallet_part_kobo > 0 ? 'the rest' : `the ${price}`} is ${formatNaira(amount_kobo)}. All of it`
      return `${lacking} ${way}. ${waitOf(payment)}${is_waiting ? ': pay again with the full amount.' : '.'}`
    }
    case 'none':
      return `Your money has landed. We are making your ${document}.`
  }
}

/**
 * Returns the account of a transfer. It expires when the company closes the account or the attempt ends, the earlier of
 * the two.
 */
function accountOf({
  transfer_account: account,
  expires_at,
}: Attempt): Payment['transfer_account'] {
  if (account === null) return null
  const closes_at = new Date(account.expires_at ?? expires_at)
  const last = closes_at < expires_at ? closes_at : expires_at
  return { ...account, expires_at: last.toISOString() }
}

export function toPayment(ctx: Pick<Context, 'payables'>, attempt: Attempt): Payment {
  const { reference, kind, provider, channel, status, outcome } = attempt
  const { amount_kobo, wallet_part_kobo, paid_kobo } = attempt
  const payable = findPayable(ctx, kind)
  return {
    reference,
    purpose: payable?.contract_name ?? 'wallet',
    ...listPayableReferences(payable, attempt.thing),
    provider,
    channel,
    status,
    outcome,
    amount_kobo,
    wallet_part_kobo,
    paid_kobo,
    authorization_url: attempt.authorization_url,
    transfer_account: accountOf(attempt),
    ussd: attempt.ussd,
    expires_at: attempt.expires_at.toISOString(),
    server_time: attempt.now.toISOString(),
    checks_left: Math.max(0, maxPaymentChecks - attempt.checks),
    message: messageOf({ ...attempt, labels: payable?.labels ?? noLabels }),
  }
}
