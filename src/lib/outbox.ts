import { serverNow } from '#lib/clock'
import { getCurrentOwner } from '#lib/device/owner'
import {
  changeOutboxItem,
  storeOutboxItem,
  type NewOutboxItem,
  type OutboxItem,
  makeStoredRequest,
} from '#lib/outbox/store'
import { findOutboxKind } from '#lib/room'

export {
  makeEditPath,
  isPreparation,
  listOutbox,
  type NewOutboxItem,
  onItemSent,
  type OutboxItem,
  useOutbox,
  useOutboxList,
} from '#lib/outbox/store'

let newest = 0

/**
 * Stores an item, then sends it if there is a network. Returns undefined if the phone could not store it; the form must
 * then stay.
 */
export async function addToOutbox(given: NewOutboxItem): Promise<OutboxItem | undefined> {
  const item = makeItem(given)
  if (!(await storeOutboxItem(item))) return undefined
  void sendOutbox()
  return item
}

/**
 * Stores an item in place of the item `id`, which the person has changed. Returns `sent` and stores nothing if that one
 * is sent or being sent: otherwise both would be sent. Else as `addToOutbox`.
 */
export async function replaceInOutbox(
  id: string,
  given: NewOutboxItem,
): Promise<OutboxItem | 'sent' | undefined> {
  const item = makeItem(given)
  if (!(await storeOutboxItem(item))) return undefined
  // Remove the changed item last: for a moment the text may exist twice, but it is never missing.
  let isSent = false
  const isReplaced = await changeOutboxItem(id, (kept) => {
    isSent = kept.state === 'sent' || kept.state === 'sending'
    return isSent ? kept : undefined
  })
  if ((isSent || !isReplaced) && (await removeFromOutbox(item.id)) !== undefined)
    return isSent ? 'sent' : undefined
  void sendOutbox()
  return item
}

function makeItem(given: NewOutboxItem): OutboxItem {
  const id = crypto.randomUUID()
  // Items stay in the order in which the person acted, even if their clock was set back.
  newest = Math.max(serverNow(), newest + 1)
  return {
    ...given,
    edit_path: given.edit_path ?? findOutboxKind(given.kind)?.edit_path ?? '',
    id,
    owner: getCurrentOwner(),
    created_at: newest,
    attempts: 0,
    next_at: 0,
    state: 'waiting',
    request: makeStoredRequest({ ...given, id }),
  }
}

let loading: Promise<typeof import('#lib/outbox/sender')> | undefined
const sender = () =>
  (loading ??= import('#lib/outbox/sender')).catch(() => {
    loading = undefined
  })

/** Sends the items that are due, from only one tab at a time. Never rejects. */
export async function sendOutbox(): Promise<void> {
  await (await sender())?.sendOutbox()
}

/** Sends one item now, even after its time limit and even if there seems to be no network. */
export async function sendItemNow(id: string): Promise<void> {
  await (await sender())?.sendStoredItemNow(id)
}

/** Deletes an item, to edit or cancel it, and returns it; undefined if it is sent, being sent or missing. */
export async function removeFromOutbox(id: string): Promise<OutboxItem | undefined> {
  let taken: OutboxItem | undefined
  const isDone = await changeOutboxItem(id, (kept) => {
    taken = kept.state === 'sent' || kept.state === 'sending' ? undefined : kept
    return taken === undefined ? kept : undefined
  })
  if (taken !== undefined) void sendOutbox()
  return isDone ? taken : undefined
}
