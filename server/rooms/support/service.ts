import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/support/endpoints'
import type { ConversationExport } from '#contract/support/model'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { requireUser } from '#server/rooms/accounts'
import { sendTransientEvent } from '#server/rooms/events'
import * as marks from './marks-repository.ts'
import { findAllMessages, findLastMessages } from './message-repository.ts'
import { makeMessagePhotoPath, makePhotoPathAdder } from './messages.ts'
import * as conversations from './repository.ts'

/** Returns the user's open conversation with an addressee, which is created if there is none. Throws `not_found`. */
export async function startConversation(
  ctx: Context,
  { business_id }: Input<typeof endpoints.startConversation>,
): Promise<Output<typeof endpoints.startConversation>> {
  const { user_id } = requireUser(ctx)
  const conversation = await conversations.openConversation(ctx.db, user_id, business_id)
  if (conversation === undefined) throw makeRefusal('not_found')
  return conversation
}

/** Returns one of the user's conversations. Throws `not_found`. */
export async function getConversation(
  ctx: Context,
  { id }: Input<typeof endpoints.getConversation>,
): Promise<Output<typeof endpoints.getConversation>> {
  const conversation = await conversations.findConversation(ctx.db, requireUser(ctx).user_id, id)
  if (conversation === undefined) throw makeRefusal('not_found')
  return conversation
}

/** Returns the user's conversations with their last message, newest first. Empty ones are left out. */
export async function listConversations(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listConversations>,
): Promise<ListAnswer<typeof endpoints.listConversations>> {
  const { user_id: person_id } = requireUser(ctx)
  const part = { limit: per_page, offset: (page - 1) * per_page }
  const mine = await conversations.findPageOfConversations(ctx.db, person_id, part)
  const ids = mine.map(({ id }) => id)
  const last = await findLastMessages(ctx.db, { person_id }, ids)
  const total = await conversations.countConversations(ctx.db, person_id)
  const addPhotoPath = makePhotoPathAdder(makeMessagePhotoPath)
  return {
    data: mine.map((one) => {
      const message = last.get(one.id)
      return { ...one, last_message: message ? addPhotoPath(message) : null }
    }),
    meta: { page, per_page, total },
  }
}

export async function countUnread(ctx: Context): Promise<Output<typeof endpoints.countUnread>> {
  return { count: await marks.countUnread(ctx.db, requireUser(ctx).user_id) }
}

/** Moves the user's read marks forward and notifies the other side. Throws `not_found`. */
export async function updateReadMarks(
  ctx: Context,
  input: Input<typeof endpoints.updateReadMarks>,
): Promise<Output<typeof endpoints.updateReadMarks>> {
  const moved = await marks.advanceReadMarks(ctx.db, { person_id: requireUser(ctx).user_id }, input)
  if (moved === undefined) throw makeRefusal('not_found')
  return moved
}

/** Notifies the other side of an open conversation that the user is typing. Throws `not_found`. */
export async function sayTyping(
  ctx: Context,
  { id }: Input<typeof endpoints.sayTyping>,
): Promise<Output<typeof endpoints.sayTyping>> {
  const viewer = { person_id: requireUser(ctx).user_id }
  if ((await marks.findReadMarks(ctx.db, viewer, id)) === undefined) throw makeRefusal('not_found')
  const account = await marks.findOtherSideAccount(ctx.db, viewer, id)
  if (account !== undefined) await sendTransientEvent(ctx.db, { account, kind: 'desk_typing', id })
  return {}
}

/** Rates a closed conversation. Throws `not_found` and `conversation_open`. */
export async function rateConversation(
  ctx: Context,
  { id, stars, words }: Input<typeof endpoints.rateConversation>,
): Promise<Output<typeof endpoints.rateConversation>> {
  const { user_id } = requireUser(ctx)
  const isRated = await conversations.saveConversationRating(ctx.db, user_id, { id, stars, words })
  const conversation = await conversations.findConversation(ctx.db, user_id, id)
  if (conversation === undefined) throw makeRefusal('not_found')
  if (!isRated) throw makeRefusal('conversation_open')
  return conversation
}

/** Returns all of a person's conversations with their messages, for the export. */
export async function exportConversations(
  db: Db,
  person_id: string,
): Promise<ConversationExport[]> {
  const messages = (await findAllMessages(db, person_id)).map(
    makePhotoPathAdder(makeMessagePhotoPath),
  )
  return (await conversations.findConversations(db, person_id)).map((one) => ({
    ...one,
    messages: messages.filter(({ conversation_id }) => conversation_id === one.id),
  }))
}
