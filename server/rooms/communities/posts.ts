import { formatCount } from '#contract/quantities'
import { type Input, type ListAnswer, type Output, makeCallUrl } from '#contract/endpoint'
import { maxPostsPerHour } from '#contract/communities/rules'
import { makeRefusal } from '#contract/errors'
import { getPostPhoto as getPostPhotoEndpoint } from '#contract/communities/endpoints'
import type * as endpoints from '#contract/communities/endpoints'
import { detectContacts } from '#server/platform/contact-details'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { resizePhoto, reencodePhoto } from '#server/platform/photos'
import { findGroup } from './group-repository.ts'
import { requireCommunityMember, findMemberId } from './me.ts'
import { logModerationDecision } from './moderation-repository.ts'
import { isGroupMember, lockCommunityPerson, type CommunityPerson } from './people-repository.ts'
import * as repository from './post-repository.ts'

/** Returns the path of a post's photo, without `/api`. */
export const makePostPhotoPath = (id: string): string =>
  makeCallUrl(getPostPhotoEndpoint, { id }).slice('/api'.length)

/** Returns one page of a group's posts. Throws `not_found` for an unknown group. */
export async function listPosts(
  ctx: Context,
  { group, page, per_page }: Input<typeof endpoints.listPosts>,
): Promise<ListAnswer<typeof endpoints.listPosts>> {
  const me = await findMemberId(ctx)
  if ((await findGroup(ctx.db, me, group)) === undefined) throw makeRefusal('not_found')
  const part = { group, limit: per_page, offset: (page - 1) * per_page }
  const { posts, total } = await repository.findPageOfPosts(ctx.db, me, makePostPhotoPath, part)
  return { data: posts, meta: { page, per_page, total } }
}

/** Returns a post with one page of its answers. Throws `not_found` if the caller may not read it. */
export async function listAnswers(
  ctx: Context,
  { id, page, per_page }: Input<typeof endpoints.listAnswers>,
): Promise<ListAnswer<typeof endpoints.listAnswers>> {
  const me = await findMemberId(ctx)
  const post = await repository.findPost(ctx.db, me, makePostPhotoPath, id)
  if (post === undefined || post.answers !== null) throw makeRefusal('not_found')
  const part = { post: id, limit: per_page, offset: (page - 1) * per_page }
  const { posts, total } = await repository.findPageOfAnswers(ctx.db, me, makePostPhotoPath, part)
  return { data: posts, meta: { page, per_page, total, post } }
}

/** Returns the photo of a post. Throws `not_found`. */
export async function getPostPhoto(ctx: Context, { id, w }: Input<typeof endpoints.getPostPhoto>) {
  const body = await repository.findPostPhoto(ctx.db, await findMemberId(ctx), id)
  if (body === undefined) throw makeRefusal('not_found')
  return { body: await resizePhoto(body, w), file_name: `post-${id}.jpg` }
}

/** Returns why a text must be checked before others see it; undefined if it does not have to be. */
function whyItWaits(
  body: string,
  { is_fresh }: CommunityPerson,
  says_same: boolean,
): string | undefined {
  const { links, contacts } = detectContacts(body)
  if (links > 2) return 'It has more than two links, so we check it first.'
  if (is_fresh && (links > 0 || contacts))
    return 'We check links and phone numbers of new members first.'
  return says_same ? 'You have already posted this today, so we check it first.' : undefined
}

