import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { id, lines, PageMeta, page, perPage } from '#contract/shapes'
import { ModerationEntry, QueuedPost } from './model.ts'

export const listModerationQueue = endpoint({
  name: 'listModerationQueue',
  summary:
    'Posts that wait for a look: held back, hidden by reports, or appealed; the oldest first',
  method: 'GET',
  path: '/v1/{p}/staff/community/queue',
  access: 'staff',
  scope: 'moderation',
  input: z.strictObject({ page, per_page: perPage(30) }),
  output: z.array(QueuedPost),
  meta: PageMeta,
  refusals: [],
})

/** `reason` goes to the log and to the author. */
export const decidePost = endpoint({
  name: 'decidePost',
  summary: 'Shows or removes a post, and says why',
  method: 'POST',
  path: '/v1/{p}/staff/community/posts/{id}/decision',
  access: 'staff',
  scope: 'moderation',
  input: z.strictObject({ id, decision: z.enum(['shown', 'removed']), reason: lines(5, 500) }),
  output: ModerationEntry,
  refusals: ['not_found'],
  idempotency: 'required',
})

export const listModerationLog = endpoint({
  name: 'listModerationLog',
  summary: 'What was decided and why, the newest first; of one post when named',
  method: 'GET',
  path: '/v1/{p}/staff/community/log',
  access: 'staff',
  scope: 'moderation',
  input: z.strictObject({ post: z.optional(id), page, per_page: perPage(50) }),
  output: z.array(ModerationEntry),
  meta: PageMeta,
  refusals: [],
})
