import { cutText } from '#contract/cut-text'
import type { Message } from '#contract/support/model'
import { supportBusiness } from '#contract/support/rules'
import { addToOutbox, type OutboxItem, removeFromOutbox, useOutbox } from '#lib/outbox'
import { useMemo } from 'react'

/** A message of the user that the server has not returned yet. */
export type UnsentMessage = OutboxItem & MessageDraft

/** A message as typed: text, and optionally a photo as base64 and the booking or parcel that the message is about. */
export interface MessageDraft {
  body: string
  photo?: string
  about?: { kind: 'booking' | 'parcel'; reference: string }
}

export type Attachment = Omit<MessageDraft, 'body'>

function toMessageDraft({ input }: OutboxItem): MessageDraft {
  const { body, photo, about } = input as Partial<MessageDraft>
  return {
    body: String(body),
    ...(photo !== undefined && { photo }),
    ...(about !== undefined && { about }),
  }
}

/** Returns the id of a message's conversation; undefined until the conversation is opened. */
export function findConversationId(
  item: OutboxItem,
  items: readonly OutboxItem[],
): string | undefined {
  if (item.input['id'] !== '$before') return String(item.input['id'])
  return items.find(({ id }) => id === item.depends_on)?.answered_id
}

/**
 * Returns the user's unsent messages of one conversation, oldest first, except those in `messages`. If `id` is
 * undefined, it is the conversation that the first message opens, and `opened` is its id once known.
 */
export function useUnsentMessages(
  id: string | undefined,
  messages: readonly Message[] | undefined,
) {
  const items = useOutbox()
  const answered = items.findLast(({ kind }) => kind === 'conversation')?.answered_id
  const here = id ?? answered
  const unsent = useMemo(() => {
    const shown = new Set(messages?.map(({ client_ref }) => client_ref))
    return items
      .filter(
        (item) =>
          item.kind === 'message' &&
          !shown.has(item.id) &&
          findConversationId(item, items) === here,
      )
      .map((item): UnsentMessage => ({ ...item, ...toMessageDraft(item) }))
  }, [items, messages, here])
  return { unsent, items, opened: id === undefined ? answered : undefined }
}

/**
 * Puts a message into the outbox, and before it a new conversation if there is none. Returns false if this phone cannot
 * store it.
 */
export async function addMessageToOutbox(
  conversation: string | undefined,
  draft: MessageDraft,
  items: readonly OutboxItem[],
): Promise<boolean> {
  const message = { kind: 'message', title: titleOf(draft) } as const
  if (conversation !== undefined)
    return (await addToOutbox({ ...message, input: { id: conversation, ...draft } })) !== undefined
  const opening =
    items.findLast(({ kind, state }) => kind === 'conversation' && state !== 'sent') ??
    (await addToOutbox({
      kind: 'conversation',
      input: { business_id: supportBusiness },
      title: 'Conversation with us',
    }))
  if (opening === undefined) return false
  const input = { id: '$before', ...draft }
  return (await addToOutbox({ ...message, input, depends_on: opening.id })) !== undefined
}

/**
 * Removes an unsent message, and the unopened conversation if it was only for this message. Returns the message;
 * undefined if it was already sent or is being sent.
 */
export async function removeMessageFromOutbox(
  id: string,
  items: readonly OutboxItem[],
): Promise<MessageDraft | undefined> {
  const taken = await removeFromOutbox(id)
  if (taken === undefined) return undefined
  const before = taken.depends_on
  const isNeeded = items.some((item) => item.id !== id && item.depends_on === before)
  if (before !== undefined && !isNeeded) await removeFromOutbox(before)
  return toMessageDraft(taken)
}

function titleOf({ body, photo }: MessageDraft): string {
  if (body === '') return photo === undefined ? 'What it is about' : 'A photo'
  const line = body.replaceAll(/\s+/g, ' ')
  return `“${line.length > 60 ? `${cutText(line, 59)}…` : line}”`
}
