import { isPaid } from '#contract/bookings/rules'
import { makeRefusal } from '#contract/errors'
import { computeAdultTotal } from '#contract/fare'
import { maxSeats } from '#contract/policy'
import { formatCount } from '#contract/quantities'
import type { RescheduleOption } from '#contract/bookings/model'
import type { TripSummary } from '#contract/trips/model'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import {
  type BookingRow,
  findBookingByReference,
  listTravellingSeats,
} from '#server/rooms/bookings/record'
import {
  findPassengerTypePrices,
  makeSeatTakenRefusal,
  priceSeats,
  type SeatFares,
} from '#server/rooms/bookings/holds'
import { requestRefund } from '#server/rooms/payments'
import { makeTicketIds } from '#server/platform/ticket-ids'
import {
  findSellableByWireId,
  makeTripId,
  type SellableTripPart,
  summarizeTrips,
} from '#server/rooms/trips'
import {
  computeCancellation,
  findRefundTier,
  listFeeBases,
  computeBookingPrice,
  pendingJobReasons,
} from './cancellation.ts'
import {
  addRefund,
  findBoardedSeats,
  findFreeSeatsOfTrips,
  findPendingJobOfBooking,
  findRescheduleTrips,
  lockReturnTripOfBooking,
  moveBooking,
} from './change-repository.ts'

const hour = 3_600_000

/**
 * Returns departures of the same operator between the same cities in the next 14 days that have enough free seats
 * beyond those of the waitlist, with the price difference (kobo; a negative one is refunded). Departures that would put
 * the two directions of a return trip in the wrong order are omitted.
 */
export async function listMoveOptions(db: Db, row: BookingRow): Promise<RescheduleOption[]> {
  const ids = await findRescheduleTrips(db, row.id)
  const [trips, rooms] = [await summarizeTrips(db, ids), await findFreeSeatsOfTrips(db, ids)]
  const other = await summarizeOtherDirection(db, row)
  const passenger_types = await findPassengerTypePrices(db)
  const options: RescheduleOption[] = []
  /** Most departures cost the same, so only a few fares are computed. */
  const known = new Map<string, ReturnType<typeof termsOf>>()
  for (const id of ids) {
    const trip = trips.get(id)
    const { free_seats = [], open = 0, park_fee_kobo = 0 } = rooms.get(id) ?? {}
    if (
      trip === undefined ||
      trip.fare_kobo === null ||
      describeWrongOrder(trip, other) !== undefined ||
      open < listTravellingSeats(row).length
    )
      continue
    const seat_fare_kobo = trip.fare_kobo - computeAdultTotal(0, park_fee_kobo)
    const fare = `${seat_fare_kobo} ${park_fee_kobo}`
    const terms =
      known.get(fare) ?? termsOf(row, { seat_fare_kobo, park_fee_kobo, passenger_types })
    known.set(fare, terms)
    const { difference_kobo, kept_kobo } = terms
    options.push({ trip, difference_kobo, kept_kobo, free_seats })
  }
  return options
}

interface MoveInput {
  trip_id: string
  seats: number[]
}

/** A move that the policy allows, with its price in kobo. */
export interface MovePlan extends ReturnType<typeof termsOf> {
  part: SellableTripPart
  seats: number[]
}

/**
 * Returns the terms on which all travellers of a booking can move to `seats` of another departure now. Throws the
 * refusals of `rescheduleBooking` about the booking, the departure and its fare.
 */
export async function planMove(
  db: Db,
  row: BookingRow,
  { trip_id, seats }: MoveInput,
): Promise<MovePlan> {
  await refuseUnlessMovable(db, row)
  const count = listTravellingSeats(row).length
  if (seats.length !== count) {
    const people = formatCount(count, 'seat')
    throw makeRefusal('invalid_input', {
      fields: { seats: `Choose ${people}, one for each traveller.` },
    })
  }
  const part = await findSellableByWireId(db, trip_id)
  if (part === undefined)
    throw makeRefusal('not_found', { detail: 'This trip does not exist. Choose another.' })
  if (!(await findRescheduleTrips(db, row.id)).includes(trip_id)) {
    throw makeRefusal('invalid_input', {
      fields: { trip_id: 'This booking cannot move to that trip. Choose one from the list.' },
    })
  }
  await lockReturnTripOfBooking(db, row.id)
  const trip = (await summarizeTrips(db, [trip_id])).get(trip_id)
  const wrong = trip && describeWrongOrder(trip, await summarizeOtherDirection(db, row))
  if (wrong !== undefined) throw makeRefusal('invalid_input', { fields: { trip_id: wrong } })
  const { seat_fare_kobo } = part
  if (seat_fare_kobo === null) throw makeRefusal('fare_unknown')
  return { part, seats, ...termsOf(row, { ...part, seat_fare_kobo }) }
}

/**
 * Moves a booking as `planMove` has planned. The caller holds the locks on the booking and its tickets. If the new
 * price is lower, requests a refund, by default to the source of the payment. If it is higher, the caller collects the
 * difference. Returns the refund's `effect`. Throws `seat_taken`, `seats_kept`, `trip_not_on_sale` and
 * `reschedule_closed`.
 */
