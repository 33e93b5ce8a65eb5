import {
  compareByAge,
  type SendOutcome,
  type StoredOutboxItem,
  sendDueItems,
} from '#contract/outbox'
import { noAnswerRefusal, fillDependencyId } from '#contract/sending'
import { parseRetryAfter, computeServerTime, measureSkew } from '#contract/server-time'
import { sendingLock, sendOutboxMessageType, storeNames } from '#contract/storage'
import { makeHeaders } from './call-headers.ts'
import { withOwnStore, type DeviceStore } from './stores.ts'

/**
 * Sends waiting items when the network is back, even if no page is open. Only browsers with Background Sync do this.
 */
export function listenToSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync' as 'message', (event) => event.waitUntil(sendWhatWaits(worker)))
}

/** Sends the items of the token's user. Rejects if some are left, so that the browser syncs again. */
async function sendWhatWaits({ clients, cookieStore }: ServiceWorkerGlobalScope): Promise<void> {
  const tellPages = async () => {
    for (const page of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
      page.postMessage(sendOutboxMessageType)
  }
  await tellPages()
  const token = (await cookieStore.get('jwt'))?.value
  const owner = ownerOf(token)
  if (token === undefined || owner === undefined) return
  // A closing page may not receive the message, so the worker sends, too. Page and worker wait for the same lock; the
  // second of them finds nothing to send.
  await navigator.locks.request(sendingLock, () =>
    withOwnStore(storeNames.outbox, owner, (store) => sendAll(store, owner, token)),
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

/** Returns whether an entry can be sent. A damaged one stays for the page, which can show it. */
const isItem = (entry: StoredOutboxItem | null): entry is StoredOutboxItem =>
  typeof entry?.id === 'string' && typeof entry.request?.url === 'string'

/** How far the server's clock is ahead, ms: first as the page noted it, then as measured. */
let skew_ms = 0

async function sendAll(store: DeviceStore, user: string, token: string): Promise<void> {
  const list = async () => (await store.all<StoredOutboxItem | null>()).filter(isItem)
  const items = (await list()).toSorted(compareByAge)
  skew_ms = items.at(-1)?.request.skew_ms ?? skew_ms
  const isAllSent = await sendDueItems<StoredOutboxItem>({
    ...store,
    list,
    send: (item, before_id) => send(item, before_id, token),
    now: () => computeServerTime(Date.now(), skew_ms),
    user,
    canSend: () => true,
    isEager: true,
    hasLock: true,
    // Items that were written before the login are in another database.
    seesAll: false,
    // The page renews an expired login when it opens again.
    endsLogin: false,
  })
  if (!isAllSent) throw new Error('not all was taken')
}

/** Sends the request that the page has stored with an item. */
async function send(
  { id, request: { method, url, body } }: StoredOutboxItem,
  before_id: string | undefined,
  token: string,
): Promise<SendOutcome> {
  const sent_at = Date.now()
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), 25_000)
  try {
    const response = await fetch(url.replaceAll('%24before', encodeURIComponent(before_id ?? '')), {
      method,
      headers: { ...makeHeaders(token), 'Idempotency-Key': id },
      body: JSON.stringify(fillDependencyId(body, before_id)),
      signal: control.signal,
    })
    const { status, headers } = response
    skew_ms = measureSkew(skew_ms, headers.get('date'), sent_at, Date.now()) ?? skew_ms
    const { data, code = '', detail = '', fields = {} } = (await response.json()) as Answer
    // Our server never sends an empty answer: one with null comes from a proxy on the way.
    if (response.ok && (data ?? undefined) !== undefined) return { data }
    const retry_after = parseRetryAfter(headers.get('retry-after'))
    // Only a problem document, which has a code, is from our server. Status 0: there was no answer of our server.
    return { refused: { status: code === '' ? 0 : status, code, detail, fields, retry_after } }
  } catch {
    return { refused: noAnswerRefusal }
  } finally {
    clearTimeout(timer)
  }
}

interface Answer {
  data?: unknown
  code?: string
  detail?: string
  fields?: Record<string, string>
}
