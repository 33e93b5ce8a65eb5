import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/communities/endpoints'
import type { MyCommunity } from '#contract/communities/model'
import type { Context } from '#server/context'
import { isUniqueViolation } from '#server/db/client'
import { requireUser } from '#server/rooms/accounts'
import { findGroup, findPageOfGroups } from './group-repository.ts'
import { requireCommunityMember, findMemberId } from './me.ts'
import { refuseOfficialName } from './official.ts'
import * as memberRepository from './people-repository.ts'

/** Returns one page of groups, the caller's own first. */
export async function listGroups(
  ctx: Context,
  { kind, name, page, per_page }: Input<typeof endpoints.listGroups>,
): Promise<ListAnswer<typeof endpoints.listGroups>> {
  const part = { kind, name, limit: per_page, offset: (page - 1) * per_page }
  const { groups, total } = await findPageOfGroups(ctx.db, await findMemberId(ctx), part)
  return { data: groups, meta: { page, per_page, total } }
}

/** Returns one group. Throws `not_found`. */
export async function getGroup(
  ctx: Context,
  { group }: Input<typeof endpoints.getGroup>,
): Promise<Output<typeof endpoints.getGroup>> {
  const found = await findGroup(ctx.db, await findMemberId(ctx), group)
  if (found === undefined) throw makeRefusal('not_found')
  return found
}

/**
 * Joins a group, or changes the caller's visibility in it. Throws `name_needed`, and `not_found` for an unknown group
 * or batch.
 */
export async function joinGroup(
  ctx: Context,
  { group, batch = null, is_listed }: Input<typeof endpoints.joinGroup>,
): Promise<Output<typeof endpoints.joinGroup>> {
  const me = await requireCommunityMember(ctx)
  if (!(await memberRepository.saveMembership(ctx.db, me.id, { group, batch, is_listed })))
    throw makeRefusal('not_found')
  return getGroup(ctx, { group })
}

/** Leaves a group. Throws `not_found` for non-members. */
export async function leaveGroup(
  ctx: Context,
  { group }: Input<typeof endpoints.leaveGroup>,
): Promise<Output<typeof endpoints.leaveGroup>> {
  const me = await findMemberId(ctx)
  if (me === null || !(await memberRepository.deleteMembership(ctx.db, me, group)))
    throw makeRefusal('not_found')
  return { left: true }
}

/** Returns the visible members of a group, for members. Throws `not_found` for others. */
export async function listBuddies(
  ctx: Context,
  { group, batch, page, per_page }: Input<typeof endpoints.listBuddies>,
): Promise<ListAnswer<typeof endpoints.listBuddies>> {
  const me = await findMemberId(ctx)
  if (me === null || !(await memberRepository.isGroupMember(ctx.db, me, group)))
    throw makeRefusal('not_found')
  const part = { group, batch, limit: per_page, offset: (page - 1) * per_page }
  const { buddies, total } = await memberRepository.findBuddies(ctx.db, me, part)
  return { data: buddies, meta: { page, per_page, total } }
}

/** Returns the caller's name, groups and blocked or muted people. */
export const getMyCommunity = (ctx: Context): Promise<MyCommunity> =>
  memberRepository.findMyCommunity(ctx.db, requireUser(ctx).user_id)

/** Sets the caller's name. Throws `name_taken`, and `invalid_input` for one that sounds official. */
export async function setCommunityName(
  ctx: Context,
  { name }: Input<typeof endpoints.setCommunityName>,
): Promise<MyCommunity> {
  const { user_id } = requireUser(ctx)
  refuseOfficialName('name', name)
  const isMine = await memberRepository
    .saveCommunityName(ctx.db, user_id, name)
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'community_author_name')) return false
      throw error
    })
  if (!isMine) throw makeRefusal('name_taken')
  return memberRepository.findMyCommunity(ctx.db, user_id)
}

/** Mutes, blocks or unblocks a member. Throws `name_needed`, and `not_found` for an unknown id and the caller's own. */
export async function setBlock(
  ctx: Context,
  { person, state }: Input<typeof endpoints.setBlock>,
): Promise<MyCommunity> {
  const me = await requireCommunityMember(ctx)
  if (!(await memberRepository.saveBlock(ctx.db, me.id, person, state)))
    throw makeRefusal('not_found')
  return memberRepository.findMyCommunity(ctx.db, requireUser(ctx).user_id)
}
