import type { Input, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type { subscribePush as subscribePushEndpoint } from '#contract/notifications/push-endpoints'
import type { Context } from '#server/context'
import { ownBooking } from '#server/rooms/bookings/record'
import { subscribePhone } from '#server/rooms/notifications'

/**
 * Tells this phone about the user's trips from now on; a guest's about the one booking that they can
 * prove is theirs. Throws `not_signed_in` for a guest who names none, `not_found` for a stranger's.
 */
export async function subscribePush(
  ctx: Context,
  input: Input<typeof subscribePushEndpoint>,
): Promise<Output<typeof subscribePushEndpoint>> {
  if (ctx.actor.kind !== 'user' && input.reference === undefined) throw refuse('not_signed_in')
  const booking = input.reference === undefined ? undefined : await ownBooking(ctx, input.reference)
  return subscribePhone(ctx, input, booking?.id)
}
