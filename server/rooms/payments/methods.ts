import type { PaymentMethod } from '#contract/payments/model'
import { paymentChannels } from '#contract/payments/rules'
import type { AmountDue } from '#server/platform/payable'
import { sortCompanies } from './companies.ts'
import type { CompanyRecord } from './company-repository.ts'
import type { Channel } from './provider.ts'
import { listUssdBanks } from './providers.ts'

/** How many minutes people need to pay by a channel. */
const minutesNeeded = { card: 2, transfer: 10, ussd: 5 } as const

const methodTexts: Record<Channel, { label: string; hint: string; late: string }> = {
  card: {
    label: 'Card',
    hint: 'Mastercard, Visa or Verve',
    late: 'Not enough time left to pay by card.',
  },
  transfer: {
    label: 'Bank transfer',
    hint: 'To an account made for this payment',
    late: 'Not enough time left to pay by bank transfer.',
  },
  ussd: {
    label: 'USSD',
    hint: 'Dial a code; works without internet',
    late: 'Not enough time left to pay by USSD.',
  },
}

/** Returns whether a channel can finish in time. A transfer or USSD payment may extend the deadline once. */
export function isChannelInTime(channel: Channel, due: AmountDue): boolean {
  const left = channel === 'card' ? due.card_minutes : due.longest_minutes
  return left >= minutesNeeded[channel]
}

/**
 * Returns all payment methods, the best company of each channel first. For a payable, channels that cannot finish
 * before its deadline are closed.
 */
export function listMethods(
  records: readonly CompanyRecord[],
  due: AmountDue | undefined,
): PaymentMethod[] {
  return paymentChannels.flatMap((channel) =>
    sortCompanies(records, channel, due?.total_kobo ?? usualKobo).map((provider) => {
      const available = due === undefined || isChannelInTime(channel, due)
      const { label, hint, late } = methodTexts[channel]
      return {
        provider,
        channel,
        label,
        hint,
        banks: channel === 'ussd' ? [...listUssdBanks(provider)] : [],
        available,
        reason: available ? null : late,
      }
    }),
  )
}

/** The amount that is assumed if none is given, kobo. */
const usualKobo = 1_000_000
