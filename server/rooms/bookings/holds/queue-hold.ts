import type { Db } from '#server/db/client'
import type { SellableTripPart } from '#server/rooms/trips'
import { makeId, makeReference } from '#server/platform/ids'
import { priceSeats } from './price.ts'
import { insertHold, findAdjacentSeats } from './seat-repository.ts'

/** The person whose turn on the waitlist it is, with the number of seats and the minutes for which they are held. */
export interface WaitlistTurn {
  person_id: string
  /**
   * The id of their entry in the waitlist. Holds for a waitlist entry count against no limit, and no other hold
   * replaces them.
   */
  place_id: string
  travellers: number
  minutes: number
}

/**
 * Holds free seats of a trip, as close together as possible, for the person whose turn it is, at today's adult fare.
 * Returns the booking's id; undefined if too few seats are free or the trip is not on sale.
 */
export async function holdSeatsForWaitlist(
  tx: Db,
  part: SellableTripPart,
  turn: WaitlistTurn,
): Promise<string | undefined> {
  const { seat_fare_kobo, trip_id, leg_from, leg_to } = part
  if (!part.on_sale || seat_fare_kobo === null) return undefined
  const seats = await findAdjacentSeats(tx, part, turn.travellers)
  if (seats === undefined) return undefined
  const types = seats.map(() => 'adult')
  const fare = priceSeats({ ...part, seat_fare_kobo }, types, false, () => 'travellers')
  const id = makeId()
  const { outcome } = await insertHold(tx, {
    id,
    reference: makeReference(),
    trip_id,
    leg_from,
    leg_to,
    seats,
    types,
    holder: `queue:${turn.place_id}`,
    user_id: turn.person_id,
    guest_token_sha256: null,
    fare,
    minutes: turn.minutes,
    network: null,
    proof: null,
    factor: 1,
  })
  return outcome === 'held' ? id : undefined
}
