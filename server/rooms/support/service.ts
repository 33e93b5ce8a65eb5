import type { Input, Meta, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type * as endpoints from '#contract/support/endpoints'
import type { WholeConversation } from '#contract/support/model'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { callerOf } from '#server/rooms/accounts'
import { findAllSaid, findLast } from './message-repository.ts'
import * as conversations from './repository.ts'

/** The user's open conversation with a business, made if there is none; `not_found` when nobody is called so. */
export async function startConversation(
  ctx: Context,
  { business_id }: Input<typeof endpoints.startConversation>,
): Promise<Output<typeof endpoints.startConversation>> {
  const { user_id } = callerOf(ctx)
  const conversation = await conversations.openConversation(ctx.db, user_id, business_id)
  if (conversation === undefined) throw refuse('not_found')
  return conversation
}

/** One of the user's conversations, or `not_found`. */
export async function getConversation(
  ctx: Context,
  { id }: Input<typeof endpoints.getConversation>,
): Promise<Output<typeof endpoints.getConversation>> {
  const conversation = await conversations.findConversation(ctx.db, callerOf(ctx).user_id, id)
  if (conversation === undefined) throw refuse('not_found')
  return conversation
}

/** The user's conversations with the last message of each, the newest first. */
export async function listConversations(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listConversations>,
): Promise<{
  data: Output<typeof endpoints.listConversations>
  meta: Meta<typeof endpoints.listConversations>
}> {
  const { user_id } = callerOf(ctx)
  const part = { limit: per_page, offset: (page - 1) * per_page }
  const mine = await conversations.findConversations(ctx.db, user_id, part)
  const last = await findLast(
    ctx.db,
    user_id,
    mine.map(({ id }) => id),
  )
  const total = await conversations.countConversations(ctx.db, user_id)
  return {
    data: mine.map((one) => ({ ...one, last_message: last.get(one.id) ?? null })),
    meta: { page, per_page, total },
  }
}

/** All of a person's conversations with everything said in them, for her export. */
export async function conversationsOf(db: Db, person_id: string): Promise<WholeConversation[]> {
  const said = await findAllSaid(db, person_id)
  return (await conversations.findConversations(db, person_id)).map((one) => ({
    ...one,
    messages: said.filter(({ conversation_id }) => conversation_id === one.id),
  }))
}
