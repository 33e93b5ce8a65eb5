import { computeFareShare } from '#contract/fare'
import type { PassengerType } from '#contract/lookups/model'
import type { TripDetail } from '#contract/trips/model'

/** Returns the price of a trip for these travellers, one seat each, in kobo. The server checks it again. */
export function priceSeats(
  { fare_kobo, fare_lines }: TripDetail,
  types: readonly PassengerType[],
  travellers: readonly { passenger_type: string }[],
): number {
  const seat_kobo = fare_lines[0]?.amount_kobo ?? 0
  return travellers.reduce((sum, { passenger_type }) => {
    const percent = types.find(({ code }) => code === passenger_type)?.fare_percent ?? 100
    return sum + (fare_kobo ?? 0) - seat_kobo + computeFareShare(seat_kobo, percent)
  }, 0)
}
