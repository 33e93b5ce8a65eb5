import webpush from 'web-push'
import type { ParcelNews, PersonNews, TripNews } from '#contract/notifications/model'
import type { Deps } from '#server/context'
import type { PushAddress } from './push-repository.ts'

const timeLimit = 20_000

/**
 * Hands news to a phone's push service, encrypted for that phone alone (RFC 8291) and signed (VAPID).
 * `lasts` is how long it is worth delivering, seconds; what waits there is replaced by newer news of
 * the same `topic`. Answers `gone` when the phone is no longer there, `refused` when the service will
 * never take this. Throws when it may take it later.
 */
export async function sendPush(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { endpoint, p256dh, auth }: PushAddress,
  news: TripNews | ParcelNews | PersonNews,
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
