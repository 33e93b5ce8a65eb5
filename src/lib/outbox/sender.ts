import { type SendOutcome, type OutboxPorts, sendDueItems } from '#contract/outbox'
import { maxRetryPause_ms, noAnswerRefusal, fillDependencyId } from '#contract/sending'
import { guestOwner, sendOutboxMessageType, sendingLock } from '#contract/storage'
import { call, CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { onDeviceChange } from '#lib/device'
import { isTabStopped } from '#lib/device/stopped-tab'
import { openStore } from '#lib/device/store'
import {
  changeOutboxItem,
  listOutbox,
  type OutboxItem,
  notifyTabs,
  refreshOutboxList,
  notifyItemSent,
} from './store.ts'
import { findOutboxKind } from '#lib/room'
import { readStoredUser } from '#lib/session'
import { onlineManager } from '@tanstack/react-query'

const { locks } = navigator as { locks?: LockManager }
let queued: Promise<void> | undefined
let last = Promise.resolve()
/** Whether unanswered items are retried early. */
let isEager = true
/** Items that the person asked to send now: they are tried even if there seems to be no network. */
const pressed = new Set<string>()

/** Sends the items that are due, from only one tab at a time. Never rejects. */
export function sendOutbox(): Promise<void> {
  queued ??= last = last.then(() => {
    queued = undefined
    // Waits for the lock: its holder may have read the list before this item was in it.
    const sending = locks === undefined ? sendDue() : locks.request(sendingLock, sendDue)
    return sending.catch(() => undefined)
  })
  return queued
}

/** Sends one item now, even after its time limit and even if there seems to be no network. */
export async function sendStoredItemNow(id: string): Promise<void> {
  await changeOutboxItem(id, (kept) => {
    if (kept.state === 'sent' || kept.state === 'sending') return kept
    const { expires_at: _over, said: _words, ...item } = kept
    return { ...item, state: 'waiting', next_at: 0 }
  })
  pressed.add(id)
  await sendOutbox()
}

/**
 * Watches for occasions to send: the start, a network that is back, an app that becomes visible, a login, or a message
 * of the service worker.
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
    if (data === sendOutboxMessageType) void sendOutbox()
  })
  void sendOutbox()
}

let timer: ReturnType<typeof setTimeout> | undefined

async function sendDue(): Promise<void> {
  const user = readStoredUser()?.id
  const ports = { ...here, user, isEager, isPressed: isPressedIn(new Set(pressed)) }
  isEager = false
  pressed.clear()
  if (user !== undefined) await adoptGuestItems(user)
  await sendDueItems(ports)

  clearTimeout(timer)
  const waiting = (await refreshOutboxList()).filter(({ state }) => state === 'waiting')
  if (waiting.length === 0 || user === undefined || isTabStopped()) return
  requestSync()
  const pauses = waiting.map(({ next_at }) => next_at - serverNow()).filter((pause) => pause > 0)
  if (pauses.length > 0)
    timer = setTimeout(() => void sendOutbox(), Math.min(...pauses, maxRetryPause_ms))
}

/** Returns whether this version of the app has the room of the item. */
const isKnown = ({ kind }: OutboxItem) => findOutboxKind(kind) !== undefined

const isPressedIn = (ids: ReadonlySet<string>) => (item: OutboxItem) =>
  ids.has(item.id) && isKnown(item)

/** The environment of the sender in a tab. */
const here = {
  list: listOutbox,
  change: changeOutboxItem,
  send,
  now: serverNow,
  canSend: (item) => onlineManager.isOnline() && isKnown(item),
  hasLock: locks !== undefined,
  seesAll: true,
  endsLogin: true,
  onSent: async (item, data) => {
    await notifyTabs(item.id)
    notifyItemSent(item, data)
  },
} satisfies Omit<OutboxPorts<OutboxItem>, 'user' | 'isEager'>

/** Sends one item to its room's endpoint. */
async function send(
  { id, kind, input, owner }: OutboxItem,
  before_id: string | undefined,
): Promise<SendOutcome> {
  const entry = findOutboxKind(kind)
  if (entry === undefined) return { refused: noAnswerRefusal }
  const whole = fillDependencyId({ ...input, ...(entry.ref && { client_ref: id }) }, before_id)
  try {
    return { data: await call(entry.endpoint, whole, { key: id, owner }) }
  } catch (error) {
    if (!(error instanceof CallError) || error.is_offline) return { refused: noAnswerRefusal }
    const { status, code, detail, fields, retry_after } = error
    return { refused: { status, code, detail, fields, retry_after } }
  }
}

/**
 * Gives a guest's items to the user who has logged in: writes the user's id into an item, copies it to the user's
 * store, and only then deletes the original. After an interruption, there are two copies with one id, and both belong
 * to the user.
 */
async function adoptGuestItems(user: string): Promise<void> {
  const [theirs, own] = [openStore('outbox', guestOwner), openStore('outbox', user)]
  for (const [id] of await theirs.entries()) {
    let named: OutboxItem | undefined
    const isKept = await theirs.change<OutboxItem>(id, (kept) => {
      const isFree = kept?.owner === guestOwner || kept?.owner === user
      named = isFree ? { ...kept, owner: user } : undefined
      return named ?? kept
    })
    if (!isKept || named === undefined) continue
    if (await own.change<OutboxItem>(id, (there) => there ?? named)) await theirs.delete(id)
  }
}

let wantsSync = true

/**
 * Asks the browser to wake the service worker when the network is back. Asks only once for each loss of the network:
 * the worker then makes this page send, which would ask again.
 */
function requestSync(): void {
  if (!wantsSync) return
  wantsSync = false
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const asked = serviceWorker?.ready.then((worker) =>
    (worker as { sync?: { register: (tag: string) => Promise<void> } }).sync?.register('outbox'),
  )
  asked?.catch(() => undefined)
}
