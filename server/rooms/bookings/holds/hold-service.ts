import { isUnpaid, isInsurable } from '#contract/bookings/rules'
import { randomBytes } from 'node:crypto'
import type { Booking } from '#contract/bookings/model'
import type {
  holdSeats as holdSeatsEndpoint,
  releaseHold as releaseHoldEndpoint,
  setPassengers as setPassengersEndpoint,
} from '#contract/bookings/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { sha256 } from '#server/platform/sha256'
import { hashNetwork } from '#server/platform/limits'
import {
  readBooking,
  lockBookingById,
  lockOwnBooking,
  type BookingRow,
  findBookingByReference,
  toBooking,
} from '#server/rooms/bookings/record'
import { findPassengerTypePrices, saveTravellers } from './traveller-repository.ts'
import { refuseInfantsOnChildLaps } from './passenger-checks.ts'
import { priceSeats } from './price.ts'
import { verifyPuzzle } from './puzzle.ts'
import { lockOutboundBooking, requireOpenHold } from './return-trip.ts'
import { holdSeatsOfTripPart, findTripPartOnSale, refuseUnknownSeats } from './seat-hold.ts'
import { pairBookings, releaseBooking } from './seat-repository.ts'

/**
 * Holds seats for ten minutes and freezes their fare; optionally as the return trip of a held booking. A guest gets
 * their token in this answer, and in no later one. Throws the refusals of the contract, and `invalid_input` for unknown
 * seats and types.
 */
export async function holdSeats(
  ctx: Context,
  input: Input<typeof holdSeatsEndpoint>,
): Promise<Output<typeof holdSeatsEndpoint>> {
  const held = await inTransaction(ctx.db, async (db) => {
    const within = { ...ctx, db }
    if (input.way_out === undefined) return holdOnTrip(within, input)
    const out = await lockOutboundBooking(within, input.way_out, input)
    const back = await holdOnTrip(within, input, out.id)
    await pairBookings(db, out.id, back.id)
    return back
  })
  const booking = await bookingById(ctx, held.id)
  return held.guest_token === undefined ? booking : { ...booking, guest_token: held.guest_token }
}

async function holdOnTrip(
  ctx: Context,
  input: Input<typeof holdSeatsEndpoint>,
  way_out?: string,
): Promise<{ id: string; guest_token: string | undefined }> {
  const part = await findTripPartOnSale(ctx.db, input.trip_id)
  refuseUnknownSeats(input.seats, part.sellable)
  const types = input.passenger_types ?? input.seats.map(() => 'adult')
  if (types.length !== input.seats.length) {
    throw makeRefusal('invalid_input', {
      fields: { passenger_types: 'Choose one traveller type for each seat.' },
    })
  }
  const fare = priceSeats(part, types, false, (index) => `passenger_types.${index}`)
  const token = ctx.actor.kind === 'user' ? undefined : randomBytes(32).toString('base64url')
  const puzzle = { trip_id: input.trip_id, holder: holderOf(ctx) }
  const id = await holdSeatsOfTripPart(ctx, part, {
    seats: input.seats,
    types,
    fare,
    holder: puzzle.holder,
    user_id: ctx.actor.kind === 'user' ? ctx.actor.user_id : null,
    guest_token_sha256: token === undefined ? null : sha256(token),
    network: hashNetwork(ctx),
    proof:
      input.proof === undefined ? null : (verifyPuzzle(ctx.config, puzzle, input.proof) ?? null),
    puzzle,
    way_out,
  })
  return { id, guest_token: token }
}

type SetPassengersInput = Input<typeof setPassengersEndpoint>

/**
 * Stores the travellers of an open hold, and of the other direction of its return trip, seat by seat. Computes the
 * price again from the frozen fare, by traveller type and with insurance if that is sold. Throws `not_found`,
 * `hold_expired`, `booking_not_open`, and `invalid_input` with the field.
 */
