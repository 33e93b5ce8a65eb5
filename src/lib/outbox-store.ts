import { addressOf, pathNames } from '#contract/endpoint-address'
import { clockSkew } from '#lib/clock'
import { forget, read, write } from '#lib/device'
import { areStoresClosed, guest, openOwnStore, ownerHere } from '#lib/device-store'
import { outboxEntry } from '#lib/room'
import { useEffect, useMemo, useState } from 'react'

/** Something a person wrote that is on its way to the server: on the phone before it is sent. */
export interface OutboxItem {
  /** UUIDv4, made when the person acted: the Idempotency-Key and, where the endpoint has one, `client_ref`. */
  id: string
  /** A name among the rooms' `outboxKinds`. */
  kind: string
  /** Its owner; it is never sent as another user. A guest's item passes to the next user who logs in. */
  owner: string
  /** The endpoint's input; a value `$before` becomes the `id` of what `depends_on` was answered. */
  input: Record<string, unknown>
  /** Its title in the list: `Fuel price at Mobil, Ikeja`. */
  title: string
  /** The screen that can change it: `${edit_path}?waiting=${id}`. */
  edit_path: string
  /** Form state beyond the input, for editing. */
  form?: unknown
  /** Id of another item that must be sent first. */
  depends_on?: string
  /** ms by the server's clock: afterwards it is not sent by itself but asks the person again. */
  expires_at?: number
  /** ms by the server's clock. */
  created_at: number
  attempts: number
  /** When it may be tried again, ms by the server's clock. */
  next_at: number
  state: 'waiting' | 'sending' | 'sign_in' | 'needs_you' | 'sent'
  /** Why it waits or needs the person, in the server's words; `expired` and `lost_before` are the phone's own. */
  said?: { code: string; detail: string; fields: Record<string, string> } | undefined
  /** When the server said yes, ms by its clock. */
  sent_at?: number
  /** The `id` in the server's answer, for what depends on this. */
  answered_id?: string
  /** It was tried and nobody answered: it may have arrived. */
  is_unsure?: boolean
  /**
   * The same for the service worker, which knows no room; `$before` stands in it, too. `skew_ms` is by how much
   * the server's clock was ahead when it was written.
   */
  request: { method: string; url: string; body: Record<string, unknown>; skew_ms?: number }
}

/** A new item; without an `edit_path` it is edited at its kind's address. */
export type NewOutboxItem = Pick<
  OutboxItem,
  'kind' | 'input' | 'title' | 'form' | 'depends_on' | 'expires_at'
> &
  Partial<Pick<OutboxItem, 'edit_path'>>

/** Where an item is changed. */
export const editLink = ({ id, edit_path }: OutboxItem) =>
  `${edit_path}${edit_path.includes('?') ? '&' : '?'}waiting=${id}`

const store = openOwnStore('outbox')

/** Everything here, oldest first, sent things of the last day included. Never rejects. */
export async function listOutbox(): Promise<OutboxItem[]> {
  const here = new Set([guest, ownerHere()])
  const items = (await store.entries<OutboxItem>()).map(([, item]) => item)
  return items
    .filter(({ owner }) => here.has(owner))
    .toSorted((a, b) => a.created_at - b.created_at || a.id.localeCompare(b.id))
}

/** Puts an item on the phone. False: it is not there and never will be. */
export async function keepItem(item: OutboxItem): Promise<boolean> {
  const isKept = await store.change<OutboxItem>(item.id, () => item)
  if (isKept) await publish()
  return isKept
}

/** Changes an item that is still there, or with undefined takes it away. True once that is on the phone. */
export async function changeItem(
  id: string,
  next: (kept: OutboxItem) => OutboxItem | undefined,
): Promise<boolean> {
  const isDone = await store.change<OutboxItem>(id, (kept) => kept && next(kept))
  await publish()
  return isDone
}

/** The request the service worker sends for an item, with its id if the endpoint takes one. */
export async function requestOf({
  id,
  kind,
  input,
}: Pick<OutboxItem, 'id' | 'kind' | 'input'>): Promise<OutboxItem['request']> {
  const entry = outboxEntry(kind)
  if (entry === undefined) throw new Error(`${kind} is sent by no room`)
  const endpoint = await entry.endpoint()
  const whole = entry.ref === true ? { ...input, client_ref: id } : input
  const inPath = new Set(pathNames(endpoint.path))
  const body = Object.fromEntries(Object.entries(whole).filter(([name]) => !inPath.has(name)))
  return { method: endpoint.method, url: addressOf(endpoint, whole), body, skew_ms: clockSkew() }
}

type Followed = (items: OutboxItem[]) => void
type Heard = (item: OutboxItem, answer: unknown) => void
const followers = new Set<Followed>()
const hearers = new Set<Heard>()
let channel: BroadcastChannel | undefined

/** Follows the other tabs, from the first use on: the pages are printed where an open channel never ends. */
function otherTabs(): BroadcastChannel | undefined {
  if (channel !== undefined || !('BroadcastChannel' in globalThis)) return channel
  channel = new BroadcastChannel('outbox')
  channel.addEventListener('message', ({ data }: MessageEvent<{ sent?: string }>) => {
    void show().then((items) => {
      const sent = items.find(({ id }) => id === data.sent)
      if (sent !== undefined) tellSent(sent, undefined)
    })
  })
  return channel
}

/** Notifies this tab of items it has sent. */
export function tellSent(item: OutboxItem, answer: unknown): void {
  for (const heard of hearers) heard(item, answer)
}

/** Hears what was sent; `answer` is undefined when another tab sent it. Returns the way out. */
export function onSent(heard: Heard): () => void {
  otherTabs()
  hearers.add(heard)
  return () => hearers.delete(heard)
}

/** Notifies all tabs of changes and of sent items. */
export async function publish(sent?: string): Promise<void> {
  otherTabs()?.postMessage({ sent })
  await show()
}

let asked = 0
/** Reads the list again for this tab: for its screens and for the count that stands outside. */
export async function show(): Promise<OutboxItem[]> {
  asked += 1
  const mine = asked
  const items = await listOutbox()
  if (mine !== asked || areStoresClosed()) return items
  const count = items.filter((item) => item.state !== 'sent' && !isOpening(item, items)).length
  if (count === 0) forget('waiting_to_send')
  else if (read('waiting_to_send') !== count) write('waiting_to_send', count)
  for (const follow of followers) follow(items)
  return items
}

/** Whether an item only opens the way for another one and asks nothing of the person: to them, both are one. */
export const isOpening = ({ id, kind, state }: OutboxItem, items: readonly OutboxItem[]) =>
  outboxEntry(kind)?.opens === true &&
  (state === 'waiting' || state === 'sending' || state === 'sent') &&
  items.some(({ depends_on }) => depends_on === id)

/** Waiting items and those sent in the last day, newest last, across tabs; undefined until loaded. */
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

/** The same, of one kind or of all, empty until the phone was asked. */
export function useOutbox(kind?: string): readonly OutboxItem[] {
  const items = useOutboxList() ?? none
  return useMemo(
    () => (kind === undefined ? items : items.filter((item) => item.kind === kind)),
    [items, kind],
  )
}
