import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { maxPostReportsPerDay } from '#contract/communities/rules'
import type * as endpoints from '#contract/communities/endpoints'
import type { Context } from '#server/context'
import { refuseOwnCase } from '#server/platform/actor'
import { deskActorChecks } from '#server/rooms/operators'
import { requireCommunityMember, findMemberId } from './me.ts'
import * as repository from './moderation-repository.ts'
import { lockCommunityPerson } from './people-repository.ts'
import { lockPost } from './post-repository.ts'
import { makePostPhotoPath, requireReadablePost } from './posts.ts'

/**
 * Stores a report about a post, once per person. Throws `name_needed`, `not_found` for a post that the caller may not
 * read and for their own, and `too_many_requests` after 20 in a day.
 */
export async function reportPost(
  ctx: Context,
  { id, reason, words }: Input<typeof endpoints.reportPost>,
): Promise<Output<typeof endpoints.reportPost>> {
  const me = await requireCommunityMember(ctx)
  const post = await requireReadablePost(ctx, me.id, id)
  if (post.author.is_me) throw makeRefusal('not_found')
  await lockCommunityPerson(ctx.db, me.id)
  if (!(await lockPost(ctx.db, id))) throw makeRefusal('not_found')
  if ((await repository.countPostReports(ctx.db, me.id)) >= maxPostReportsPerDay)
    throw makeRefusal('too_many_requests', { retry_after: 3600 })
  await repository.insertPostReport(ctx.db, {
    post: id,
    author_id: me.id,
    reason,
    words: words ?? null,
  })
  return { reported: true }
}

/**
 * Asks for another check of the caller's post. Throws `not_found` for any other post, and `appeal_closed` for one that
 * is visible or waits for a decision, and after the first appeal.
 */
export async function appealPost(
  ctx: Context,
  { id, words }: Input<typeof endpoints.appealPost>,
): Promise<Output<typeof endpoints.appealPost>> {
  const me = await findMemberId(ctx)
  if (me === null) throw makeRefusal('not_found')
  const post = await requireReadablePost(ctx, me, id)
  if (!post.author.is_me || !(await lockPost(ctx.db, id))) throw makeRefusal('not_found')
  const isDecided = post.state === 'hidden' || post.state === 'removed'
  if (!isDecided || !(await repository.insertAppeal(ctx.db, id, words)))
    throw makeRefusal('appeal_closed')
  const reason = 'The author appealed.'
  await repository.logModerationDecision(ctx.db, {
    post_id: id,
    group: post.group,
    decision: 'appealed',
    reason,
    by: 'author',
  })
  return requireReadablePost(ctx, me, id)
}

/** Returns the posts that wait for moderation, oldest first. */
export async function listModerationQueue(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listModerationQueue>,
): Promise<ListAnswer<typeof endpoints.listModerationQueue>> {
  deskActorChecks.staff(ctx)
  const part = { limit: per_page, offset: (page - 1) * per_page }
  const { posts, total } = await repository.findPageOfModerationQueue(
    ctx.db,
    makePostPhotoPath,
    part,
  )
  return { data: posts, meta: { page, per_page, total } }
}

/** Shows or removes a post, and logs it. Throws `not_found`, and `not_allowed` for the caller's own post. */
export async function decidePost(
  ctx: Context,
  { id, decision, reason }: Input<typeof endpoints.decidePost>,
): Promise<Output<typeof endpoints.decidePost>> {
  const { key_id, member_id } = deskActorChecks.staff(ctx)
  const { actor, db } = ctx
  await refuseOwnCase(
    actor,
    (user_id) => repository.isPostOf(db, id, user_id),
    'This post is yours. Somebody else decides about it.',
  )
  const group = await repository.savePostDecision(ctx.db, id, decision)
  if (group === undefined) throw makeRefusal('not_found')
  // The log is stored longer than the data of people, so it names a member by id.
  const by = key_id === null ? `member ${member_id}` : await repository.findKeyLabel(ctx.db, key_id)
  return repository.logModerationDecision(ctx.db, { post_id: id, group, decision, reason, by })
}

/** Returns one page of the moderation log, newest first. For our staff. */
export async function listModerationLog(
  ctx: Context,
  { post, page, per_page }: Input<typeof endpoints.listModerationLog>,
): Promise<ListAnswer<typeof endpoints.listModerationLog>> {
  deskActorChecks.staff(ctx)
  const part = { post, limit: per_page, offset: (page - 1) * per_page }
  const { entries, total } = await repository.findPageOfModerationLog(ctx.db, part)
  return { data: entries, meta: { page, per_page, total } }
}
