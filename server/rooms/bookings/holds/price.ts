import { makeRefusal } from '#contract/errors'
import { type PassengerTypePrice, priceFare } from '#contract/fare'
import type { FrozenFare } from '#server/rooms/bookings/record'

/**
 * The adult fare of a seat without fees, and the park fee, in kobo, with the share of the fare for each traveller type.
 */
export interface SeatFares {
  seat_fare_kobo: number
  park_fee_kobo: number
  passenger_types: readonly PassengerTypePrice[]
}

/**
 * Computes the price of seats by the types of their travellers, in kobo, in the form that is stored with a booking.
 * Throws `invalid_input` at `field(index)` for an unknown type.
 */
export function priceSeats(
  { seat_fare_kobo, park_fee_kobo, passenger_types }: SeatFares,
  types: readonly string[],
  insurance: boolean,
  field: (index: number) => string,
): FrozenFare {
  const known = new Map(passenger_types.map(({ code, ...price }) => [code, price]))
  const seats = types.map((type, index) => {
    const price = known.get(type)
    if (price !== undefined) return price
    throw makeRefusal('invalid_input', {
      fields: { [field(index)]: 'This is not one of our traveller types.' },
    })
  })
  return {
    ...priceFare(seat_fare_kobo, park_fee_kobo, seats, insurance),
    seat_fare_kobo,
    park_fee_kobo,
    seats,
  }
}