export async function executeMovePlan(
  ctx: Pick<Context, 'db' | 'config'>,
  row: BookingRow,
  plan: MovePlan,
  destination: 'wallet' | 'source' = 'source',
): Promise<string> {
  const { part, seats, fare, price_kobo, cancel_kobo } = plan
  const { outcome, taken } = await moveBooking(ctx.db, {
    booking_id: row.id,
    trip_id: part.trip_id,
    leg_from: part.leg_from,
    leg_to: part.leg_to,
    old_seats: listTravellingSeats(row),
    seats,
    types: typesOf(row),
    fare,
    price_kobo,
    cancel_kobo,
    fee_percent: findRefundTier(row).fee_percent,
    tickets: makeTicketIds(ctx.config, maxSeats),
  })
  if (outcome === 'seat_taken') throw makeSeatTakenRefusal(taken)
  if (outcome === 'not_movable') {
    // In the meantime, somebody may have boarded, or the trip may have been cancelled or got another vehicle.
    await refuseUnlessMovable(ctx.db, row)
    throw makeRefusal('reschedule_closed')
  }
  if (outcome === 'seats_kept')
    throw makeRefusal(outcome, {
      detail:
        'The free seats of this departure go to its waiting list first. Choose another departure.',
    })
  if (outcome !== 'moved') throw makeRefusal(outcome)
  const effect = `move:${row.id}:${row.trip_id}`
  const amount_kobo = computeMoveRefund(plan)
  if (amount_kobo === 0) return effect
  await addRefund(ctx.db, row.id, amount_kobo)
  await requestRefund(ctx.db, {
    payable_id: row.id,
    amount_kobo,
    reason: 'price_difference',
    destination,
    effect,
    seats,
  })
  return effect
}

/** Returns what is refunded for a move to a cheaper departure, in kobo. */
export const computeMoveRefund = ({
  difference_kobo,
  kept_kobo,
}: Pick<RescheduleOption, 'difference_kobo' | 'kept_kobo'>): number =>
  Math.max(0, -difference_kobo - kept_kobo)

/** Throws `reschedule_closed` unless the policy lets a booking move now. */
export async function refuseUnlessMovable(db: Db, row: BookingRow): Promise<void> {
  const closed = (detail: string) => makeRefusal('reschedule_closed', { detail })
  if (row.status !== 'confirmed')
    throw closed('Only a paid booking that has not left can be moved.')
  if (row.reschedules_left < 1)
    throw closed('This booking was moved once already. Cancel it instead.')
  if (row.boards_at.getTime() - row.server_time.getTime() < hour) {
    throw closed('A booking can be moved until 1 hour before the bus leaves.')
  }
  const [aboard] = await findBoardedSeats(db, row.id, listTravellingSeats(row))
  if (aboard !== undefined) throw closed(`The traveller on seat ${aboard} is already on board.`)
  const job = await findPendingJobOfBooking(db, row)
  if (job !== null) throw closed(pendingJobReasons[job])
}

type OtherDirection = { way: 'out' | 'back'; trip: TripSummary } | undefined

/** Returns the other direction of a return trip, unless it was cancelled. */
async function summarizeOtherDirection(db: Db, row: BookingRow): Promise<OtherDirection> {
  if (row.return_trip === null) return undefined
  const other = await findBookingByReference(db, row.return_trip.other)
  if (other === undefined || !isPaid(other)) return undefined
  const id = makeTripId(other)
  const trip = (await summarizeTrips(db, [id])).get(id)
  return trip && { way: row.return_trip.way === 'out' ? 'back' : 'out', trip }
}

/**
 * Returns why the travellers cannot take a departure together with the other direction: they would leave before they
 * arrive.
 */
function describeWrongOrder(trip: TripSummary, other: OtherDirection): string | undefined {
  if (other?.way === 'back' && trip.arrives_at >= other.trip.departs_at)
    return 'This bus arrives after your bus back leaves. Choose an earlier one.'
  if (other?.way === 'out' && trip.departs_at <= other.trip.arrives_at)
    return 'This bus leaves before you arrive. Choose a later one.'
  return undefined
}

/** Returns the types of the travelling passengers, in the order of their seats. */
function typesOf(row: BookingRow): string[] {
  return listTravellingSeats(row).map(
    (seat) => row.passenger_types[row.seats.indexOf(seat)] ?? 'adult',
  )
}

/**
 * Returns the terms of moving all travellers to a trip with this adult fare, in kobo. The refund is limited to that of
 * a cancellation (`cancel_kobo`); otherwise people who cannot travel would move to the cheapest trip to get a higher
 * refund. What is not refunded becomes a line of the new fare.
 */
function termsOf(row: BookingRow, trip: SeatFares) {
  const indices = listTravellingSeats(row).map((seat) => row.seats.indexOf(seat))
  const priced = priceSeats(trip, typesOf(row), row.insurance, () => 'trip_id')
  const price_kobo = computeBookingPrice(row)
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
