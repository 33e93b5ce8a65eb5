/*
 * The sender of the outbox. Pages and the service worker run it, each with its own store, clock and transport.
 */
import { compareText } from './order.ts'
import {
  computeStateAfterRefusal,
  makeSendingState,
  isBeingSent,
  isOutboxItemDue,
  type SendRefusal,
} from './sending.ts'

/** An outbox item as pages and the service worker store it. Times are in ms by the server's clock. */
export interface StoredOutboxItem {
  /** A UUIDv7 made when the person acted: the Idempotency-Key and, if the endpoint has one, `client_ref`. */
  id: string
  /** A key of a room's `outboxKinds`. */
  kind: string
  /** The owner of the item. It is never sent as another user. A guest's item passes to the next user who logs in. */
  owner: string
  /** The endpoint's input. A value `$before` is replaced by the `id` in the answer to `depends_on`. */
  input: Record<string, unknown>
  /** The id of an item that must be sent first. */
  depends_on?: string
  /** After this time, the item is sent only if the person confirms it again. */
  expires_at?: number
  created_at: number
  attempts: number
  /** The earliest time of the next attempt. */
  next_at: number
  state: 'waiting' | 'sending' | 'sign_in' | 'needs_you' | 'sent'
  /**
   * Why the item is postponed or needs the person's attention: the server's code and sentence, or our own codes
   * `expired` and `lost_before`.
   */
  said?: { code: string; detail: string; fields: Record<string, string> } | undefined
  /** When the server accepted it. */
  sent_at?: number
  /** The `id` in the server's answer, for items that depend on this one. */
  answered_id?: string | undefined
  /** Whether the item was sent without an answer, so that the server may have received it. */
  is_unsure?: boolean
  /**
   * The request as the service worker sends it, since the worker does not know the rooms; it may contain `$before`.
   * `skew_ms`: how far the server's clock was ahead of the phone's when the item was written.
   */
  request: { method: string; url: string; body: Record<string, unknown>; skew_ms?: number }
}

/** The outcome of one attempt: the `data` of the server's answer, or its refusal. */
export type SendOutcome = { data: unknown } | { refused: SendRefusal }

/** The functions and facts that the sender gets from its environment. */
export interface OutboxPorts<Item extends StoredOutboxItem> {
  list: () => Promise<Item[]>
  /** Changes an item that still exists, or deletes it if `next` returns undefined. True once the change is stored. */
  change: (id: string, next: (kept: Item) => Item | undefined) => Promise<boolean>
  /** Sends an item; `before_id`: the id in the answer to the item it depends on. Never rejects. */
  send: (item: Item, before_id: string | undefined) => Promise<SendOutcome>
  now: () => number
  /** The id of the logged-in user; undefined if nobody is logged in. */
  user: string | undefined
  /** Whether the person has just pressed a button to send this item, so that it is sent before its time. */
  isPressed?: (item: Item) => boolean
  /** Whether an item can be tried at all: there is a network, and the kind is known. */
  canSend: (item: Item) => boolean
  /** Whether items without an answer are sent again before their pause is over. */
  isEager: boolean
  /** Whether a lock excludes all other senders. */
  hasLock: boolean
  /**
   * Whether `list` returns all items of the owner on this phone. Only then is an item lost if it is missing in the
   * list.
   */
  seesAll: boolean
  /** Whether a 401 means that the login has finally ended. If false, a page may still renew it. */
  endsLogin: boolean
  /** Called once an item is stored as sent. */
  onSent?: (item: Item, data: unknown) => Promise<void>
}

const day_ms = 86_400_000

const ownSentences = {
  expired: 'It waited too long to be sent automatically. Send it anyway, change it or delete it.',
  lost_before: 'What it belongs to is no longer on this phone. Change it or delete it.',
}

/** Compares two items by age, oldest first. */
export const compareByAge = (one: StoredOutboxItem, other: StoredOutboxItem) =>
  one.created_at - other.created_at || compareText(one.id, other.id)

/**
 * Sends the items that are due, oldest first. While an item is postponed, later items of its kind wait too. Returns
 * false if some items are left for later.
 */
export async function sendDueItems<Item extends StoredOutboxItem>(
  ports: OutboxPorts<Item>,
): Promise<boolean> {
  const held = new Set<string>()
  for (const { id } of (await ports.list()).toSorted(compareByAge))
    if (!(await tryItem(ports, id, held))) return false
  return held.size === 0
}

/**
 * Updates the state of an item and sends it if it is due; otherwise adds its kind to `held`, so that
 * later items of the kind wait for it. Returns false if all later items must wait.
 */
