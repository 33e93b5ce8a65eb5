import type { Input } from '#contract/endpoint'
import type { sellAtCounter } from '#contract/counter/endpoints'
import { makeRefusal } from '#contract/errors'
import { isPaid } from '#contract/bookings/rules'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { makeTicketIds } from '#server/platform/ticket-ids'
import { findBookingByReference, lockBooking } from '#server/rooms/bookings/record'
import { announceTickets } from '#server/rooms/bookings/news'
import { payAtCounter } from '#server/rooms/payments'
import { refuseBabiesOnChildren } from './passenger-checks.ts'
import { priceSeats } from './price.ts'
import { requireOpenHold } from './return-trip.ts'
import {
  claimTripPart,
  findTripPartOnSale,
  makeSeatTakenRefusal,
  refuseUnknownSeats,
} from './seat-hold.ts'
import { saveWalkIns } from './walk-ins.ts'

/** A sale at a counter. `holder` names the clerk's shift, so that one clerk sells one booking at a time. */
type CounterSale = Pick<
  Input<typeof sellAtCounter>,
  'trip_id' | 'passengers' | 'next_of_kin' | 'total_kobo'
> & { operator_id: string; holder: string }

/**
 * Sells seats to people who have paid the operator itself: the seats are held as everybody's are, then paid for and
 * confirmed in the same transaction. Returns the id of the booking and its price. Throws the refusals of
 * `sellAtCounter` about the trip, its seats and its price.
 */
export async function sellSeatsAtCounter(
  ctx: Pick<Context, 'db' | 'config' | 'payables'>,
  { passengers, next_of_kin, total_kobo, operator_id, holder, trip_id }: CounterSale,
): Promise<{ id: string; total_kobo: number }> {
  const part = await findTripPartOnSale(ctx.db, trip_id)
  if (part.operator_id !== operator_id)
    throw makeRefusal('not_found', { detail: 'You have no departure with this id.' })
  const seats = passengers.map(({ seat }) => seat)
  refuseUnknownSeats(seats, part.sellable)
  refuseBabiesOnChildren(passengers)
  const types = passengers.map(({ passenger_type }) => passenger_type)
  const fare = await priceSeats(
    ctx.db,
    part,
    types,
    false,
    (index) => `passengers.${index}.passenger_type`,
  )
  if (fare.total_kobo !== total_kobo)
    throw makeRefusal('price_changed', {
      detail: `The price is ${formatNaira(fare.total_kobo)} now. Tell the traveller before you sell.`,
    })
  const id = await claimTripPart(ctx, part, {
    seats,
    types,
    fare,
    holder,
    user_id: null,
    guest_token_sha256: null,
    network: null,
    proof: null,
    puzzle: { trip_id, holder },
  })
  const phone = await saveWalkIns(ctx.db, { booking_id: id, passengers, next_of_kin, fare })
  await confirmPaidAtCounter(ctx, { id, operator_id, seats })
  if (phone !== undefined) await announceTickets(ctx.db, id)
  return { id, total_kobo: fare.total_kobo }
}

/**
 * Sells the seats of a reservation to people who have paid the operator itself. Returns the id of the booking. Throws
 * the refusals of `sellReservation` about the booking and its price. The reservation may be overdue, as long as nobody
 * else has its seats.
 */
export async function sellReservedSeats(
  ctx: Pick<Context, 'db' | 'config'>,
  reservation: { reference: string; operator_id: string; total_kobo: number },
): Promise<string> {
  const { operator_id, total_kobo } = reservation
  const reference = normaliseReference(reservation.reference)
  await lockBooking(ctx.db, { reference })
  const row = await findBookingByReference(ctx.db, reference)
  if (row === undefined || row.operator_id !== operator_id || !row.is_reserved)
    throw makeRefusal('not_found', { detail: 'No reserved booking has this code.' })
  if (isPaid(row)) throw makeRefusal('already_paid')
  requireOpenHold(row)
  if (row.total_kobo !== total_kobo)
    throw makeRefusal('price_changed', {
      detail: `The price is ${formatNaira(row.total_kobo)} now. Tell the traveller before you sell.`,
    })
  await confirmPaidAtCounter(ctx, { id: row.id, operator_id, seats: row.seats })
  await announceTickets(ctx.db, row.id)
  return row.id
}

/** Confirms a booking whose money the operator has taken itself. Throws `seat_taken` if somebody else has a seat. */
async function confirmPaidAtCounter(
  ctx: Pick<Context, 'db' | 'config'>,
  { id, operator_id, seats }: { id: string; operator_id: string; seats: number[] },
): Promise<void> {
  const { kid, ids, codes } = makeTicketIds(ctx.config, maxSeats)
  const outcome = await payAtCounter(ctx.db, {
    kind: 'booking',
    payable_id: id,
    operator_id,
    goods: { kid, ids: ids.map((one) => one.toString('hex')), codes },
  })
  if (outcome !== 'confirmed') throw makeSeatTakenRefusal(seats)
}
