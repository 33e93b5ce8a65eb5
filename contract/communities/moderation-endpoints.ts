import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { id, PageMeta, page, perPage } from '#contract/shapes'
import { DecidePostInput, ModerationEntry, QueuedPost } from './model.ts'

export const listModerationQueue = endpoint({
  name: 'listModerationQueue',
  summary:
    'Posts awaiting moderation: held, reported, hidden by reports, or appealed; oldest first',
  method: 'GET',
  path: '/v1/{p}/staff/community/queue',
  access: 'staff',
  scope: 'moderation',
  input: z.strictObject({ page, per_page: perPage(30) }),
  output: z.array(QueuedPost),
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
