import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { photoBodyKb } from '#contract/photo'
import { code, id, jpeg, page, PageMeta, perPage, photoWidth, text } from '#contract/shapes'
import {
  AppealPostInput,
  BuddiesMeta,
  Buddy,
  DecidePostInput,
  Group,
  GroupMembershipInput,
  ModerationEntry,
  MyCommunity,
  CommunityNameInput,
  NyscBatch,
  NyscCamp,
  Post,
  PostInput,
  ModerationQueueItem,
  ReportPostInput,
} from './model.ts'
import { groupKinds } from './rules.ts'

const group = z.strictObject({ group: code })

const post = z.strictObject({ id })

export const listGroups = endpoint({
  name: 'listGroups',
  summary: 'Community groups, most active first',
  method: 'GET',
  path: '/v1/{p}/community/groups',
  access: 'anyone',
  input: z.strictObject({
    kind: z.optional(z.enum(groupKinds)),
    name: z.optional(text(1, 60)),
    page,
    per_page: perPage(30),
  }),
  output: z.array(Group),
  meta: PageMeta,
  refusals: [],
})

export const getGroup = endpoint({
  name: 'getGroup',
  summary: 'One group',
  method: 'GET',
  path: '/v1/{p}/community/groups/{group}',
  access: 'anyone',
  input: group,
  output: Group,
  refusals: ['not_found'],
})

/** `batch` and `is_listed` decide whether other members can find the caller. */
export const joinGroup = endpoint({
  name: 'joinGroup',
  summary: 'Joins a group, or changes my visibility in it',
  method: 'PUT',
  path: '/v1/{p}/community/groups/{group}/membership',
  access: 'user',
  input: GroupMembershipInput,
  output: Group,
  refusals: ['not_found', 'name_needed'],
})

export const leaveGroup = endpoint({
  name: 'leaveGroup',
  summary: 'Leaves a group; my posts stay until I delete them',
  method: 'DELETE',
  path: '/v1/{p}/community/groups/{group}/membership',
  access: 'user',
  input: group,
  output: z.object({ left: z.boolean() }),
  refusals: ['not_found'],
})

export const listBuddies = endpoint({
  name: 'listBuddies',
  summary: 'Visible members of one of my groups, optionally of one batch',
  method: 'GET',
  path: '/v1/{p}/community/groups/{group}/buddies',
  access: 'user',
  input: z.strictObject({ group: code, batch: z.optional(code), page, per_page: perPage(30) }),
  output: z.array(Buddy),
  meta: BuddiesMeta,
  refusals: ['not_found'],
})

export const getMyCommunity = endpoint({
  name: 'getMyCommunity',
  summary: 'My community name, my groups, and who I muted or blocked',
  method: 'GET',
  path: '/v1/{p}/community/me',
  access: 'user',
  input: z.strictObject({}),
  output: MyCommunity,
  refusals: [],
})

export const setCommunityName = endpoint({
  name: 'setCommunityName',
  summary: 'Sets my community name',
  method: 'PUT',
  path: '/v1/{p}/community/me',
  access: 'user',
  input: CommunityNameInput,
  output: MyCommunity,
  refusals: ['name_taken'],
})

export const listPosts = endpoint({
  name: 'listPosts',
  summary: 'Posts of a group, newest first',
  method: 'GET',
  path: '/v1/{p}/community/groups/{group}/posts',
  access: 'anyone',
  input: z.strictObject({ group: code, page, per_page: perPage(20) }),
  output: z.array(Post),
  meta: PageMeta,
  refusals: ['not_found'],
})

export const listAnswers = endpoint({
  name: 'listAnswers',
  summary: 'A post (first on page 1) and its answers, oldest first',
  method: 'GET',
  path: '/v1/{p}/community/posts/{id}/answers',
  access: 'anyone',
  input: z.strictObject({ id, page, per_page: perPage(50) }),
  output: z.array(Post),
  meta: z.extend(PageMeta, { post: Post }),
  refusals: ['not_found'],
})

export const getPostPhoto = endpoint({
  name: 'getPostPhoto',
  summary: 'The photo of a post',
  method: 'GET',
  path: '/v1/{p}/community/posts/{id}/photo.jpg',
  access: 'anyone',
  input: z.extend(post, { w: photoWidth }),
  output: z.unknown(),
  file: 'image/jpeg',
  refusals: ['not_found'],
})

