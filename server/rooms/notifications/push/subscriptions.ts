import { ECDH } from 'node:crypto'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/notifications/endpoints'
import type { Context } from '#server/context'
import * as phones from './push-repository.ts'
import { isPushService } from './push-services.ts'

type SubscribePushOutput = Output<typeof endpoints.subscribePush>

/** Returns the public key of the key pair that signs our push messages. */
export function getPushKey({ config }: Context): Output<typeof endpoints.getPushKey> {
  return { public_key: config.push.public_key }
}

/** Subscribes this phone to the user's trips from now on, and to a booking. Throws `invalid_input`. */
export async function subscribePhone(
  ctx: Context,
  input: Input<typeof endpoints.subscribePush>,
  booking_id: string | undefined,
): Promise<SubscribePushOutput> {
  const { actor, db } = ctx
  const address = addressOf(ctx, input)
  const holder =
    actor.kind === 'user' ? { person_id: actor.user_id, login_id: actor.login_id } : null
  const id = await phones.savePushSubscription(db, address, holder)
  if (booking_id !== undefined) await phones.subscribeToBooking(db, id, booking_id)
  return { subscribed: true }
}

/** Replaces a phone's push endpoint after its push service changed it. Throws `not_found` for an unknown old one. */
export async function renewPush(
  ctx: Context,
  input: Input<typeof endpoints.renewPush>,
): Promise<SubscribePushOutput> {
  const isMoved = await phones.replacePushEndpoint(ctx.db, input.replaces, addressOf(ctx, input))
  if (!isMoved) throw makeRefusal('not_found')
  return { subscribed: true }
}

/** Ends push messages to this phone, for anyone who knows its endpoint: only the phone itself and the server do. */
export async function unsubscribePush(
  { db }: Context,
  { endpoint }: Input<typeof endpoints.unsubscribePush>,
): Promise<SubscribePushOutput> {
  await phones.deletePushSubscription(db, { endpoint })
  return { subscribed: false }
}

function addressOf(
  { config }: Context,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): phones.PushEndpoint {
  if (!isPushService(config, endpoint)) {
    throw makeRefusal('invalid_input', {
      fields: { endpoint: 'This is not the address of a push service we know.' },
    })
  }
  if (!isPoint(keys.p256dh))
    throw makeRefusal('invalid_input', {
      fields: { 'keys.p256dh': 'This is not the key of a phone.' },
    })
  return { endpoint, ...keys }
}

/** Returns whether a public key is a point on its curve. Encrypting for any other would always fail. */
function isPoint(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}
