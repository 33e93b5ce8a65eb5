import type { Input, Meta, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import {
  type listMessages as listMessagesPromise,
  type sendMessage as sendMessagePromise,
} from '#contract/support/endpoints'
import { messagesPerHour, messagesPerPage } from '#contract/support/model'
import type { Context } from '#server/context'
import { callerOf } from '#server/rooms/accounts'
import { firstAnswer } from './first-answer.ts'
import * as said from './message-repository.ts'
import { findConversation, lockConversation, reopenConversation } from './repository.ts'

/** Messages of one of the user's conversations in their order: the newest, older pages, or what came after one. */
export async function listMessages(
  ctx: Context,
  { id: conversation_id, after, page }: Input<typeof listMessagesPromise>,
): Promise<{ data: Output<typeof listMessagesPromise>; meta: Meta<typeof listMessagesPromise> }> {
  const { user_id: person_id } = callerOf(ctx)
  const conversation = await findConversation(ctx.db, person_id, conversation_id)
  if (conversation === undefined) throw refuse('not_found')
  const per_page = messagesPerPage
  const part = { person_id, conversation_id, limit: per_page }
  const data =
    after === undefined
      ? await said.findNewest(ctx.db, { ...part, offset: (page - 1) * per_page })
      : await said.findAfter(ctx.db, { ...part, after })
  return {
    data,
    meta: { page, per_page, total: await said.countMessages(ctx.db, conversation_id) },
  }
}

/**
 * Writes a message, once per `client_ref`, in the caller's transaction. Our own line answers the first one
 * by itself. Throws `not_found`, `conversation_closed` where there is a newer conversation,
 * and `too_many_requests` after 100 in an hour.
 */
export async function sendMessage(
  ctx: Context,
  { id: conversation_id, body, client_ref }: Input<typeof sendMessagePromise>,
): Promise<Output<typeof sendMessagePromise>> {
  const { db } = ctx
  const { user_id: person_id } = callerOf(ctx)
  const conversation = await lockConversation(db, person_id, conversation_id)
  if (conversation === undefined) throw refuse('not_found')
  const before =
    client_ref === undefined
      ? undefined
      : await said.findByRef(db, person_id, conversation_id, client_ref)
  if (before !== undefined) return before
  if ((await said.countLatest(db, person_id, messagesPerHour)) >= messagesPerHour)
    throw refuse('too_many_requests', {
      detail: `Nobody can write more than ${messagesPerHour} messages an hour. Wait a little.`,
      retry_after: 600,
    })
  if (conversation.is_closed && !(await reopenConversation(db, conversation_id)))
    throw refuse('conversation_closed')
  const message = await said.insertMessage(db, person_id, {
    conversation_id,
    sender: 'person',
    body,
    client_ref: client_ref ?? null,
  })
  if (conversation.is_silent && conversation.is_our_line)
    await said.insertMessage(db, person_id, {
      conversation_id,
      sender: 'automatic',
      body: firstAnswer,
      client_ref: null,
    })
  return message
}
