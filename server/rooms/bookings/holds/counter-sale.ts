import type { Input } from '#contract/endpoint'
import type { sellAtCounter } from '#contract/counter/endpoints'
import { makeRefusal, Refusal } from '#contract/errors'
import { isPaid } from '#contract/bookings/rules'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { makeTicketIds, toTicketGoods } from '#server/platform/ticket-ids'
import { findBookingByReference, lockBooking } from '#server/rooms/bookings/record'
import { enqueueTicketMessages } from '#server/rooms/bookings/news'
import { payAtCounter } from '#server/rooms/payments'
import { refuseInfantsOnChildLaps } from './passenger-checks.ts'
import { priceSeats } from './price.ts'
import { requireReturnDirection, requireOpenHold } from './return-trip.ts'
import {
  holdSeatsOfTripPart,
  findOwnTripPartOnSale,
  makeSeatTakenRefusal,
  refuseUnknownSeats,
} from './seat-hold.ts'
import { pairBookings } from './seat-repository.ts'
import { saveWalkInTravellers } from './walk-ins.ts'

/** A sale at a counter. `holder` names the clerk's shift, so that one clerk sells one booking at a time. */
type CounterSale = Pick<
  Input<typeof sellAtCounter>,
  'trip_id' | 'passengers' | 'next_of_kin' | 'total_kobo'
> & { operator_id: string; holder: string }

/**
 * Sells seats to people who have paid at the operator's counter. Holds the seats as in any booking, records the payment
 * and confirms the booking, in one transaction. Returns the id of the booking and its price. Throws the refusals of
 * `sellAtCounter` about the trip, its seats and its price.
 */
export async function sellSeatsAtCounter(
  ctx: SaleContext,
  { total_kobo, ...sale }: CounterSale,
): Promise<SoldBooking> {
  const priced = await priceSale(ctx.db, sale)
  refuseOtherPrice(priced.fare.total_kobo, total_kobo)
  const held = await holdSale(ctx, sale, priced)
  return confirmSale(ctx, sale, held)
}

/**
 * Sells seats of an outbound trip and a return trip as two bookings, each with its own payment. `back.seats`: the seat
 * of each passenger on the return trip, in the same order. `total_kobo`: the price of both. Throws the refusals of
 * `sellReturnAtCounter`.
 */
export async function sellReturnAtCounter(
  ctx: SaleContext,
  { total_kobo, back: { trip_id, seats }, ...out }: CounterSale & { back: BackSeats },
): Promise<{ out: SoldBooking; back: SoldBooking }> {
  const passengers = out.passengers.map((one, at) => ({ ...one, seat: seats[at] ?? 0 }))
  const back = { ...out, trip_id, passengers }
  const price = await priceSale(ctx.db, out)
  const priceBack = await onReturnTrip(priceSale(ctx.db, back))
  await onReturnTrip(requireReturnDirection(ctx.db, out.trip_id, trip_id))
  refuseOtherPrice(price.fare.total_kobo + priceBack.fare.total_kobo, total_kobo)
  const held = await holdSale(ctx, out, price)
  const heldBack = await onReturnTrip(holdSale(ctx, back, priceBack))
  await pairBookings(ctx.db, held.id, heldBack.id)
  return {
    out: await confirmSale(ctx, out, held),
    back: await onReturnTrip(confirmSale(ctx, back, heldBack)),
  }
}

/**
 * Waits for a step of the return trip and marks its refusals: adds “On the return trip: …” to the message, or `back.`
 * to the names of fields.
 */
async function onReturnTrip<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message } = error
    const fields = Object.entries(error.fields ?? {}).map(([name, why]) => [`back.${name}`, why])
    throw makeRefusal(code, {
      detail: code === 'invalid_input' ? message : `On the return trip: ${message}`,
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    })
  }
}

type SaleContext = Pick<Context, 'db' | 'config' | 'payables'>
type Sale = Omit<CounterSale, 'total_kobo'>

interface BackSeats {
  trip_id: string
  seats: number[]
}

interface SoldBooking {
  id: string
  total_kobo: number
}

/** Returns the trip part and the fare of a sale. */
async function priceSale(db: Db, { passengers, ...wanted }: Sale) {
  const part = await findOwnTripPartOnSale(db, wanted)
  refuseUnknownSeats(seatsOf(passengers), part.sellable)
  refuseInfantsOnChildLaps(passengers)
  const types = passengers.map(({ passenger_type }) => passenger_type)
  const fare = priceSeats(part, types, false, (index) => `passengers.${index}.passenger_type`)
  return { part, types, fare }
}

function refuseOtherPrice(price_kobo: number, total_kobo: number): void {
  if (price_kobo !== total_kobo)
    throw makeRefusal('price_changed', {
      detail: `The price is ${formatNaira(price_kobo)} now. Tell the traveller before you sell.`,
    })
}

async function holdSale(
  ctx: SaleContext,
  { trip_id, holder, passengers, next_of_kin }: Sale,
  { part, types, fare }: Awaited<ReturnType<typeof priceSale>>,
) {
  const id = await holdSeatsOfTripPart(ctx, part, {
    seats: seatsOf(passengers),
    types,
    fare,
    holder,
    user_id: null,
    guest_token_sha256: null,
    network: null,
    proof: null,
    puzzle: { trip_id, holder },
  })
  const phone = await saveWalkInTravellers(ctx.db, {
    booking_id: id,
    passengers,
    next_of_kin,
    fare,
  })
  return { id, phone, total_kobo: fare.total_kobo }
}

async function confirmSale(
  ctx: SaleContext,
  { operator_id, passengers }: Sale,
  { id, phone, total_kobo }: Awaited<ReturnType<typeof holdSale>>,
): Promise<SoldBooking> {
  await confirmPaidAtCounter(ctx, { id, operator_id, seats: seatsOf(passengers) })
  if (phone !== undefined) await enqueueTicketMessages(ctx.db, id)
  return { id, total_kobo }
}

const seatsOf = (passengers: Sale['passengers']) => passengers.map(({ seat }) => seat)

/**
 * Sells the seats of a reservation to people who have paid at the operator's counter. Returns the id of the booking.
 * Throws the refusals of `sellReservation` about the booking and its price. The reservation may be overdue, as long as
 * nobody else has its seats.
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
  refuseOtherPrice(row.total_kobo, total_kobo)
  await confirmPaidAtCounter(ctx, { id: row.id, operator_id, seats: row.seats })
  await enqueueTicketMessages(ctx.db, row.id)
  return row.id
}

/** Confirms a booking that was paid at the operator's counter. Throws `seat_taken` if somebody else has a seat. */
async function confirmPaidAtCounter(
  ctx: Pick<Context, 'db' | 'config'>,
  { id, operator_id, seats }: { id: string; operator_id: string; seats: number[] },
): Promise<void> {
  const outcome = await payAtCounter(ctx.db, {
    kind: 'booking',
    payable_id: id,
    operator_id,
    goods: toTicketGoods(makeTicketIds(ctx.config, maxSeats)),
  })
  if (outcome !== 'confirmed') throw makeSeatTakenRefusal(seats)
}
