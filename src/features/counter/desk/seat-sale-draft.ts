import { emptySale } from '#features/counter'
import type { ReturnTripChoice } from './use-return-trip.ts'

/**
 * What a clerk has typed for the next sale of seats. Its state is outside the form, so that it survives another
 * destination or departure.
 */
export interface SeatSaleDraft {
  /** The wire id of the trip part to which the chosen seats and the return departure belong; empty if none is typed. */
  trip: string
  seats: readonly number[]
  text: typeof emptySale
  back: ReturnTripChoice | undefined
}

export const emptySeatSaleDraft: SeatSaleDraft = {
  trip: '',
  seats: [],
  text: emptySale,
  back: undefined,
}

/** Returns what was typed for a trip part. Seats and the return departure of another part are left out. */
export const adaptSeatSaleDraft = (draft: SeatSaleDraft, trip: string): SeatSaleDraft =>
  draft.trip === trip
    ? draft
    : { ...draft, trip, seats: [], back: draft.back && { ...draft.back, trip: '', seats: [] } }