/** `client_ref` is the phone's id for the post; a repeated call writes nothing. */
export const writePost = endpoint({
  name: 'writePost',
  summary:
    'Writes a post in one of my groups, or an answer; links and phone numbers by new members are held for review',
  method: 'POST',
  path: '/v1/{p}/community/posts',
  access: 'user',
  input: z.extend(PostInput, { photo: z.optional(jpeg) }),
  output: Post,
  refusals: ['not_found', 'name_needed', 'members_only'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})

export const deletePost = endpoint({
  name: 'deletePost',
  summary: 'Deletes one of my posts with its answers',
  method: 'DELETE',
  path: '/v1/{p}/community/posts/{id}',
  access: 'user',
  input: post,
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})

export const thankPost = endpoint({
  name: 'thankPost',
  summary: 'Thanks the author of a post, or undoes it',
  method: 'PUT',
  path: '/v1/{p}/community/posts/{id}/thanks',
  access: 'user',
  input: z.strictObject({ id, is_thanked: z.boolean() }),
  output: z.object({ thanks: z.int(), is_thanked: z.boolean() }),
  refusals: ['not_found', 'name_needed'],
})

export const reportPost = endpoint({
  name: 'reportPost',
  summary:
    'Reports a post; a post reported by three people is hidden until our staff have checked it',
  method: 'POST',
  path: '/v1/{p}/community/posts/{id}/reports',
  access: 'user',
  input: ReportPostInput,
  output: z.object({ reported: z.boolean() }),
  refusals: ['not_found', 'name_needed'],
  idempotency: 'required',
})

/**
 * `muted`: the caller does not see that person's posts. `blocked`: that person also cannot see, answer or find the
 * caller.
 */
export const setBlock = endpoint({
  name: 'setBlock',
  summary: 'Mutes, blocks or unblocks a member',
  method: 'PUT',
  path: '/v1/{p}/community/people/{person}',
  access: 'user',
  input: z.strictObject({ person: id, state: z.enum(['none', 'muted', 'blocked']) }),
  output: MyCommunity,
  refusals: ['not_found', 'name_needed'],
})

export const appealPost = endpoint({
  name: 'appealPost',
  summary: 'Appeals against hiding or removing one of my posts, once per post',
  method: 'POST',
  path: '/v1/{p}/community/posts/{id}/appeal',
  access: 'user',
  input: AppealPostInput,
  output: Post,
  refusals: ['not_found', 'appeal_closed'],
  idempotency: 'required',
})

export const listModerationQueue = endpoint({
  name: 'listModerationQueue',
  summary:
    'Posts awaiting moderation: held, reported, hidden by reports, or appealed; oldest first',
  method: 'GET',
  path: '/v1/{p}/staff/community/queue',
  access: 'staff',
  scope: 'moderation',
  input: z.strictObject({ page, per_page: perPage(30) }),
  output: z.array(ModerationQueueItem),
  meta: PageMeta,
  refusals: [],
})

/** `reason` is for the log and for the author. */
export const decidePost = endpoint({
  name: 'decidePost',
  summary: 'Restores or removes a post, with a reason',
  method: 'POST',
  path: '/v1/{p}/staff/community/posts/{id}/decision',
  access: 'staff',
  scope: 'moderation',
  input: DecidePostInput,
  output: ModerationEntry,
  refusals: ['not_found'],
  idempotency: 'required',
})

export const listModerationLog = endpoint({
  name: 'listModerationLog',
  summary: 'Moderation decisions with reasons, newest first; optionally of one post',
  method: 'GET',
  path: '/v1/{p}/staff/community/log',
  access: 'staff',
  scope: 'moderation',
  input: z.strictObject({ post: z.optional(id), page, per_page: perPage(50) }),
  output: z.array(ModerationEntry),
  meta: PageMeta,
  refusals: [],
})

export const listNyscCamps = endpoint({
  name: 'listNyscCamps',
  summary: 'The 37 orientation camps with the motor parks that serve them, by state',
  method: 'GET',
  path: '/v1/{p}/nysc/camps',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(NyscCamp),
  refusals: [],
  cache: 'lookup',
})

export const listNyscBatches = endpoint({
  name: 'listNyscBatches',
  summary: 'Batches and their announced camp dates, latest first',
  method: 'GET',
  path: '/v1/{p}/nysc/batches',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(NyscBatch),
  refusals: [],
  cache: 'lookup',
})

export const findStopovers = endpoint({
  name: 'findStopovers',
  summary: 'Cities between two others, with buses from the first and to the second',
  method: 'GET',
  path: '/v1/{p}/nysc/stopovers',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ from: code, to: code }),
  /** At most three cities. `detour_km`: the extra distance in a straight line. */
  output: z.array(z.object({ code: z.string(), name: z.string(), detour_km: z.int() })),
  refusals: ['not_found'],
})
