import * as z from 'zod/mini'
import { RefundTier } from '#contract/policy'
import { instant, kobo, signedKobo } from '#contract/shapes'
import { TripSummary } from '#contract/trips/model'

/**
 * The refund for cancelling now, until the next tier begins. `to_wallet`: whether the money may go to the wallet,
 * because the account that has the booking paid for it.
 */
export const CancellationPreview = z.object({
  refund_kobo: kobo,
  fee_kobo: kobo,
  tier: RefundTier,
  valid_until: instant,
  seats: z.array(z.int()),
  to_wallet: z.boolean(),
  lines: z.array(z.object({ label: z.string(), amount_kobo: signedKobo })),
})

export type CancellationPreview = z.output<typeof CancellationPreview>

/**
 * A trip to which a booking could move. `difference_kobo`: more (positive) or less than was paid. Of a negative
 * difference, `kept_kobo` is not refunded, since a move refunds no more than a cancellation.
 */
export const RescheduleOption = z.object({
  trip: TripSummary,
  difference_kobo: signedKobo,
  kept_kobo: kobo,
  free_seats: z.array(z.int()),
})

export type RescheduleOption = z.output<typeof RescheduleOption>
