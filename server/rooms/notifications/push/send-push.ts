import webpush from 'web-push'
import type {
  ParcelPushPayload,
  PersonPushPayload,
  TripPushPayload,
} from '#contract/notifications/model'
import type { Deps } from '#server/context'
import type { PushEndpoint } from './push-repository.ts'

const timeLimit = 20_000

/**
 * Sends a message to a phone's push service, encrypted for that phone (RFC 8291) and signed (VAPID). `lasts`: the
 * seconds for which it is worth delivering. A newer message of the same `topic` replaces it. Returns `gone` if the
 * phone no longer exists, `refused` if the service will never accept the message. Throws if it may accept it later.
 */
export async function sendPush(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { endpoint, p256dh, auth }: PushEndpoint,
  news: TripPushPayload | ParcelPushPayload | PersonPushPayload,
  { lasts, topic }: { lasts: number; topic: string },
): Promise<'sent' | 'gone' | 'refused'> {
  const { public_key, private_key, subject } = config.push
  const request = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(news),
    {
      TTL: lasts,
      topic,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject, publicKey: public_key, privateKey: private_key },
    },
  )
  const { 'Content-Length': _, ...headers } = request.headers
  const { status } = await fetch(request.endpoint, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(request.body ?? []),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeLimit),
  })
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  log.warn({ status, service: new URL(endpoint).hostname }, 'a push service refused our news')
  return 'refused'
}
