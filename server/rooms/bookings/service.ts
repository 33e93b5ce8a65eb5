import type { Booking } from '#contract/bookings/model'
import type {
  getBooking as getBookingEndpoint,
  listBookings as listBookingsEndpoint,
} from '#contract/bookings/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import {
  toBooking,
  toBookingWithMoves,
  listBookingsOfUser,
  findVisibleBooking,
} from './record/index.ts'

/** Returns the caller's booking, without personal data if only reference and phone were given. Throws `not_found`. */
export async function getBooking(
  ctx: Context,
  input: Input<typeof getBookingEndpoint>,
): Promise<Output<typeof getBookingEndpoint>> {
  const { row, is_proved } = await findVisibleBooking(ctx, input.reference)
  return is_proved ? toBookingWithMoves(ctx.db, row) : withoutPeople(await toBooking(ctx.db, row))
}

/** Returns the user's bookings in one state, at most a hundred. */
export async function listBookings(
  ctx: Context,
  input: Input<typeof listBookingsEndpoint>,
): Promise<Output<typeof listBookingsEndpoint>> {
  if (ctx.actor.kind !== 'user') throw makeRefusal('not_signed_in')
  return listBookingsOfUser(ctx.db, ctx.actor.user_id, input.state)
}

function withoutPeople(booking: Booking): Booking {
  return {
    ...booking,
    passengers: [],
    contact: null,
    next_of_kin: null,
    reviewed: false,
    refunds: [],
    pending_payment: null,
    return_trip: null,
    needs_code: true,
  }
}
