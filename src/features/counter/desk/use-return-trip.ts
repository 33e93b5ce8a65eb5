import type { PassengerType } from '#contract/lookups/model'
import { listFreeSeats } from '#features/trips'
import { useQuery } from '@tanstack/react-query'
import { priceSeats } from './price-seats.ts'
import { seatsQuery } from './queries.ts'

/** The chosen return trip: the day, the wire id of the departure, and the seats on it. Empty until they are chosen. */
export interface ReturnTripChoice {
  day: string
  trip: string
  seats: readonly number[]
}

/**
 * Returns the return trip of a sale: what is chosen (undefined if the travellers do not travel back), the seats on it,
 * its input, its price in kobo, and whether there is a seat for each of `count` travellers.
 */
export function useReturnTrip(
  choice: ReturnTripChoice | undefined,
  types: readonly PassengerType[],
) {
  const id = choice?.trip ?? ''
  const trip = useQuery({ ...seatsQuery(id), enabled: id !== '' }).data
  const isSellable = trip !== undefined && trip.fare_kobo !== null
  const seats = isSellable ? listFreeSeats(trip, choice?.seats ?? []) : []
  return {
    choice,
    seats,
    input: choice && { back: { trip_id: id, seats } },
    price: (travellers: readonly { passenger_type: string }[]) =>
      choice === undefined || trip === undefined ? 0 : priceSeats(trip, types, travellers),
    isWhole: (count: number) => choice === undefined || seats.length === count,
  }
}
