import { formatCount } from '#contract/quantities'
import type {
  listRescheduleOptions as listRescheduleOptionsEndpoint,
  rescheduleBooking as rescheduleBookingEndpoint,
} from '#contract/bookings/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { computeAdultTotal } from '#contract/fare'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import type { Context } from '#server/context'
import {
  type BookingRow,
  toBooking,
  readBooking,
  lockOwnBooking,
  findOwnBooking,
  listTravellingSeats,
} from '#server/rooms/bookings/record'
import { priceSeats, makeSeatTakenRefusal } from '#server/rooms/bookings/holds'
import { announceTickets } from '#server/rooms/bookings/news'
import { requestRefund } from '#server/rooms/payments'
import { makeTicketIds } from '#server/platform/ticket-ids'
import { findSellableByWireId, summarizeTrips } from '#server/rooms/trips'
import { listFeeBases, computeCancellation, priceBooking, findRefundTier } from './cancellation.ts'
import {
  addRefund,
  findFreeSeatsOfTrips,
  lockBookingTickets,
  moveBooking,
  findRescheduleTrips,
} from './change-repository.ts'

const hour = 3_600_000

/**
 * Returns departures of the same operator between the same cities in the next 14 days that have enough free seats,
 * with the price difference (kobo; a negative one is refunded). More expensive departures are listed, but refused when
 * chosen. Throws `not_found`, and `reschedule_closed` if the booking cannot be moved.
 */
export async function listRescheduleOptions(
  ctx: Context,
  input: Input<typeof listRescheduleOptionsEndpoint>,
): Promise<Output<typeof listRescheduleOptionsEndpoint>> {
  const row = await findOwnBooking(ctx, input.reference)
  refuseUnlessMovable(row)
  const ids = await findRescheduleTrips(ctx.db, row.id)
  const [trips, rooms] = [
    await summarizeTrips(ctx.db, ids),
    await findFreeSeatsOfTrips(ctx.db, ids),
  ]
  const options: Output<typeof listRescheduleOptionsEndpoint> = []
  /** Most departures cost the same, so only a few fares are computed. */
  const known = new Map<string, ReturnType<typeof termsOf>>()
  for (const id of ids) {
    const trip = trips.get(id)
    const { free_seats = [], park_fee_kobo = 0 } = rooms.get(id) ?? {}
    if (
      trip === undefined ||
      trip.fare_kobo === null ||
      free_seats.length < listTravellingSeats(row).length
    )
      continue
    const seat_fare_kobo = trip.fare_kobo - computeAdultTotal(0, park_fee_kobo)
    const fare = `${seat_fare_kobo} ${park_fee_kobo}`
    const terms = known.get(fare) ?? termsOf(ctx, row, { seat_fare_kobo, park_fee_kobo })
    known.set(fare, terms)
    const { difference_kobo, kept_kobo } = await terms
    options.push({ trip, difference_kobo, kept_kobo, free_seats })
  }
  return options
}

/**
 * Moves all travellers to `seats` of another trip, once, until an hour before departure. A lower price is refunded to
 * the source, but not more than a cancellation would refund. Tickets are sent again. A later cancellation costs at
 * least today's fee. Throws the refusals of the contract; `price_changed` for a more expensive trip.
 */
