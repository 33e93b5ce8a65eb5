import { cutText } from '#contract/cut-text'
import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/support/desk-endpoints'
import type { DeskConversation, Message } from '#contract/support/model'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { isOfficialSounding, refuseOfficialName } from '#server/rooms/communities'
import { resizePhoto } from '#server/platform/photos'
import { sendTransientEvent } from '#server/rooms/events'
import { deskActorChecks } from '#server/rooms/operators'
import * as desks from './desk-repository.ts'
import * as marks from './marks-repository.ts'
import * as messageRepository from './message-repository.ts'
import { makePhotoPathAdder, encodeNewMessagePhoto, readMessages } from './messages.ts'
import { findAddressee, reopenConversation } from './repository.ts'

type Desk = desks.CallingDesk

/** An actor at a desk: a program with its key, or a member with their name. */
export interface SupportDeskActor extends Desk {
  /** The path of photos for this caller, such as `/v1/waka/operator/conversations`. */
  photos_path: string
}

/** Returns the desk of the calling key or member: an operator's, or our own. */
export function requireDesk(ctx: Context): SupportDeskActor {
  const { actor } = ctx
  const member =
    actor.kind === 'member' ? { member: { id: actor.user_id, name: getDisplayName(actor) } } : {}
  if (actor.kind === 'staff' || (actor.kind === 'member' && actor.operator_id === null)) {
    deskActorChecks.staff(ctx)
    return { desk_id: null, photos_path: '/v1/waka/staff/conversations', ...member }
  }
  const { operator_id } = deskActorChecks.operator(ctx)
  return { desk_id: operator_id, photos_path: '/v1/waka/operator/conversations', ...member }
}

/**
 * Returns a member's first name as travellers see it. At an operator's desk, the name must not look like one of our own
 * staff.
 */
function getDisplayName({
  name,
  operator_id,
}: {
  name: string
  operator_id: string | null
}): string {
  const first = cutText(name.split(' ', 1)[0] ?? '', 60)
  return first === '' || (operator_id !== null && isOfficialSounding(first)) ? 'Somebody' : first
}

const isVisibleAt = ({ photos_path }: SupportDeskActor) =>
  makePhotoPathAdder(({ conversation_id, id }) => `${photos_path}/${conversation_id}/photos/${id}`)

/** Returns conversations at a desk with the last message of each. */
export async function listDeskConversations(
  ctx: Context,
  desk: SupportDeskActor,
  { state, page, per_page }: Input<typeof endpoints.listConversationsForStaff>,
): Promise<ListAnswer<typeof endpoints.listConversationsForStaff>> {
  const part = { state, limit: per_page, offset: (page - 1) * per_page }
  const found = await desks.findDeskConversations(ctx.db, desk, part)
  const ids = found.map(({ id }) => id)
  const last = await messageRepository.findLastMessages(ctx.db, desk, ids)
  const shown = isVisibleAt(desk)
  return {
    data: found.map((one) => {
      const message = last.get(one.id)
      return { ...one, last_message: message ? shown(message) : null }
    }),
    meta: { page, per_page, total: await desks.countDeskConversations(ctx.db, desk, state) },
  }
}

/** Returns messages of a conversation at a desk. Throws `not_found`. */
export async function listDeskMessages(
  ctx: Context,
  desk: SupportDeskActor,
  input: Input<typeof endpoints.listMessagesForStaff>,
) {
  const listed = await readMessages(ctx.db, desk, input)
  return { ...listed, data: listed.data.map(isVisibleAt(desk)) }
}

/** Returns the photo of a message at a desk. Throws `not_found`. */
export async function getDeskMessagePhoto(
  ctx: Context,
  desk: SupportDeskActor,
  input: Input<typeof endpoints.getStaffMessagePhoto>,
) {
  const body = await messageRepository.findMessagePhoto(ctx.db, desk, input)
  if (body === undefined) throw makeRefusal('not_found')
  return { body: await resizePhoto(body, input.w), file_name: `message-${input.message_id}.jpg` }
}

/**
 * Answers at a desk, once per `client_ref`. A member's answer has their name. Throws `not_found`; `conversation_closed`
 * if the conversation is closed and its traveller has a newer one; and `invalid_input` for an unreadable photo, for a
 * subject, or if the name of an operator's author looks like one of our staff.
 */
export async function answerConversation(
  ctx: Context,
  desk: SupportDeskActor,
  input: Input<typeof endpoints.answerStaffConversation>,
  jpeg: Buffer | undefined,
): Promise<Message> {
  refuseSubject(input)
  const { id, body, client_ref, seen } = input
  const author = desk.member ?? programsAuthor(desk, input.author)
  return isVisibleAt(desk)(
    await insertDeskAnswer(ctx.db, desk, { id, body, client_ref, jpeg, author, seen }),
  )
}

/** Encodes the photo of an answer at a desk again. Throws as `answerConversation` does. */
export async function encodeAnswerPhoto(
  ctx: Context,
  desk: SupportDeskActor,
  input: Input<typeof endpoints.answerStaffConversation>,
): Promise<Buffer | undefined> {
  refuseSubject(input)
  return encodeNewMessagePhoto(ctx, desk, input)
}

