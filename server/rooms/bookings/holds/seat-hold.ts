import { holdMinutes } from '#contract/policy'
import { formatSeats, pluralize } from '#contract/quantities'
import { makeRefusal } from '#contract/errors'
import { saleDays } from '#contract/sale'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { makeId, makeReference } from '#server/platform/ids'
import { findSellableByWireId, type SellableTripPart } from '#server/rooms/trips'
import { makePuzzle, type PuzzleSubject } from './puzzle.ts'
import { insertHold, type NewHold } from './seat-repository.ts'

/** A part of a trip that is on sale now, at a known fare. */
export interface TripPartOnSale extends SellableTripPart {
  seat_fare_kobo: number
}

/** Finds a part of a trip by its wire id. Throws `not_found`, `trip_not_on_sale` and `fare_unknown`. */
export async function findTripPartOnSale(db: Db, trip_id: string): Promise<TripPartOnSale> {
  const part = await findSellableByWireId(db, trip_id)
  if (part === undefined)
    throw makeRefusal('not_found', { detail: 'This trip does not exist. Search again.' })
  if (part.sales_closed)
    throw makeRefusal('trip_not_on_sale', {
      detail: 'Sales closed: the operator sells no more seats on this bus. Choose another.',
    })
  if (!part.on_sale) throw makeRefusal('trip_not_on_sale')
  if (part.is_too_early)
    throw makeRefusal('trip_not_on_sale', {
      detail: `Tickets are sold for the next ${saleDays} days. Come back nearer the day.`,
    })
  const { seat_fare_kobo } = part
  if (seat_fare_kobo === null)
    throw makeRefusal('fare_unknown', { detail: callOperator(part.operator_phone) })
  return { ...part, seat_fare_kobo }
}

/** Finds a part of a trip of this operator, for its counter. Throws as `findTripPartOnSale` does. */
export async function findOwnTripPartOnSale(
  db: Db,
  { trip_id, operator_id }: { trip_id: string; operator_id: string },
): Promise<TripPartOnSale> {
  const part = await findTripPartOnSale(db, trip_id)
  if (part.operator_id === operator_id) return part
  throw makeRefusal('not_found', { detail: 'You have no departure with this id.' })
}

type Claim = Omit<
  NewHold,
  'id' | 'reference' | 'trip_id' | 'leg_from' | 'leg_to' | 'minutes' | 'factor'
> & {
  /** The caller and trip for which a puzzle is made, if one is needed. */
  puzzle: PuzzleSubject
}

/**
 * Holds seats of a part of a trip, all or none, and returns the id of the new booking. Throws the refusals of
 * `holdSeats` about seats, the trip and the caller's network.
 */
export async function holdSeatsOfTripPart(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { trip_id, leg_from, leg_to }: TripPartOnSale,
  { puzzle, ...claim }: Claim,
): Promise<string> {
  const id = makeId()
  const { outcome, taken } = await insertHold(db, {
    ...claim,
    id,
    reference: makeReference(),
    trip_id,
    leg_from,
    leg_to,
    minutes: holdMinutes,
    factor: config.rate_limit_factor,
  })
  if (outcome === 'seat_taken') throw makeSeatTakenRefusal(taken)
  if (outcome === 'already_paying') throw alreadyPaying(taken)
  if (outcome === 'proof_needed') throw makeRefusal(outcome, { puzzle: makePuzzle(config, puzzle) })
  if (outcome === 'network_busy') throw makeRefusal(outcome, { retry_after: 60 })
  if (outcome !== 'held') throw makeRefusal(outcome)
  return id
}

/** Returns the refusal for taken seats, which lists them. */
export function makeSeatTakenRefusal(seats: number[]) {
  const words = `${formatSeats(seats, 'Seat')} ${pluralize(seats.length, 'was', 'were')} just taken.`
  return makeRefusal('seat_taken', { detail: `${words} Pick another.`, fields: { seats: words } })
}

function alreadyPaying(seats: number[]) {
  const words = `You are paying for ${formatSeats(seats)} already.`
  return makeRefusal('seat_taken', {
    detail: `${words} Finish that payment, or release those seats first.`,
    fields: { seats: words },
  })
}

/** Throws `invalid_input` with the seats that are not sold on this vehicle. */
export function refuseUnknownSeats(seats: number[], sellable: number[]): void {
  const wrong = seats.flatMap((seat, index) =>
    sellable.includes(seat)
      ? []
      : [[`seats.${index}`, `Seat ${seat} is not on sale on this trip.`]],
  )
  if (wrong.length > 0) throw makeRefusal('invalid_input', { fields: Object.fromEntries(wrong) })
}

function callOperator(phone: string | null): string {
  return phone === null
    ? 'The operator has not given the fare of this trip yet.'
    : `The operator has not given the fare of this trip. Call ${phone}.`
}
