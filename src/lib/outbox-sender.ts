import {
  afterRefusal,
  claimed as claimedNow,
  isBeingSent,
  isDue,
  longestPause_ms,
  withBefore,
} from '#contract/sending'
import { sendingLock, sendWord } from '#contract/storage'
import { call, CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { onDeviceChange } from '#lib/device'
import { areStoresClosed } from '#lib/device-closing'
import { guest } from '#lib/device-owner'
import { openStore } from '#lib/device-store'
import { changeItem, listOutbox, type OutboxItem, publish, show, tellSent } from '#lib/outbox-store'
import { outboxEntry } from '#lib/room'
import { storedUser } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'

const day_ms = 86_400_000

const { locks } = navigator as { locks?: LockManager }
let queued: Promise<void> | undefined
let last = Promise.resolve()
/** Whether unanswered items are retried early. */
let isEager = true
/** Items that the person asked to send now: they are tried although the network seems gone. */
const pressed = new Set<string>()

/** Sends what is due, with one sender over all tabs. Never rejects. */
export function sendOutbox(): Promise<void> {
  queued ??= last = last.then(() => {
    queued = undefined
    // Waits for the lock: its holder may have read the list before this item was there.
    const sending = locks === undefined ? sendDue() : locks.request(sendingLock, sendDue)
    return sending.catch(() => undefined)
  })
  return queued
}

/** Sends one item now, even after its time limit and when the network seems gone. */
export async function sendNow(id: string): Promise<void> {
  await changeItem(id, (kept) => {
    if (kept.state === 'sent' || kept.state === 'sending') return kept
    const { expires_at: _over, said: _words, ...item } = kept
    return { ...item, state: 'waiting', next_at: 0 }
  })
  pressed.add(id)
  await sendOutbox()
}

/**
 * Sends whenever there is reason to: at the start, when the network is back, when the app is visible, after a login,
 * at the worker's message.
 */
export function watchOutbox(): void {
  const sendEagerly = () => {
    isEager = true
    void sendOutbox()
  }
  onlineManager.subscribe((online) => {
    if (online) sendEagerly()
    else wantsSync = true
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendEagerly()
  })
  onDeviceChange('user', () => void sendOutbox())
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === sendWord) void sendOutbox()
  })
  void sendOutbox()
}

/** One pass through the outbox, oldest first. */
interface Walk {
  user: string | undefined
  isEager: boolean
  pressed: ReadonlySet<string>
  /** Kinds with an earlier item that was postponed: later ones must not overtake it. */
  held: Set<string>
}

let timer: ReturnType<typeof setTimeout> | undefined

async function sendDue(): Promise<void> {
  const user = storedUser()?.id
  const walk: Walk = { user, isEager, pressed: new Set(pressed), held: new Set() }
  isEager = false
  pressed.clear()
  if (user !== undefined) await adopt(user)
  for (const { id } of await listOutbox()) if (!(await tryOne(id, walk))) break

  clearTimeout(timer)
  const waiting = (await show()).filter(({ state }) => state === 'waiting')
  if (waiting.length === 0 || user === undefined || areStoresClosed()) return
  askForSync()
  const pauses = waiting.map(({ next_at }) => next_at - serverNow()).filter((pause) => pause > 0)
  if (pauses.length > 0)
    timer = setTimeout(() => void sendOutbox(), Math.min(...pauses, longestPause_ms))
}

/** Updates an item and sends it if it is due. False if the rest need not be tried now. */
async function tryOne(id: string, walk: Walk): Promise<boolean> {
  const items = await listOutbox()
  const item = items.find((one) => one.id === id)
  if (item === undefined || item.state === 'needs_you') return true
  if (item.state === 'sent') return sweep(item, items)
  if (locks === undefined && isBeingSent(item, serverNow()))
    return Boolean(walk.held.add(item.kind))
  if (item.owner !== walk.user) return becomes(item, 'sign_in')
  const before = items.find((one) => one.id === item.depends_on)
  if (item.depends_on !== undefined && before === undefined) return asks(item, 'lost_before')
  if (item.expires_at !== undefined && item.expires_at < serverNow()) return asks(item, 'expired')
  if (before !== undefined && before.state !== 'sent') return becomes(item, 'waiting')
  if (walk.pressed.has(id) || mayBeTried(item, walk)) return send(item, before?.answered_id, walk)
  walk.held.add(item.kind)
  return becomes(item, 'waiting')
}

function mayBeTried(item: OutboxItem, walk: Walk): boolean {
  const isFree = onlineManager.isOnline() && !walk.held.has(item.kind)
  return isFree && isDue(item, serverNow(), walk.isEager)
}

