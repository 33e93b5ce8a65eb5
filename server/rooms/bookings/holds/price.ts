import { makeRefusal } from '#contract/errors'
import { priceFare } from '#contract/fare'
import type { Db } from '#server/db/client'
import type { FrozenFare } from '#server/rooms/bookings/record'
import { findPassengerTypes } from './traveller-repository.ts'

/**
 * Computes the price of seats by the types of their travellers, in kobo, ready to be frozen. Throws `invalid_input` at
 * `field(index)` for an unknown type.
 */
export async function priceSeats(
  db: Db,
  { seat_fare_kobo, park_fee_kobo }: { seat_fare_kobo: number; park_fee_kobo: number },
  types: readonly string[],
  insurance: boolean,
  field: (index: number) => string,
): Promise<FrozenFare> {
  const known = await findPassengerTypes(db)
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
