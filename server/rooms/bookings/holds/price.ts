import { makeRefusal } from '#contract/errors'
import { priceFare, type SeatPrice } from '#contract/fare'
import type { Db } from '#server/db/client'
import type { FrozenFare } from '#server/rooms/bookings/record'
import { findPassengerTypes } from './traveller-repository.ts'

/**
 * Computes the price of seats by the types of their travellers, in kobo, ready to be frozen. Throws `invalid_input` at
 * `field(index)` for an unknown type.
 */
export async function priceSeats(
  db: Db,
  fares: SeatFares,
  types: readonly string[],
  insurance: boolean,
  field: (index: number) => string,
): Promise<FrozenFare> {
  return priceSeatsByTypes(await findPassengerTypes(db), fares, types, insurance, field)
}

/** The adult fare of a seat without fees, and the park fee, in kobo. */
interface SeatFares {
  seat_fare_kobo: number
  park_fee_kobo: number
}

/** Computes the price of seats as `priceSeats` does, with the shares of traveller types that `known` has by code. */
export function priceSeatsByTypes(
  known: ReadonlyMap<string, SeatPrice>,
  { seat_fare_kobo, park_fee_kobo }: SeatFares,
  types: readonly string[],
  insurance: boolean,
  field: (index: number) => string,
): FrozenFare {
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
