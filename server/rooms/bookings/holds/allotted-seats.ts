import type { AllottedSaleInput } from '#contract/counter/model'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Db } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { type NewTickets, toTicketGoods } from '#server/platform/ticket-ids'
import { enqueueTicketMessages } from '#server/rooms/bookings/news'
import { payAtCounter } from '#server/rooms/payments'
import {
  type AllottedTripPart,
  claimAllottedSeats,
  holdAllottedSeats,
  isBeforeDeparture,
} from './allotted-seat-repository.ts'
import { refuseInfantsOnChildLaps } from './passenger-checks.ts'
import { priceSeats } from './price.ts'
import {
  findOwnTripPartOnSale,
  makeSeatTakenRefusal,
  refuseUnknownSeats,
  type TripPartOnSale,
} from './seat-hold.ts'
import { saveWalkInTravellers } from './walk-ins.ts'

/**
 * Sets seats of one of this operator's departures aside for the allotment `id`, all or none. Returns the part of the
 * trip and the prices by traveller type. Throws the refusals of `allotSeats` about the trip and its seats.
 */
export async function allotSeats(
  tx: Db,
  wanted: { id: string; trip_id: string; seats: number[]; operator_id: string },
): Promise<TripPartOnSale> {
  const part = await findOwnTripPartOnSale(tx, wanted)
  refuseUnknownSeats(wanted.seats, part.sellable)
  const outcome = await claimAllottedSeats(tx, { ...part, ...wanted, trip_id: part.trip_id })
  if (outcome === 'seat_taken') throw makeSeatTakenRefusal(wanted.seats)
  if (outcome !== 'allotted') throw makeRefusal(outcome)
  return part
}

/** A sale of allotted seats. `tickets`: those that were signed for these seats, in the order of the passengers. */
export type AllottedSale = Pick<AllottedSaleInput, 'passengers' | 'next_of_kin' | 'total_kobo'> & {
  operator_id: string
  holder: string
  tickets: NewTickets
}

/**
 * Sells seats of an allotment, at its fares, to people who have paid the operator, even after the bus has left. If the
 * departure has another vehicle now, without these seats, they get other seats. Returns the id of the booking. Throws
 * the refusals of `sellAllottedSeats` about the trip, its seats and the price.
 */
export async function sellAllottedSeats(
  tx: Db,
  part: AllottedTripPart,
  { passengers, next_of_kin, total_kobo, operator_id, holder, tickets }: AllottedSale,
): Promise<string> {
  refuseInfantsOnChildLaps(passengers)
  const types = passengers.map(({ passenger_type }) => passenger_type)
  const fare = priceSeats(part, types, false, (index) => `passengers.${index}.passenger_type`)
  if (fare.total_kobo !== total_kobo)
    throw makeRefusal('price_changed', {
      detail: `These seats were set aside at ${formatNaira(fare.total_kobo)}.`,
    })
  const id = makeId()
  const seats = passengers.map(({ seat }) => seat)
  const outcome = await holdAllottedSeats(tx, part, { id, seats, types, holder, fare })
  if (outcome === 'trip_not_on_sale')
    throw makeRefusal(outcome, {
      detail: `This departure was cancelled. Give the traveller ${formatNaira(total_kobo)} back.`,
    })
  if (outcome !== 'held') throw makeSeatTakenRefusal(seats)
  const phone = await saveWalkInTravellers(tx, { booking_id: id, passengers, next_of_kin, fare })
  const goods = { ...toTicketGoods(tickets), is_allotted: true }
  const paid = await payAtCounter(tx, { kind: 'booking', payable_id: id, operator_id, goods })
  if (paid !== 'confirmed' && paid !== 'confirmed_other_seats') throw makeSeatTakenRefusal(seats)
  if (phone !== undefined && (await isBeforeDeparture(tx, id))) await enqueueTicketMessages(tx, id)
  return id
}