function refuseSubject({ about }: Input<typeof endpoints.answerStaffConversation>): void {
  if (about === undefined) return
  const fields = { about: 'Only the traveller can attach a booking or parcel.' }
  throw makeRefusal('invalid_input', { fields })
}

function programsAuthor({ desk_id }: Desk, name: string | undefined) {
  if (name === undefined) return undefined
  if (desk_id !== null) refuseOfficialName('author', name)
  return { id: null, name }
}

/** Writes an answer of a desk, in the caller's transaction. */
export async function insertDeskAnswer(
  tx: Db,
  desk: Desk,
  it: {
    id: string
    body: string
    /** The author at the desk. `id`: the id of the author's account, if any. */
    author?: { id: string | null; name: string } | undefined
    client_ref?: string | undefined
    jpeg?: Buffer | undefined
    /** The `seq` up to which the author has seen messages. By default all. */
    seen?: number | undefined
  },
): Promise<Message> {
  const talk = await desks.lockDeskConversation(tx, desk, it.id)
  if (talk === undefined) throw makeRefusal('not_found')
  const before =
    it.client_ref === undefined
      ? undefined
      : await messageRepository.findMessageByRef(tx, desk, it.id, it.client_ref)
  if (before !== undefined) return before
  if (talk.is_closed && !(await reopenConversation(tx, it.id)))
    throw makeRefusal('conversation_closed')
  return messageRepository.insertMessage(tx, desk, {
    conversation_id: it.id,
    sender: 'business',
    body: it.body,
    client_ref: it.client_ref ?? null,
    jpeg: it.jpeg,
    author: it.author,
    desk_saw: it.seen,
  })
}

/** Moves the desk's read marks forward, and notifies the traveller of typing. Throws `not_found`. */
export async function updateDeskReadMarks(
  ctx: Context,
  desk: SupportDeskActor,
  input: Input<typeof endpoints.updateStaffReadMarks>,
): Promise<Output<typeof endpoints.updateStaffReadMarks>> {
  const moved = await marks.advanceReadMarks(ctx.db, desk, input)
  if (moved === undefined) throw makeRefusal('not_found')
  if (input.is_typing === true) {
    const account = await marks.findOtherSideAccount(ctx.db, desk, input.id)
    if (account !== undefined)
      await sendTransientEvent(ctx.db, { account, kind: 'typing', id: input.id })
  }
  return moved
}

/**
 * Closes or reopens a conversation. Throws `not_found`, and `conversation_closed` if the traveller has a newer open
 * conversation, so that this one cannot be reopened.
 */
export async function setConversationState(
  ctx: Context,
  desk: SupportDeskActor,
  { id, state }: Input<typeof endpoints.setStaffConversationState>,
): Promise<DeskConversation> {
  const talk = await desks.lockDeskConversation(ctx.db, desk, id)
  if (talk === undefined) throw makeRefusal('not_found')
  if (state === 'closed') await desks.closeDeskConversation(ctx.db, id)
  else if (talk.is_closed && !(await reopenConversation(ctx.db, id)))
    throw makeRefusal('conversation_closed')
  return requireDeskConversation(ctx, desk, id)
}

/** Returns a conversation at a desk. Throws `not_found`. */
export async function requireDeskConversation(ctx: Context, desk: SupportDeskActor, id: string) {
  const one = await desks.findDeskConversation(ctx.db, desk, id)
  const last = (await messageRepository.findLastMessages(ctx.db, desk, [id])).get(id)
  if (one === undefined) throw makeRefusal('not_found')
  return { ...one, last_message: last ? isVisibleAt(desk)(last) : null }
}

/**
 * Moves a conversation to another desk: from an operator to our staff, or from our staff to an operator. Throws
 * `not_found`.
 */
export async function handOverConversation(
  ctx: Context,
  desk: SupportDeskActor,
  { id, to }: { id: string; to?: string },
): Promise<Output<typeof endpoints.handOverStaffConversation>> {
  const { desk_id } = desk
  if ((await desks.lockDeskConversation(ctx.db, desk, id)) === undefined) {
    // In a repeated call, the conversation is already with our staff.
    if (desk_id !== null && (await desks.isConversationWithStaff(ctx.db, id, desk_id)))
      return { id, desk_name: messageRepository.supportName }
    throw makeRefusal('not_found')
  }
  const business = desk_id === null ? await operatorOf(ctx.db, to) : { operator_id: null }
  const desk_name = await desks.moveConversationToDesk(ctx.db, id, {
    desk_id: business.operator_id,
  })
  await messageRepository.insertMessage(
    ctx.db,
    { desk_id: business.operator_id },
    {
      conversation_id: id,
      sender: 'automatic',
      body: `This conversation was handed over to ${desk_name}, who can see what was said in it.`,
      client_ref: null,
    },
  )
  return { id, desk_name }
}

async function operatorOf(db: Db, to = ''): Promise<{ operator_id: string }> {
  const operator_id = (await findAddressee(db, to))?.operator_id ?? undefined
  if (operator_id === undefined)
    throw makeRefusal('invalid_input', { fields: { to: 'We have no operator with this code.' } })
  return { operator_id }
}
