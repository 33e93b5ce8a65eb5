import type { OutboxItem, OutboxKind } from './outbox-sender.ts'

export type { OutboxItem, OutboxKind }

/**
 * Commits to the phone before anything is sent; undefined when the phone could not keep it (the form must
 * stay). Then it is sent at once if there is a network.
 */
export async function addToOutbox(
  _item: Pick<
    OutboxItem,
    'kind' | 'input' | 'title' | 'edit_path' | 'depends_on' | 'expires_at'
  >,
): Promise<OutboxItem | undefined> {
  return Promise.resolve(undefined)
}

/** What waits and what was sent today, newest last, followed over all tabs. */
export function useOutbox(_kind?: OutboxKind): readonly OutboxItem[] {
  return []
}

/** Takes an item out, to change or to cancel it; undefined when it was sent or is being sent. */
export async function takeBack(_id: string): Promise<OutboxItem | undefined> {
  return Promise.resolve(undefined)
}

/** Sends what is due, one sender at a time over all tabs. Never rejects. */
export async function sendOutbox(): Promise<void> {
  return Promise.resolve()
}

/** Hears what was sent; `answer` is undefined when another tab sent it. Returns the way out. */
export function onSent(_heard: (item: OutboxItem, answer: unknown) => void): () => void {
  return () => undefined
}