/** Returns the earlier post with this `client_ref`, or why a new text must be checked. Throws as `writePost` does. */
async function weigh(
  db: Db,
  me: CommunityPerson,
  input: Input<typeof endpoints.writePost>,
): Promise<{ before?: string | undefined; why?: string | undefined }> {
  const { group, answers = null, body, client_ref = null } = input
  const before =
    client_ref === null ? undefined : await repository.findPostByRef(db, me.id, client_ref)
  if (before !== undefined) return { before }
  if ((await findGroup(db, me.id, group)) === undefined) throw makeRefusal('not_found')
  if (!(await isGroupMember(db, me.id, group))) throw makeRefusal('members_only')
  if (answers !== null) {
    const post = await repository.findPost(db, me.id, makePostPhotoPath, answers)
    const isThere = post?.group === group && post.answers === null && post.state === 'shown'
    if (!isThere) throw makeRefusal('not_found')
  }
  const { last_hour, says_same } = await repository.countRecentPosts(db, me.id, body)
  const most = me.is_fresh ? maxPostsPerHour.fresh : maxPostsPerHour.known
  if (last_hour >= most)
    throw makeRefusal('too_many_requests', {
      detail: `You can write up to ${formatCount(most, 'post or answer', 'posts and answers')} an hour.`,
      retry_after: 600,
    })
  return { why: whyItWaits(body, me, says_same) }
}

/**
 * Encodes the photo of a post again; undefined without a photo, and for a repeated post. Throws as `writePost` does.
 */
export async function encodePostPhoto(
  ctx: Context,
  input: Input<typeof endpoints.writePost>,
): Promise<Buffer | undefined> {
  if (input.photo === undefined) return undefined
  const { before } = await weigh(ctx.db, await requireCommunityMember(ctx), input)
  return before === undefined ? reencodePhoto(ctx, input.photo, 'photo') : undefined
}

/**
 * Writes a post or an answer, once per `client_ref`. Throws `name_needed`, `not_found` for an unknown group or post,
 * `members_only`, and `too_many_requests` after 20 in an hour, 5 for new members.
 */
export async function writePost(
  ctx: Context,
  input: Input<typeof endpoints.writePost>,
  photo: Buffer | undefined,
): Promise<Output<typeof endpoints.writePost>> {
  const { db } = ctx
  const { group, answers = null, body, client_ref = null } = input
  const me = await requireCommunityMember(ctx)
  await lockCommunityPerson(db, me.id)
  const { before, why } = await weigh(db, me, input)
  if (before !== undefined) return requireReadablePost(ctx, me.id, before)
  if (answers !== null && !(await repository.lockPost(db, answers))) throw makeRefusal('not_found')
  const id = await repository.insertPost(db, {
    group,
    author_id: me.id,
    answers,
    body,
    state: why === undefined ? 'shown' : 'waiting',
    client_ref,
    photo,
  })
  if (why !== undefined)
    await logModerationDecision(db, {
      post_id: id,
      group,
      decision: 'waits',
      reason: why,
      by: 'rule',
    })
  return requireReadablePost(ctx, me.id, id)
}

/** Finds a post or an answer that this member may read. Throws `not_found`. */
export async function requireReadablePost(ctx: Context, me: string, id: string) {
  const post = await repository.findPost(ctx.db, me, makePostPhotoPath, id)
  if (post === undefined) throw makeRefusal('not_found')
  return post
}

/** Deletes one of the caller's posts. Throws `not_found` for posts of other people. */
export async function deletePost(
  ctx: Context,
  { id }: Input<typeof endpoints.deletePost>,
): Promise<Output<typeof endpoints.deletePost>> {
  const me = await findMemberId(ctx)
  if (me === null || !(await repository.deleteOwnPost(ctx.db, me, id)))
    throw makeRefusal('not_found')
  return { removed: true }
}

/**
 * Thanks another person for a post, or withdraws the thanks. Throws `name_needed`, and `not_found` if the caller may
 * not read the post, and for their own.
 */
export async function thankPost(
  ctx: Context,
  { id, is_thanked }: Input<typeof endpoints.thankPost>,
): Promise<Output<typeof endpoints.thankPost>> {
  const me = await requireCommunityMember(ctx)
  const post = await requireReadablePost(ctx, me.id, id)
  if (post.author.is_me) throw makeRefusal('not_found')
  const thanks = await repository.saveThanks(ctx.db, me.id, id, is_thanked)
  if (thanks === undefined) throw makeRefusal('not_found')
  return { thanks, is_thanked }
}
