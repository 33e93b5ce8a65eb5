import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { subscribePush as subscribePushEndpoint } from '#contract/notifications/endpoints'
import type { Context } from '#server/context'
import { findOwnBooking } from '#server/rooms/bookings/record'
import { subscribePhone } from '#server/rooms/notifications'

/**
 * Subscribes this phone to the user's trips, or to the one booking that a guest can prove. Throws `not_signed_in` for
 * a guest without a booking, `not_found` for somebody else's.
 */
export async function subscribePush(
  ctx: Context,
  input: Input<typeof subscribePushEndpoint>,
): Promise<Output<typeof subscribePushEndpoint>> {
  if (ctx.actor.kind !== 'user' && input.reference === undefined) throw makeRefusal('not_signed_in')
  const booking =
    input.reference === undefined ? undefined : await findOwnBooking(ctx, input.reference)
  return subscribePhone(ctx, input, booking?.id)
}
