import { type PaymentMethod, channels } from '#contract/payments/model'
import type { ThingToPay } from '#server/platform/payable'
import { bestFirst } from './companies.ts'
import type { Lately } from './company-repository.ts'
import type { Channel } from './provider.ts'
import { ussdBanksOf } from './providers.ts'

/** Minutes people need to finish paying by a channel. */
const minutesNeeded = { card: 2, transfer: 10, ussd: 5 } as const

const words: Record<Channel, { label: string; hint: string; late: string }> = {
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

/** Whether a channel can still finish: a transfer or USSD payment may make its wait longer, once. */
export function isOpen(channel: Channel, thing: ThingToPay): boolean {
  const left = channel === 'card' ? thing.card_minutes : thing.longest_minutes
  return left >= minutesNeeded[channel]
}

/**
 * Every way to pay; of a channel, the company that is best now comes first. With a thing to pay, those are closed
 * that cannot finish before its deadline.
 */
export function methodsFor(
  lately: readonly Lately[],
  thing: ThingToPay | undefined,
): PaymentMethod[] {
  return channels.flatMap((channel) =>
    bestFirst(lately, channel, thing?.total_kobo ?? usualKobo).map((provider) => {
      const available = thing === undefined || isOpen(channel, thing)
      const { label, hint, late } = words[channel]
      return {
        provider,
        channel,
        label,
        hint,
        banks: channel === 'ussd' ? [...ussdBanksOf(provider)] : [],
        available,
        reason: available ? null : late,
      }
    }),
  )
}

/** The assumed amount when none is given. */
const usualKobo = 1_000_000
