import { guestOwner } from '#contract/storage'
import { makeCallUrl, listPathParameters } from '#contract/endpoint'
import { compareByAge, type StoredOutboxItem } from '#contract/outbox'
import { getClockSkew } from '#lib/clock'
import { removeItem, read, write } from '#lib/device'
import { isTabStopped } from '#lib/device/stopped-tab'
import { openOwnerStore } from '#lib/device/owner-store'
import { getCurrentOwner } from '#lib/device/owner'
import { findOutboxKind } from '#lib/room'
import { useEffect, useMemo, useState } from 'react'

/** An item that a person wrote and that is to be sent. It is stored before it is sent. */
export interface OutboxItem extends StoredOutboxItem {
  /** Its title in the list: `Fuel price at Mobil, Ikeja`. */
  title: string
  /** The screen that edits it: `${edit_path}?waiting=${id}`. */
  edit_path: string
  /** Form state beyond the input, for editing. */
  form?: unknown
}

/** A new item. Without `edit_path`, it is edited at its kind's path. */
export type NewOutboxItem = Pick<
  OutboxItem,
  'kind' | 'input' | 'title' | 'form' | 'depends_on' | 'expires_at'
> &
  Partial<Pick<OutboxItem, 'edit_path'>>

export const makeEditPath = ({ id, edit_path }: OutboxItem) =>
  `${edit_path}${edit_path.includes('?') ? '&' : '?'}waiting=${id}`

const store = openOwnerStore('outbox')

/** Returns all items, oldest first, with those sent in the last day. Never rejects. */
export async function listOutbox(): Promise<OutboxItem[]> {
  const here = new Set([guestOwner, getCurrentOwner()])
  const items = (await store.entries<OutboxItem>()).map(([, item]) => item)
  return items.filter(({ owner }) => here.has(owner)).toSorted(compareByAge)
}

/** Stores an item. Returns false if it is not stored and never will be. */
export async function storeOutboxItem(item: OutboxItem): Promise<boolean> {
  const isKept = await store.change<OutboxItem>(item.id, () => item)
  if (isKept) await notifyTabs()
  return isKept
}

/** Changes an item that still exists, or deletes it if `next` returns undefined. Returns true once that is stored. */
export async function changeOutboxItem(
  id: string,
  next: (kept: OutboxItem) => OutboxItem | undefined,
): Promise<boolean> {
  const isDone = await store.change<OutboxItem>(id, (kept) => kept && next(kept))
  await notifyTabs()
  return isDone
}

/** Returns the request that the service worker sends for an item. */
export function makeStoredRequest({
  id,
  kind,
  input,
}: Pick<OutboxItem, 'id' | 'kind' | 'input'>): OutboxItem['request'] {
  const entry = findOutboxKind(kind)
  if (entry === undefined) throw new Error(`${kind} is sent by no room`)
  const { endpoint } = entry
  const whole = entry.ref === true ? { ...input, client_ref: id } : input
  const inPath = new Set(listPathParameters(endpoint.path))
  const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !inPath.has(name)))
  return {
    method: endpoint.method,
    url: makeCallUrl(endpoint, whole),
    body,
    skew_ms: getClockSkew(),
  }
}

type OutboxListener = (items: OutboxItem[]) => void
type SentListener = (item: OutboxItem, answer: unknown) => void
const followers = new Set<OutboxListener>()
const hearers = new Set<SentListener>()
let channel: BroadcastChannel | undefined

/** Returns the channel to other tabs, opened on first use: on the server, which renders pages, it would never close. */
function otherTabs(): BroadcastChannel | undefined {
  if (channel !== undefined || !('BroadcastChannel' in globalThis)) return channel
  channel = new BroadcastChannel('outbox')
  channel.addEventListener('message', ({ data }: MessageEvent<{ sent?: string }>) => {
    void refreshOutboxList().then((items) => {
      const sent = items.find(({ id }) => id === data.sent)
      if (sent !== undefined) notifyItemSent(sent, undefined)
    })
  })
  return channel
}

/** Tells all listeners in this tab that an item was sent. */
export function notifyItemSent(item: OutboxItem, answer: unknown): void {
  for (const heard of hearers) heard(item, answer)
}

/** Calls back for each sent item; `answer` is undefined if another tab sent it. Returns a function that stops this. */
export function onItemSent(listener: SentListener): () => void {
  otherTabs()
  hearers.add(listener)
  return () => hearers.delete(listener)
}

/** Notifies all tabs of a change or of a sent item. */
export async function notifyTabs(sent?: string): Promise<void> {
  otherTabs()?.postMessage({ sent })
  await refreshOutboxList()
}

let asked = 0
/** Reads the list again for this tab's screens and count. */
export async function refreshOutboxList(): Promise<OutboxItem[]> {
  asked += 1
  const mine = asked
  const items = await listOutbox()
  if (mine !== asked || isTabStopped()) return items
  const count = items.filter((item) => item.state !== 'sent' && !isPreparation(item, items)).length
  if (count === 0) removeItem('waiting_to_send')
  else if (read('waiting_to_send') !== count) write('waiting_to_send', count)
  for (const follow of followers) follow(items)
  return items
}

/** Returns whether an item only prepares another one and is not displayed separately. */
export const isPreparation = ({ id, kind, state }: OutboxItem, items: readonly OutboxItem[]) =>
  findOutboxKind(kind)?.opens === true &&
  (state === 'waiting' || state === 'sending' || state === 'sent') &&
  items.some(({ depends_on }) => depends_on === id)

/** Returns waiting items and those sent in the last day, newest last, across tabs; undefined until loaded. */
export function useOutboxList(): readonly OutboxItem[] | undefined {
  const [items, setItems] = useState<readonly OutboxItem[]>()
  useEffect(() => {
    let isGone = false
    otherTabs()
    followers.add(setItems)
    void listOutbox().then((list) => isGone || setItems(list))
    return () => {
      isGone = true
      followers.delete(setItems)
    }
  }, [])
  return items
}

const none: readonly OutboxItem[] = []

/** Returns the items of the list of one kind, or of all kinds; empty until loaded. */
export function useOutbox(kind?: string): readonly OutboxItem[] {
  const items = useOutboxList() ?? none
  return useMemo(
    () => (kind === undefined ? items : items.filter((item) => item.kind === kind)),
    [items, kind],
  )
}
