import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/support/endpoints'
import type { Message } from '#contract/support/model'
import { maxMessagesPerHour, messagesPerPage } from '#contract/support/rules'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { reencodePhoto, resizePhoto } from '#server/platform/photos'
import { requireUser } from '#server/rooms/accounts'
import { describeMessageTopic } from './about.ts'
import { makeFirstAnswer } from './first-answer.ts'
import { findReadMarks } from './marks-repository.ts'
import * as messageRepository from './message-repository.ts'
import { lockConversation, reopenConversation } from './repository.ts'

/** Returns messages of a conversation in their order, for either side. Throws `not_found`. */
export async function readMessages(
  db: Db,
  viewer: messageRepository.ConversationViewer,
  { id: conversation_id, after, page }: Input<typeof endpoints.listMessages>,
): Promise<ListAnswer<typeof endpoints.listMessages>> {
  const marks = await findReadMarks(db, viewer, conversation_id)
  if (marks === undefined) throw makeRefusal('not_found')
  const per_page = messagesPerPage
  const part = { conversation_id, limit: per_page }
  const data =
    after === undefined
      ? await messageRepository.findMessagePage(db, viewer, {
          ...part,
          offset: (page - 1) * per_page,
        })
      : await messageRepository.findMessagesAfter(db, viewer, { ...part, after })
  // `data` may include messages that were written after the marks were read.
  const total = Math.max(marks.total, data.at(-1)?.seq ?? 0)
  const { got, read, my_read } = marks
  return { data, meta: { page, per_page, total, marks: { got, read, my_read } } }
}

/**
 * Returns messages of one of the user's conversations in order: the newest, older pages, or those after a given one.
 */
export async function listMessages(
  ctx: Context,
  input: Input<typeof endpoints.listMessages>,
): Promise<ListAnswer<typeof endpoints.listMessages>> {
  const listed = await readMessages(ctx.db, { person_id: requireUser(ctx).user_id }, input)
  return { ...listed, data: listed.data.map(makePhotoPathAdder(makeMessagePhotoPath)) }
}

/** Makes a function that adds to a message the path of its photo, without `/api`. */
export const makePhotoPathAdder =
  (address: (message: Message) => string) =>
  (message: Message): Message => ({
    ...message,
    photo: message.photo === null ? null : address(message),
  })

/** Returns the path at which a traveller gets the photo of a message, without `/api`. */
export const makeMessagePhotoPath = ({ conversation_id, id }: Message) =>
  `/v1/waka/conversations/${conversation_id}/photos/${id}`

/**
 * Adds a message, once per `client_ref`, in the caller's transaction. Our support answers the first message of a
 * conversation automatically. Throws `not_found`, `conversation_closed` if there is a newer conversation, and
 * `too_many_requests` after 100 in an hour.
 */
export async function sendMessage(
  ctx: Context,
  { id: conversation_id, body, about, client_ref }: Input<typeof endpoints.sendMessage>,
  jpeg: Buffer | undefined,
): Promise<Output<typeof endpoints.sendMessage>> {
  const { db } = ctx
  const { user_id: person_id } = requireUser(ctx)
  const viewer = { person_id }
  const addPhotoPath = makePhotoPathAdder(makeMessagePhotoPath)
  const conversation = await lockConversation(db, person_id, conversation_id)
  if (conversation === undefined) throw makeRefusal('not_found')
  const before =
    client_ref === undefined
      ? undefined
      : await messageRepository.findMessageByRef(db, viewer, conversation_id, client_ref)
  if (before !== undefined) return addPhotoPath(before)
  await messageRepository.lockSender(db, person_id)
  await refuseTooMany(db, person_id)
  if (conversation.is_closed && !(await reopenConversation(db, conversation_id)))
    throw makeRefusal('conversation_closed')
  const message = await messageRepository.insertMessage(db, viewer, {
    conversation_id,
    sender: 'person',
    body,
    client_ref: client_ref ?? null,
    jpeg,
    about: about && (await describeMessageTopic(db, person_id, about)),
  })
  if (conversation.is_silent && conversation.is_our_line)
    await messageRepository.insertMessage(db, viewer, {
      conversation_id,
      sender: 'automatic',
      body: await makeFirstAnswer(db, person_id, {
        body,
        has_subject: about !== undefined,
        business: conversation.business_name,
      }),
      client_ref: null,
    })
  return addPhotoPath(message)
}

async function refuseTooMany(db: Db, person_id: string): Promise<void> {
  if (
    (await messageRepository.countRecentMessages(db, person_id, maxMessagesPerHour)) <
    maxMessagesPerHour
  )
    return
  throw makeRefusal('too_many_requests', {
    detail: `You can write up to ${maxMessagesPerHour} messages an hour. Try again later.`,
    retry_after: 600,
  })
}

/** Re-encodes the photo of a person's message. Throws as `sendMessage` does. */
export async function encodeMessagePhoto(
  ctx: Context,
  input: Input<typeof endpoints.sendMessage>,
): Promise<Buffer | undefined> {
  const { user_id: person_id } = requireUser(ctx)
  if (input.photo !== undefined) await refuseTooMany(ctx.db, person_id)
  return encodeNewMessagePhoto(ctx, { person_id }, input)
}

/**
 * Re-encodes the photo of a message, if it has one. Since that takes seconds, first checks that the sender may see the
 * conversation. Throws `not_found`, and what `reencodePhoto` throws.
 */
export async function encodeNewMessagePhoto(
  ctx: Context,
  viewer: messageRepository.ConversationViewer,
  { id, photo }: { id: string; photo?: string | undefined },
): Promise<Buffer | undefined> {
  if (photo === undefined) return undefined
  if ((await findReadMarks(ctx.db, viewer, id)) === undefined) throw makeRefusal('not_found')
  return reencodePhoto(ctx, photo, 'photo')
}

/** Returns the photo of a message in one of the caller's conversations. Throws `not_found`. */
export async function getMessagePhoto(
  ctx: Context,
  input: Input<typeof endpoints.getMessagePhoto>,
) {
  const body = await messageRepository.findMessagePhoto(
    ctx.db,
    { person_id: requireUser(ctx).user_id },
    input,
  )
  if (body === undefined) throw makeRefusal('not_found')
  return { body: await resizePhoto(body, input.w), file_name: `message-${input.message_id}.jpg` }
}
