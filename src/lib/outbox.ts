import { serverNow } from '#lib/clock'
import { ownerHere } from '#lib/device-store'
import {
  changeItem,
  keepItem,
  type NewOutboxItem,
  type OutboxItem,
  requestOf,
} from '#lib/outbox-store'
import { outboxEntry } from '#lib/room'

export {
  editLink,
  isOpening,
  listOutbox,
  type NewOutboxItem,
  onSent,
  type OutboxItem,
  useOutbox,
  useOutboxList,
} from '#lib/outbox-store'

let newest = 0

/**
 * Commits to the phone before anything is sent; undefined when the phone could not keep it (the form must
 * stay). Then it is sent at once if there is a network.
 */
export async function addToOutbox(given: NewOutboxItem): Promise<OutboxItem | undefined> {
  const id = crypto.randomUUID()
  // The order in which a person acted holds, also when their clock is set back meanwhile.
  newest = Math.max(serverNow(), newest + 1)
  const item: OutboxItem = {
    ...given,
    edit_path: given.edit_path ?? outboxEntry(given.kind)?.edit_path ?? '',
    id,
    owner: ownerHere(),
    created_at: newest,
    attempts: 0,
    next_at: 0,
    state: 'waiting',
    request: await requestOf({ ...given, id }),
  }
  if (!(await keepItem(item))) return undefined
  void sendOutbox()
  return item
}

let loading: Promise<typeof import('./outbox-sender.ts')> | undefined
const sender = () =>
  (loading ??= import('./outbox-sender.ts')).catch(() => {
    loading = undefined
  })

/** Sends what is due, one sender at a time over all tabs. Never rejects. */
export async function sendOutbox(): Promise<void> {
  await (await sender())?.sendOutbox()
}

/** Sends one item now, also one whose time was over, and tries it where nothing seems to answer. */
export async function sendNow(id: string): Promise<void> {
  await (await sender())?.sendNow(id)
}

/** Removes an item, to edit or cancel it; undefined if it was sent or is being sent. */
export async function takeBack(id: string): Promise<OutboxItem | undefined> {
  let taken: OutboxItem | undefined
  const isDone = await changeItem(id, (kept) => {
    taken = kept.state === 'sent' || kept.state === 'sending' ? undefined : kept
    return taken === undefined ? kept : undefined
  })
  if (taken !== undefined) void sendOutbox()
  return isDone ? taken : undefined
}
