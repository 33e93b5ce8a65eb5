import { afterRefusal, claimed, isDue, withBefore } from '#contract/sending'
import { retryAfter, serverTime, skewAfter } from '#contract/server-time'
import { sendingLock, sendWord, storeNames } from '#contract/storage'
import { atStore, type DeviceStore } from './stores.ts'

/** The fields of an outbox item that the worker needs. */
interface Item {
  id: string
  kind: string
  input: Record<string, unknown>
  request: { method: string; url: string; body: Record<string, unknown>; skew_ms?: number }
  depends_on?: string
  expires_at?: number
  created_at: number
  attempts: number
  next_at: number
  state: 'waiting' | 'sending' | 'sign_in' | 'needs_you' | 'sent'
  is_unsure?: boolean
  answered_id?: string
}

/**
 * Sends waiting items when the network is back, also when no page is open. Only browsers with Background Sync do
 * this.
 */
export function hearSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync' as 'message', (event) => event.waitUntil(sendWhatWaits(worker)))
}

/** Sends the items of the token's user. Rejects if some are left, so that sync fires again. */
async function sendWhatWaits({ clients, cookieStore }: ServiceWorkerGlobalScope): Promise<void> {
  const tellPages = async () => {
    for (const page of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
      page.postMessage(sendWord)
  }
  await tellPages()
  const token = (await cookieStore.get('jwt'))?.value
  const owner = ownerOf(token)
  if (token === undefined || owner === undefined) return
  // A closing page may not get a message, so page and worker compete for the lock; the second finds nothing to send.
  await navigator.locks.request(sendingLock, () =>
    atStore(storeNames.outbox, owner, (store) => sendAll(store, token)),
  )
  await tellPages()
}

function ownerOf(token = ''): string | undefined {
  try {
    const claims = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    return (JSON.parse(claims) as { sub?: string }).sub
  } catch {
    return undefined
  }
}

/** How far the server's clock is ahead, ms: first from the page, then from the server. */
let skew_ms = 0
const serverNow = () => serverTime(Date.now(), skew_ms)

/** Sends the oldest first. Later items of a kind do not overtake a postponed one. */
async function sendAll(store: DeviceStore, token: string): Promise<void> {
  const items = await store.all<Item>()
  items.sort((a, b) => a.created_at - b.created_at)
  skew_ms = items.at(-1)?.request.skew_ms ?? skew_ms
  const held = new Set<string>()
  for (const item of items) {
    const { id, kind, state, depends_on, expires_at } = item
    const before = items.find((one) => one.id === depends_on)
    // An interrupted item is sent again; its key prevents a second effect.
    if (!['waiting', 'sending', 'sign_in'].includes(state) || held.has(kind)) continue
    if (expires_at !== undefined && expires_at < serverNow()) continue
    if (depends_on !== undefined && before?.state !== 'sent') continue
    if (!isDue(item, serverNow(), true)) {
      held.add(kind)
      continue
    }
    const change = (to: object) => store.change<Item>(id, (kept) => ({ ...kept, ...to }))
    const sending = claimed(item, serverNow())
    await change(sending)
    const outcome = await send({ ...item, ...sending }, before?.answered_id, token)
    await change(outcome)
    Object.assign(item, outcome)
    if (item.state === 'waiting') held.add(kind)
  }
  if (held.size > 0) throw new Error('not all was taken')
}

/** The outcome of one item: accepted, refused, or still to be sent. */
async function send(item: Item, before: string | undefined, token: string) {
  const { method, url, body } = item.request
  const sent_at = Date.now()
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), 25_000)
  const answer = await fetch(url.replaceAll('%24before', encodeURIComponent(before ?? '')), {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': item.id,
    },
    body: JSON.stringify(withBefore(body, before)),
    signal: control.signal,
  })
    .then(async (response) => {
      const { status, headers } = response
      skew_ms = skewAfter(skew_ms, headers.get('date'), sent_at, Date.now()) ?? skew_ms
      const retry_after = retryAfter(headers.get('retry-after'))
      return { ...((await response.json()) as Answer), status, retry_after }
    })
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
  const { status = 0, data, code = '', detail = '', fields = {}, retry_after } = answer ?? {}
  if (status >= 200 && status < 300 && data !== undefined)
    return { state: 'sent', is_unsure: false, sent_at: serverNow(), answered_id: data.id }
  // The error of a failed answer. Only a problem document is from our server.
  const refused = { status: code === '' ? 0 : status, code, detail, fields, retry_after }
  // The page renews an expired login when it opens again.
  if (refused.status === 401) return { state: 'waiting', is_unsure: false, next_at: 0 }
  return afterRefusal(item, refused, serverNow(), Math.random())
}

interface Answer {
  data?: { id?: string }
  code?: string
  detail?: string
  fields?: Record<string, string>
}
