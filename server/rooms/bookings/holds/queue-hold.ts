import type { Db } from '#server/db/client'
import type { SellableTripPart } from '#server/rooms/trips'
import { makeId, makeReference } from '#server/platform/ids'
import { priceSeats } from './price.ts'
import { insertHold, findAdjacentSeats } from './seat-repository.ts'

/** The person whose turn on the waitlist it is, with the number of seats and the minutes for which they are held. */
export interface WaitlistTurn {
  person_id: string
  /** The id of their entry in the waitlist. No other hold replaces a hold for a waitlist entry. */
  place_id: string
  travellers: number
  minutes: number
  /** The network from which they joined, as a keyed hash; null if its holds are not limited. */
  network: string | null
  /** The factor by which the limits of holds are multiplied. */
  factor: number
}

/** The id of the booking that holds the seats, or why there is none. */
export type WaitlistHold =
  | { outcome: 'held'; booking_id: string }
  /** Too few seats are free, or the trip is not on sale. */
  | { outcome: 'no_seats' }
  /** The unknown people of the network hold their share of unpaid seats. */
  | { outcome: 'network_limit' }
  /** Somebody in the network holds seats at this moment; the next attempt may succeed. */
  | { outcome: 'network_busy' }

/**
 * Holds free seats of a trip, as close together as possible, for the person whose turn it is, at today's adult fare.
 */
export async function holdSeatsForWaitlist(
  tx: Db,
  part: SellableTripPart,
  turn: WaitlistTurn,
): Promise<WaitlistHold> {
  const { seat_fare_kobo, trip_id, leg_from, leg_to } = part
  if (!part.on_sale || seat_fare_kobo === null) return { outcome: 'no_seats' }
  const seats = await findAdjacentSeats(tx, part, turn.travellers)
  if (seats === undefined) return { outcome: 'no_seats' }
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
    network: turn.network,
    proof: null,
    factor: turn.factor,
  })
  if (outcome === 'held') return { outcome, booking_id: id }
  if (outcome === 'network_busy') return { outcome }
  return { outcome: outcome === 'proof_needed' ? 'network_limit' : 'no_seats' }
}