export async function rescheduleBooking(
  ctx: Context,
  input: Input<typeof rescheduleBookingEndpoint>,
): Promise<Output<typeof rescheduleBookingEndpoint>> {
  const row = await lockOwnBooking(ctx, input.reference)
  await lockBookingTickets(ctx.db, row.id)
  refuseUnlessMovable(row)
  const old_seats = listTravellingSeats(row)
  if (input.seats.length !== old_seats.length) {
    const people = formatCount(old_seats.length, 'seat')
    throw makeRefusal('invalid_input', {
      fields: { seats: `Choose ${people}, one for each traveller.` },
    })
  }
  const part = await findSellableByWireId(ctx.db, input.trip_id)
  if (part === undefined)
    throw makeRefusal('not_found', { detail: 'This trip does not exist. Choose another.' })
  if (!(await findRescheduleTrips(ctx.db, row.id)).includes(input.trip_id)) {
    throw makeRefusal('invalid_input', {
      fields: { trip_id: 'This booking cannot move to that trip. Choose one from the list.' },
    })
  }
  const { seat_fare_kobo, park_fee_kobo } = part
  if (seat_fare_kobo === null) throw makeRefusal('fare_unknown')
  const terms = await termsOf(ctx, row, { seat_fare_kobo, park_fee_kobo })
  const { difference_kobo, kept_kobo, ...how } = terms
  if (difference_kobo > 0) {
    throw makeRefusal('price_changed', {
      detail: `This trip costs ${formatNaira(difference_kobo)} more. Cancel and book it instead.`,
    })
  }
  const { outcome, taken } = await moveBooking(ctx.db, {
    booking_id: row.id,
    trip_id: part.trip_id,
    leg_from: part.leg_from,
    leg_to: part.leg_to,
    old_seats,
    seats: input.seats,
    types: typesOf(row),
    ...how,
    fee_percent: findRefundTier(row).fee_percent,
    tickets: makeTicketIds(ctx.config, maxSeats),
  })
  if (outcome === 'seat_taken') throw makeSeatTakenRefusal(taken)
  if (outcome !== 'moved')
    throw makeRefusal(outcome === 'not_movable' ? 'reschedule_closed' : outcome)
  await giveDifference(ctx, row, -difference_kobo - kept_kobo, input.seats)
  await announceTickets(ctx.db, row.id)
  return toBooking(ctx.db, await readBooking(ctx.db, row.id))
}

async function giveDifference(
  ctx: Context,
  row: BookingRow,
  amount_kobo: number,
  seats: number[],
): Promise<void> {
  if (amount_kobo === 0) return
  await addRefund(ctx.db, row.id, amount_kobo)
  await requestRefund(ctx.db, {
    payable_id: row.id,
    amount_kobo,
    reason: 'price_difference',
    destination: 'source',
    effect: `move:${row.id}:${row.trip_id}`,
    seats,
  })
}

function refuseUnlessMovable(row: BookingRow): void {
  if (row.paid_at_counter) throw makeRefusal('paid_at_counter')
  const closed = (detail: string) => makeRefusal('reschedule_closed', { detail })
  if (row.status !== 'confirmed')
    throw closed('Only a paid booking that has not left can be moved.')
  if (row.reschedules_left < 1)
    throw closed('This booking was moved once already. Cancel it instead.')
  if (row.boards_at.getTime() - row.server_time.getTime() < hour) {
    throw closed('A booking can be moved until 1 hour before the bus leaves.')
  }
}

/** Returns the types of the travelling passengers, in the order of their seats. */
function typesOf(row: BookingRow): string[] {
  return listTravellingSeats(row).map(
    (seat) => row.passenger_types[row.seats.indexOf(seat)] ?? 'adult',
  )
}

/**
 * Returns the terms of moving all travellers to a trip with this adult fare, in kobo. The refund is limited to that of
 * a cancellation (`cancel_kobo`); otherwise people who cannot travel would first move to the cheapest trip. The rest
 * becomes a line of the new fare.
 */
async function termsOf(
  ctx: Context,
  row: BookingRow,
  trip: { seat_fare_kobo: number; park_fee_kobo: number },
) {
  const indices = listTravellingSeats(row).map((seat) => row.seats.indexOf(seat))
  const priced = await priceSeats(ctx.db, trip, typesOf(row), row.insurance, () => 'trip_id')
  const price_kobo = priceBooking(row)
  const cancel_kobo = computeCancellation(row).refund_kobo
  const difference_kobo = priced.total_kobo - price_kobo
  const kept_kobo = Math.max(0, -difference_kobo - cancel_kobo)
  const kept = {
    code: 'change_fee' as const,
    label: 'Not refunded when you moved',
    quantity: 1,
    unit_kobo: kept_kobo,
    amount_kobo: kept_kobo,
  }
  const fare = {
    ...priced,
    lines: kept_kobo === 0 ? priced.lines : [...priced.lines, kept],
    total_kobo: priced.total_kobo + kept_kobo,
    fee_bases: listFeeBases(row.fare, indices),
  }
  return { fare, difference_kobo, kept_kobo, price_kobo, cancel_kobo }
}
