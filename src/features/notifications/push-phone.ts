import { guestOwner } from '#contract/storage'
import { getPushKey, subscribePush, unsubscribePush } from '#contract/notifications/endpoints'
import { call } from '#lib/api'
import { read, useStored, write } from '#lib/device'
import { getCurrentOwner } from '#lib/device/owner'
import { readStoredUser } from '#lib/session'
import { useEffect, useState } from 'react'

/**
 * Whether this phone can be notified of trips and parcels. `unable`: the browser or private window has no push.
 * `refused`: notifications are blocked. `told`: the phone is subscribed. `open`: it can subscribe.
 */
export type PushState = 'unable' | 'refused' | 'told' | 'open'

/**
 * Returns the state for one booking or parcel or, without `reference`, for all of the user; undefined before hydration.
 */
export function usePushState(reference?: string): PushState | undefined {
  const told = useStored('told')
  const [permission, setPermission] = useState<NotificationPermission | 'unable'>()
  useEffect(() => {
    const look = () => setPermission(canPush() ? Notification.permission : 'unable')
    look()
    // The person may have changed the browser's settings before they return to this window.
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [told])
  if (permission === undefined) return undefined
  if (permission === 'unable') return 'unable'
  if (permission === 'denied') return 'refused'
  return permission === 'granted' && covers(told, reference) ? 'told' : 'open'
}

const canPush = () =>
  'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator

function covers(
  told: ReturnType<typeof useStored<'told'>>,
  reference: string | undefined,
): boolean {
  if (told === undefined) return false
  if (told.owner !== guestOwner) return told.owner === getCurrentOwner()
  return reference !== undefined && told.references.includes(reference)
}

/** Thrown if subscribing failed although notifications are allowed. */
export class PushError extends Error {}

/**
 * Asks for permission, which requires a tap, and subscribes this phone: to all trips of the logged-in user, else to one
 * booking. Does nothing if permission is refused. Throws `CallError`, and `PushError` if the browser's push service
 * does not answer.
 */
export async function subscribeThisPhone(reference?: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { public_key } = await call(getPushKey, {})
  const subscription = await subscriptionFor(public_key)
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const isGuest = readStoredUser() === undefined
  await call(subscribePush, {
    endpoint,
    keys: { p256dh, auth },
    ...(isGuest && reference !== undefined && { reference }),
  })
  const owner = isGuest ? guestOwner : getCurrentOwner()
  const before = read('told')
  const references = before?.owner === owner ? before.references : []
  write('told', {
    owner,
    endpoint,
    references: reference === undefined ? references : [...references, reference],
  })
}

/** Returns the push subscription of this phone. One that was made for another of our keys is renewed. */
async function subscriptionFor(public_key: string): Promise<PushSubscription> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new PushError()), 20_000))
  const options = { userVisibleOnly: true, applicationServerKey: public_key }
  const make = async () => {
    const { pushManager } = await navigator.serviceWorker.ready
    return pushManager.subscribe(options).catch(async (error: unknown) => {
      const old = await pushManager.getSubscription()
      if (old === null) throw error
      await old.unsubscribe()
      return pushManager.subscribe(options)
    })
  }
  return Promise.race([
    make().catch(() => {
      throw new PushError()
    }),
    late,
  ])
}

/** Unsubscribes this phone. Without a network, the push service informs our server later. */
export async function unsubscribeThisPhone(): Promise<void> {
  const endpoint = read('told')?.endpoint
  const { endPushMessages } = await import('#lib/session/lifecycle')
  await endPushMessages()
  if (endpoint !== undefined) await call(unsubscribePush, { endpoint }).catch(() => undefined)
}

/** Stops asking about push messages for a booking or parcel. Only the newest twenty references are stored. */
export function dismissPushPrompt(reference: string): void {
  write('not_told', [...(read('not_told') ?? []), reference].slice(-20))
}
