import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/support/endpoints'
import { maxCannedAnswers } from '#contract/support/rules'
import type { Context } from '#server/context'
import { type SupportDeskActor, requireDeskConversation } from './desk.ts'
import { lockDeskConversation } from './desk-repository.ts'
import * as repository from './inbox-repository.ts'

/** Assigns a conversation to the caller, or unassigns it. Throws `not_found`. */
export async function assignConversation(
  ctx: Context,
  desk: SupportDeskActor,
  { id, to }: Input<typeof endpoints.assignConversation>,
) {
  if ((await lockDeskConversation(ctx.db, desk, id)) === undefined) throw makeRefusal('not_found')
  await repository.saveAssignment(ctx.db, id, to === 'me' ? (desk.member?.id ?? null) : null)
  return requireDeskConversation(ctx, desk, id)
}

/** Returns the traveller of a conversation, with their trips. Throws `not_found`. */
export async function getConversationPerson(
  ctx: Context,
  desk: SupportDeskActor,
  { id }: Input<typeof endpoints.getConversationPerson>,
): Promise<Output<typeof endpoints.getConversationPerson>> {
  const person = await repository.findConversationPerson(ctx.db, desk, id)
  if (person === undefined) throw makeRefusal('not_found')
  const { person_id, name, phone } = person
  const trips = await repository.findRecentTripsForDesk(ctx.db, desk, person_id)
  return { name, phone: desk.desk_id === null ? phone : null, trips }
}

/** Returns the canned answers of the desk, sorted by title. */
export function listCannedAnswers(
  ctx: Context,
  desk: SupportDeskActor,
): Promise<Output<typeof endpoints.listCannedAnswers>> {
  return repository.findCannedAnswers(ctx.db, desk)
}

/** Stores or changes a canned answer. Throws `not_found`, `canned_answer_limit`. */
export async function saveCannedAnswer(
  ctx: Context,
  desk: SupportDeskActor,
  { id, ...input }: Input<typeof endpoints.saveCannedAnswer>,
): Promise<Output<typeof endpoints.saveCannedAnswer>> {
  await repository.lockCannedAnswers(ctx.db, desk)
  if (
    id !== undefined &&
    !(await repository.renameCannedAnswer(ctx.db, desk, { id, title: input.title }))
  )
    throw makeRefusal('not_found')
  const saved = await repository.storeCannedAnswer(ctx.db, desk, input, maxCannedAnswers)
  if (saved === undefined) throw makeRefusal('canned_answer_limit')
  return saved
}

/** Deletes a canned answer. Throws `not_found`. */
export async function removeCannedAnswer(
  ctx: Context,
  desk: SupportDeskActor,
  { id }: Input<typeof endpoints.removeCannedAnswer>,
): Promise<Output<typeof endpoints.removeCannedAnswer>> {
  if (!(await repository.deleteCannedAnswer(ctx.db, desk, id))) throw makeRefusal('not_found')
  return { removed: true }
}