async function becomes(item: OutboxItem, state: 'waiting' | 'sign_in'): Promise<true> {
  if (item.state !== state)
    await changeItem(item.id, (kept) => (kept.state === 'sent' ? kept : { ...kept, state }))
  return true
}

const ownWords = {
  expired: 'It waited too long to be sent automatically. Send it anyway, change it or delete it.',
  lost_before: 'What it belongs to is no longer on this phone. Change it or delete it.',
}

async function asks({ id }: OutboxItem, code: keyof typeof ownWords): Promise<true> {
  const said = { code, detail: ownWords[code], fields: {} }
  await changeItem(id, (kept) => ({ ...kept, state: 'needs_you', said }))
  return true
}

/** Sent items stay in the list for a day, and as long as another item needs their answer. */
async function sweep({ id, sent_at = 0 }: OutboxItem, items: OutboxItem[]): Promise<true> {
  const isOld = Math.abs(serverNow() - sent_at) > day_ms
  const isNeeded = items.some((one) => one.depends_on === id && one.state !== 'sent')
  if (isOld && !isNeeded) await changeItem(id, () => undefined)
  return true
}

/** Sends one item and records the result. False if nothing answers or nobody is logged in. */
async function send(
  { id, kind }: OutboxItem,
  before_id: string | undefined,
  { held }: Walk,
): Promise<boolean> {
  const entry = outboxEntry(kind)
  if (entry === undefined) return true
  const item = await claim(id)
  if (item === undefined) return true
  const input = withBefore({ ...item.input, ...(entry.ref && { client_ref: id }) }, before_id)
  const asked = { key: id, owner: item.owner }
  const answer = await entry
    .endpoint()
    .then((endpoint) => call(endpoint, input, asked))
    .catch(caught)
  if (answer instanceof CallError) {
    const { code, detail, fields, retry_after } = answer
    const status = answer.is_offline ? 0 : answer.status
    const refused = { status, code, detail, fields, retry_after }
    await changeItem(id, (kept) => ({
      ...kept,
      ...afterRefusal(kept, refused, serverNow(), Math.random()),
    }))
    if (refused.status >= 500) held.add(kind)
    return ![0, 401, 429].includes(refused.status)
  }
  const sent: OutboxItem = { ...item, state: 'sent', is_unsure: false, sent_at: serverNow() }
  const { id: answered_id } = (answer ?? {}) as { id?: unknown }
  if (typeof answered_id === 'string') sent.answered_id = answered_id
  await changeItem(id, () => sent)
  await publish(id)
  tellSent(sent, answer)
  return true
}

const caught = (error: unknown) =>
  error instanceof CallError ? error : new CallError({ is_offline: true })

/** Marks an item as being sent before its first byte leaves; undefined if it may not be sent. */
async function claim(id: string): Promise<OutboxItem | undefined> {
  let claimed: OutboxItem | undefined
  const isKept = await changeItem(id, (kept) => {
    const now = serverNow()
    const isOver = kept.state === 'sent' || kept.state === 'needs_you'
    const isFree = !isOver && (locks !== undefined || !isBeingSent(kept, now))
    claimed = isFree ? { ...kept, ...claimedNow(kept, now) } : undefined
    return claimed ?? kept
  })
  return isKept ? claimed : undefined
}

/**
 * Gives a guest's items to the user who has logged in. The copy is written first: if this is interrupted, the item
 * exists twice under one id and belongs to nobody else.
 */
async function adopt(user: string): Promise<void> {
  const [theirs, own] = [openStore('outbox', guest), openStore('outbox', user)]
  for (const [id] of await theirs.entries()) {
    let named: OutboxItem | undefined
    const isKept = await theirs.change<OutboxItem>(id, (kept) => {
      const isFree = kept?.owner === guest || kept?.owner === user
      named = isFree ? { ...kept, owner: user } : undefined
      return named ?? kept
    })
    if (!isKept || named === undefined) continue
    if (await own.change<OutboxItem>(id, (there) => there ?? named)) await theirs.delete(id)
  }
}

let wantsSync = true

/**
 * Asks the browser to wake the service worker when the network is back. Once per reason, since the worker wakes this
 * page in turn.
 */
function askForSync(): void {
  if (!wantsSync) return
  wantsSync = false
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const asked = serviceWorker?.ready.then((worker) =>
    (worker as { sync?: { register: (tag: string) => Promise<void> } }).sync?.register('outbox'),
  )
  asked?.catch(() => undefined)
}
