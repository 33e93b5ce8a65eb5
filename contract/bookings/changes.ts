import * as z from 'zod/mini'
import { RefundTier } from '#contract/policy'
import { instant, kobo, signedKobo } from '#contract/shapes'
import { TripSummary } from '#contract/trips/model'

/**
 * What a cancellation would give back now. Valid until the next tier begins. `to_wallet`: the account
 * whose booking it is paid for it itself, so the money may go into its wallet; else it goes to its source.
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
 * A trip a booking could move to. `difference_kobo`: more (above 0) or less than what was paid; of less,
 * `kept_kobo` does not come back, since a move gives back no more than cancelling would.
 */
export const RescheduleOption = z.object({
  trip: TripSummary,
  difference_kobo: signedKobo,
  kept_kobo: kobo,
  free_seats: z.array(z.int()),
})

export type RescheduleOption = z.output<typeof RescheduleOption>