export async function setPassengers(
  ctx: Context,
  input: Input<typeof setPassengersEndpoint>,
): Promise<Output<typeof setPassengersEndpoint>> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const row = await lockOwnBooking(within, input.reference)
    await writeTravellers(within, row, input)
    const other = row.return_trip && (await findBookingByReference(tx, row.return_trip.other))
    if (input.insurance && ![row, other].some((way) => way && isInsurable(way))) {
      throw makeRefusal('invalid_input', {
        fields: { insurance: `${row.insurer} covers you already. Leave the travel insurance off.` },
      })
    }
    if (other && isUnpaid(other)) {
      const locked = await lockBookingById(tx, other.id)
      await writeTravellers(within, locked, {
        ...input,
        passengers: reseated(input.passengers, row, other),
      })
    }
    return bookingById(within, row.id)
  })
}

/** Returns the travellers of one direction with their seats in the other direction. */
function reseated(passengers: SetPassengersInput['passengers'], from: BookingRow, to: BookingRow) {
  return passengers.map((one) => ({ ...one, seat: to.seats[from.seats.indexOf(one.seat)] ?? 0 }))
}

async function writeTravellers(
  ctx: Context,
  row: BookingRow,
  input: SetPassengersInput,
): Promise<void> {
  requireOpenHold(row)
  const { passengers, contact, next_of_kin } = input
  refuseUnseated(
    passengers.map((one) => one.seat),
    row.seats,
  )
  refuseInfantsOnChildLaps(passengers)
  const bySeat = row.seats.map((seat) => passengers.findIndex((one) => one.seat === seat))
  const types = bySeat.map((index) => passengers[index]?.passenger_type ?? '')
  const insurance = input.insurance === true && isInsurable(row)
  const passenger_types = await findPassengerTypePrices(ctx.db)
  const fare = priceSeats(
    { ...row.fare, passenger_types },
    types,
    insurance,
    (index) => `passengers.${bySeat[index]}.passenger_type`,
  )
  if (row.pending_payment !== null && fare.total_kobo !== row.total_kobo) {
    throw makeRefusal('booking_not_open', {
      detail:
        'A payment for the old price is on its way. Wait until it has succeeded or failed before you change the price.',
    })
  }
  await saveTravellers(ctx.db, {
    booking_id: row.id,
    passengers,
    types,
    contact,
    next_of_kin,
    insurance,
    fare,
  })
}

/** Releases held seats. Throws `not_found`, and `booking_not_open` if the booking is paid or ended. */
export async function releaseHold(
  ctx: Context,
  input: Input<typeof releaseHoldEndpoint>,
): Promise<Output<typeof releaseHoldEndpoint>> {
  const row = await lockOwnBooking(ctx, input.reference)
  if (!(await releaseBooking(ctx.db, row.id))) throw makeRefusal('booking_not_open')
  return { released: true }
}

async function bookingById(ctx: Context, id: string): Promise<Booking> {
  return toBooking(ctx.db, await readBooking(ctx.db, id))
}

function refuseUnseated(named: number[], seats: number[]): void {
  const fields: Record<string, string> = {}
  for (const [index, seat] of named.entries()) {
    if (!seats.includes(seat))
      fields[`passengers.${index}.seat`] = `Seat ${seat} is not in this booking.`
    else if (named.indexOf(seat) !== index)
      fields[`passengers.${index}.seat`] = `Seat ${seat} is listed twice.`
  }
  const missing = seats.filter((seat) => !named.includes(seat))
  if (missing.length > 0)
    fields['passengers'] = `Enter the traveller for seat ${missing.join(', ')}.`
  if (Object.keys(fields).length > 0) throw makeRefusal('invalid_input', { fields })
}

/** Returns the key under which open holds are limited: the user, otherwise the device, otherwise the IP address. */
function holderOf({ actor, ip }: Context): string {
  if (actor.kind === 'user') return `user:${actor.user_id}`
  if (actor.kind === 'guest' && actor.device_id !== undefined) return `device:${actor.device_id}`
  return `ip:${ip}`
}
