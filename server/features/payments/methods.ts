import { type PaymentMethod, channels, providers } from '#contract/payments'
import type { Channel } from './provider.ts'
import type { BookingToPay } from './repository.ts'

/** Minutes people need to finish paying by a channel. */
const minutesNeeded = { card: 2, transfer: 10, ussd: 5 } as const

const words: Record<Channel, { label: string; hint: string }> = {
  card: { label: 'Card', hint: 'Mastercard, Visa or Verve' },
  transfer: { label: 'Bank transfer', hint: 'To an account made for this payment' },
  ussd: { label: 'USSD', hint: 'Dial a code; works without internet' },
}

/** Whether a channel can still finish: a transfer or USSD payment makes the hold longer, once. */
export function isOpen(channel: Channel, booking: BookingToPay): boolean {
  const held = channel === 'card' ? booking.hold_minutes_left : booking.longest_minutes_left
  return Math.min(held, booking.sale_minutes_left) >= minutesNeeded[channel]
}

/** Every provider's channels; with a booking, closed where they cannot finish before its deadline. */
export function methodsFor(booking: BookingToPay | undefined): PaymentMethod[] {
  return providers.flatMap((provider) =>
    channels.map((channel) => {
      const available = booking === undefined || isOpen(channel, booking)
      const { label, hint } = words[channel]
      return {
        provider,
        channel,
        label,
        hint,
        available,
        reason: available
          ? null
          : `${label} takes about ${minutesNeeded[channel]} minutes, longer than your seats can wait.`,
      }
    }),
  )
}
