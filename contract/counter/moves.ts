import * as z from 'zod/mini'
import { chosenSeats } from '#contract/bookings/model'
import { kobo, reference, tripId } from '#contract/shapes'
import { TripSummary } from '#contract/trips/model'
import { CounterSale } from './model.ts'
import { counterMeans } from './rules.ts'

/**
 * A departure to which a sale can move, and the price difference. `take_kobo`: what the clerk takes if it costs more.
 * `pay_out_kobo`: what the clerk pays out in cash if it costs less. `kept_kobo`: the part of this difference that is
 * not paid out, since a move pays out no more than a cancellation.
 */
export const CounterMoveOption = z.object({
  trip: TripSummary,
  free_seats: z.array(z.int()),
  take_kobo: kobo,
  pay_out_kobo: kobo,
  kept_kobo: kobo,
})

export type CounterMoveOption = z.output<typeof CounterMoveOption>

/** Where a sale could move, the earliest departure first; `closed` says why it cannot move at all. */
export const CounterMovePreview = z.object({
  reference: z.string(),
  travellers: z.array(z.object({ seat: z.int(), full_name: z.string() })),
  closed: z.nullable(z.string()),
  options: z.array(CounterMoveOption),
})

export type CounterMovePreview = z.output<typeof CounterMovePreview>

/**
 * A move to `seats` of another departure, one for each traveller in the order of the preview. The sums are those of the
 * preview. `means`: how the traveller pays `take_kobo`.
 */
export const CounterMoveInput = z
  .strictObject({
    reference,
    trip_id: tripId,
    seats: chosenSeats,
    means: z.optional(z.enum(counterMeans, 'Choose how they pay.')),
    take_kobo: kobo,
    pay_out_kobo: kobo,
  })
  .check(
    z.refine(({ take_kobo, means }) => take_kobo === 0 || means !== undefined, {
      error: 'Choose how they pay.',
      path: ['means'],
    }),
  )

export type CounterMoveInput = z.output<typeof CounterMoveInput>

/** The sale after its move, with its new tickets, and what was taken or paid out for it. */
export const CounterMove = z.object({
  ...CounterSale.shape,
  taken_kobo: kobo,
  paid_kobo: kobo,
})

export type CounterMove = z.output<typeof CounterMove>
