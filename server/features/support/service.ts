import type { Input, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import type * as promises from '#contract/support'
import type { Context } from '#server/context'
import { findConversation, openConversation } from './repository.ts'

/** The user's open conversation with a business, made if there is none; `not_found` when nobody is called so. */
export async function startConversation(
  { db, actor }: Context,
  { business_id }: Input<typeof promises.startConversation>,
): Promise<Output<typeof promises.startConversation>> {
  if (actor.kind !== 'user') throw refuse('not_signed_in')
  const conversation = await openConversation(db, actor.user_id, business_id)
  if (conversation === undefined) throw refuse('not_found')
  return conversation
}

/** One of the user's conversations, or `not_found`. */
export async function getConversation(
  { db, actor }: Context,
  { id }: Input<typeof promises.getConversation>,
): Promise<Output<typeof promises.getConversation>> {
  if (actor.kind !== 'user') throw refuse('not_signed_in')
  const conversation = await findConversation(db, actor.user_id, id)
  if (conversation === undefined) throw refuse('not_found')
  return conversation
}
