import type { Input } from '#contract/endpoint'
import type { sellAtCounter } from '#contract/counter/endpoints'
import type { Db } from '#server/db/client'
import type { FrozenFare } from '#server/rooms/bookings/record'
import { saveTravellers } from './traveller-repository.ts'

/**
 * Stores the travellers of a sale at a counter. They may leave out details that the law requires. Returns the phone
 * number of the first traveller who gave one.
 */
export async function saveWalkInTravellers(
  tx: Db,
  sale: Pick<Input<typeof sellAtCounter>, 'passengers' | 'next_of_kin'> & {
    booking_id: string
    fare: FrozenFare
  },
): Promise<string | undefined> {
  const { booking_id, passengers, next_of_kin, fare } = sale
  const phone = passengers.find((one) => one.phone !== undefined)?.phone
  await saveTravellers(tx, {
    booking_id,
    passengers: passengers.map((one) => ({ ...one, address: one.address ?? '' })),
    types: passengers.map(({ passenger_type }) => passenger_type),
    contact: { full_name: passengers[0]?.full_name ?? '', phone },
    next_of_kin,
    insurance: false,
    fare,
  })
  return phone
}
