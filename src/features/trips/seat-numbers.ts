import type { TripDetail } from '#contract/trips/model'

/**
 * Returns the seats among `seats` that can be sold: those that are free, and those in `sent`, which a request without
 * an answer may have taken for this very sale.
 */
export const listFreeSeats = (
  trip: TripDetail,
  seats: readonly number[],
  sent: readonly number[] = [],
) =>
  seats.filter(
    (seat) =>
      sent.includes(seat) ||
      trip.seats.some(({ number, state }) => number === seat && state === 'free'),
  )

/** Adds or removes a seat. Of more than `most` seats, those chosen first are dropped. */
export const toggleSeat = (seats: readonly number[], seat: number, most: number) =>
  seats.includes(seat) ? seats.filter((one) => one !== seat) : [...seats, seat].slice(-most)
