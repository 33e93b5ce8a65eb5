import type {
  getBooking as getBookingPromise,
  listBookings as listBookingsPromise,
} from '#contract/bookings'
import type { Input, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type { Context } from '#server/context'
import { ownBooking } from './owner.ts'
import { findOfUser } from './repository.ts'
import { bookingOf, bookingsOf } from './view.ts'

/** The caller's booking, or `not_found`. */
export async function getBooking(
  ctx: Context,
  input: Input<typeof getBookingPromise>,
): Promise<Output<typeof getBookingPromise>> {
  return bookingOf(ctx.db, await ownBooking(ctx, input.reference))
}

/** The user's bookings of one kind, at most a hundred. */
export async function listBookings(
  ctx: Context,
  input: Input<typeof listBookingsPromise>,
): Promise<Output<typeof listBookingsPromise>> {
  if (ctx.actor.kind !== 'user') throw refuse('not_signed_in')
  return bookingsOf(ctx.db, await findOfUser(ctx.db, ctx.actor.user_id, input.state))
}