async function tryItem<Item extends StoredOutboxItem>(
  ports: OutboxPorts<Item>,
  id: string,
  held: Set<string>,
): Promise<boolean> {
  const items = await ports.list()
  const item = items.find((one) => one.id === id)
  const now = ports.now()
  if (item === undefined || item.state === 'needs_you') return true
  if (item.state === 'sent') return sweep(ports, item, items)
  if (!ports.hasLock && isBeingSent(item, now)) return Boolean(held.add(item.kind))
  if (item.owner !== ports.user) return markItem(ports, item, 'sign_in')
  const before = items.find((one) => one.id === item.depends_on)
  if (item.depends_on !== undefined && before === undefined)
    return !ports.seesAll || markItemNeedsUser(ports, item, 'lost_before')
  if (item.expires_at !== undefined && item.expires_at < now)
    return markItemNeedsUser(ports, item, 'expired')
  if (before !== undefined && before.state !== 'sent') return markItem(ports, item, 'waiting')
  const isTime = !held.has(item.kind) && isOutboxItemDue(item, now, ports.isEager)
  if (ports.isPressed?.(item) === true || (isTime && ports.canSend(item)))
    return sendItem(ports, item, before?.answered_id, held)
  held.add(item.kind)
  return markItem(ports, item, 'waiting')
}

async function markItem<Item extends StoredOutboxItem>(
  { change }: OutboxPorts<Item>,
  item: Item,
  state: 'waiting' | 'sign_in',
): Promise<true> {
  if (item.state !== state)
    await change(item.id, (kept) => (kept.state === 'sent' ? kept : { ...kept, state }))
  return true
}

async function markItemNeedsUser<Item extends StoredOutboxItem>(
  { change }: OutboxPorts<Item>,
  { id }: Item,
  code: keyof typeof ownSentences,
): Promise<true> {
  const said = { code, detail: ownSentences[code], fields: {} }
  await change(id, (kept) => ({ ...kept, state: 'needs_you', said }))
  return true
}

/** Deletes a sent item after a day, unless another item still needs its answer. */
async function sweep<Item extends StoredOutboxItem>(
  { change, now, seesAll }: OutboxPorts<Item>,
  { id, sent_at = 0 }: Item,
  items: readonly Item[],
): Promise<true> {
  const isOld = Math.abs(now() - sent_at) > day_ms
  const isNeeded = items.some((one) => one.depends_on === id && one.state !== 'sent')
  if (seesAll && isOld && !isNeeded) await change(id, () => undefined)
  return true
}

/**
 * Sends one item and stores the result. Returns false if there is no answer, nobody is logged in or the server is busy.
 */
async function sendItem<Item extends StoredOutboxItem>(
  ports: OutboxPorts<Item>,
  { id, kind }: Item,
  before_id: string | undefined,
  held: Set<string>,
): Promise<boolean> {
  const item = await claim(ports, id)
  if (item === undefined) return true
  const outcome = await ports.send(item, before_id)
  if ('refused' in outcome) {
    const { refused } = outcome
    const isRenewable = refused.status === 401 && !ports.endsLogin
    await ports.change(id, (kept) => ({
      ...kept,
      ...(isRenewable
        ? { state: 'waiting', is_unsure: false, next_at: 0 }
        : computeStateAfterRefusal(kept, refused, ports.now(), Math.random())),
    }))
    if (refused.status >= 500) held.add(kind)
    return ![0, 401, 429].includes(refused.status)
  }
  const { id: answered_id } = (outcome.data ?? {}) as { id?: unknown }
  const sent: Item = {
    ...item,
    state: 'sent',
    is_unsure: false,
    sent_at: ports.now(),
    ...(typeof answered_id === 'string' && { answered_id }),
  }
  await ports.change(id, () => sent)
  await ports.onSent?.(sent, outcome.data)
  return true
}

/** Marks an item as being sent before its request starts, and returns it; undefined if it must not be sent. */
async function claim<Item extends StoredOutboxItem>(
  { change, now, hasLock }: OutboxPorts<Item>,
  id: string,
): Promise<Item | undefined> {
  let mine: Item | undefined
  const isStored = await change(id, (kept) => {
    const isOver = kept.state === 'sent' || kept.state === 'needs_you'
    const isFree = !isOver && (hasLock || !isBeingSent(kept, now()))
    mine = isFree ? { ...kept, ...makeSendingState(kept, now()) } : undefined
    return mine ?? kept
  })
  return isStored ? mine : undefined
}
