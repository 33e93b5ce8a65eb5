import { atShelf, type Shelf } from './shelves.ts'

/** What the app keeps of a thing to be sent, as far as it matters here. The page knows the rest. */
interface Item {
  id: string
  kind: string
  input: Record<string, unknown>
  request: { method: string; url: string; body: Record<string, unknown> }
  depends_on?: string
  expires_at?: number
  created_at: number
  attempts: number
  next_at: number
  state: string
  answered_id?: string
}

/**
 * Sends what waits when the network is back, also when no page of ours is open. Only browsers with
 * Background Sync wake us for it, and none needs to.
 */
export function hearSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync' as 'message', (event) => event.waitUntil(sendWhatWaits(worker)))
}

/** Whose things are sent the login's token tells. Rejects when some are left: we are woken once more. */
async function sendWhatWaits({ clients, cookieStore }: ServiceWorkerGlobalScope): Promise<void> {
  const tellPages = async () => {
    for (const page of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
      page.postMessage('SEND_OUTBOX')
  }
  await tellPages()
  const token = (await cookieStore.get('jwt'))?.value
  const owner = ownerOf(token)
  if (token === undefined || owner === undefined) return
  // A page may be closing and hear nothing more: whoever has the lock sends, the other finds nothing left.
  await navigator.locks.request('outbox-send', () =>
    atShelf('outbox', owner, (shelf) => sendAll(shelf, token)),
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

/** Oldest first. Later things of a kind do not overtake one that was not taken. */
async function sendAll(shelf: Shelf, token: string): Promise<void> {
  const items = await shelf.all<Item>()
  items.sort((a, b) => a.created_at - b.created_at)
  const held = new Set<string>()
  for (const item of items) {
    const { id, kind, state, depends_on, expires_at } = item
    const before = items.find((one) => one.id === depends_on)
    // What was left in the middle is sent again: its key keeps it from counting twice.
    if (!['waiting', 'sending', 'sign_in'].includes(state) || held.has(kind)) continue
    if (expires_at !== undefined && expires_at < Date.now()) continue
    if (depends_on !== undefined && before?.state !== 'sent') continue
    const change = (to: object) => shelf.change<Item>(id, (kept) => ({ ...kept, ...to }))
    await change({ state: 'sending', attempts: item.attempts + 1, is_unsure: true })
    const outcome = await send(item, before?.answered_id, token)
    await change(outcome)
    Object.assign(item, outcome)
    if (item.state === 'waiting') held.add(kind)
  }
  if (held.size > 0) throw new Error('not all was taken')
}

/** What became of one: taken, refused in the server's words, or still to be sent. */
async function send({ id, request }: Item, before: string | undefined, token: string) {
  const { method, url, body } = request
  const words = Object.entries(body).map(([name, it]) => [name, it === '$before' ? before : it])
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), 25_000)
  const answer = await fetch(url.replaceAll('%24before', encodeURIComponent(before ?? '')), {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
    },
    body: JSON.stringify(Object.fromEntries(words)),
    signal: control.signal,
  })
    .then(async (response) => ({ status: response.status, ...(await response.json()) }) as Answer)
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
  const { status = 0, data, code, detail = '', fields = {} } = answer ?? {}
  if (status >= 200 && status < 300 && data !== undefined)
    return { state: 'sent', is_unsure: false, sent_at: Date.now(), answered_id: data.id }
  if (code !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 429)
    return { state: 'needs_you', is_unsure: false, said: { code, detail, fields } }
  // A login that is over is renewed by the page, which is asked first when it opens again.
  return { state: 'waiting', is_unsure: code === undefined, next_at: 0 }
}

interface Answer {
  status: number
  data?: { id?: string }
  code?: string
  detail?: string
  fields?: Record<string, string>
}
