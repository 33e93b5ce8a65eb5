import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { photoBodyKb } from '#contract/photo'
import { PageMeta, code, id, page, perPage, photoWidth, wholeNumber } from '#contract/shapes'
import { DeskAnswerInput, DeskConversation, ReadMarks, Message, MessagesMeta } from './model.ts'
import { conversationFilters } from './rules.ts'

/*
 * The desk's side of a conversation, for members of a desk, and for programs with a key. They reach only the
 * conversations of their own desk.
 */
const list = {
  method: 'GET',
  scope: 'support',
  input: z.strictObject({
    state: z._default(z.enum(conversationFilters), 'waiting'),
    page,
    per_page: perPage(20),
  }),
  output: z.array(DeskConversation),
  meta: PageMeta,
  refusals: [],
} as const

const listed =
  'Conversations at my desk: waiting (people who travel within 24 hours first, then by waiting time), open or closed'

export const listOperatorConversations = endpoint({
  ...list,
  name: 'listOperatorConversations',
  summary: listed,
  path: '/v1/{p}/operator/conversations',
  access: 'operator',
})

export const listConversationsForStaff = endpoint({
  ...list,
  name: 'listConversationsForStaff',
  summary: listed,
  path: '/v1/{p}/staff/conversations',
  access: 'staff',
})

const messages = {
  method: 'GET',
  summary: 'Messages of a conversation at my desk',
  scope: 'support',
  input: z.strictObject({ id, after: z.optional(id), page }),
  output: z.array(Message),
  meta: MessagesMeta,
  refusals: ['not_found'],
} as const

export const listOperatorMessages = endpoint({
  ...messages,
  name: 'listOperatorMessages',
  path: '/v1/{p}/operator/conversations/{id}/messages',
  access: 'operator',
})

export const listMessagesForStaff = endpoint({
  ...messages,
  name: 'listMessagesForStaff',
  path: '/v1/{p}/staff/conversations/{id}/messages',
  access: 'staff',
})

const photo = {
  method: 'GET',
  summary: 'The photo of a message in a conversation at my desk',
  scope: 'support',
  input: z.strictObject({ id, message_id: id, w: photoWidth }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
} as const

export const getOperatorMessagePhoto = endpoint({
  ...photo,
  name: 'getOperatorMessagePhoto',
  path: '/v1/{p}/operator/conversations/{id}/photos/{message_id}',
  access: 'operator',
})

export const getStaffMessagePhoto = endpoint({
  ...photo,
  name: 'getStaffMessagePhoto',
  path: '/v1/{p}/staff/conversations/{id}/photos/{message_id}',
  access: 'staff',
})

const answer = {
  method: 'POST',
  summary:
    'Answers a conversation at my desk under the writer’s first name; marks it read up to `seen`, or entirely. Reopens a closed conversation unless there is a newer one',
  scope: 'support',
  input: DeskAnswerInput,
  output: Message,
  refusals: ['not_found', 'conversation_closed'],
  idempotency: 'required',
  body_kb: photoBodyKb,
} as const

export const answerOperatorConversation = endpoint({
  ...answer,
  name: 'answerOperatorConversation',
  path: '/v1/{p}/operator/conversations/{id}/messages',
  access: 'operator',
})

export const answerStaffConversation = endpoint({
  ...answer,
  name: 'answerStaffConversation',
  path: '/v1/{p}/staff/conversations/{id}/messages',
  access: 'staff',
})

const mark = {
  method: 'POST',
  summary: 'Marks how far the desk has received and read, and whether somebody is writing now',
  scope: 'support',
  input: z.strictObject({
    id,
    got: wholeNumber(0, 1_000_000),
    read: wholeNumber(0, 1_000_000),
    is_typing: z.optional(z.boolean()),
  }),
  output: ReadMarks,
  refusals: ['not_found'],
  idempotency: 'optional',
} as const

export const updateOperatorReadMarks = endpoint({
  ...mark,
  name: 'updateOperatorReadMarks',
  path: '/v1/{p}/operator/conversations/{id}/marks',
  access: 'operator',
})

export const updateStaffReadMarks = endpoint({
  ...mark,
  name: 'updateStaffReadMarks',
  path: '/v1/{p}/staff/conversations/{id}/marks',
  access: 'staff',
})

const close = {
  method: 'POST',
  summary: 'Closes a conversation, after which the traveller may rate it, or reopens it',
  scope: 'support',
  input: z.strictObject({ id, state: z.enum(['open', 'closed']) }),
  output: DeskConversation,
  refusals: ['not_found', 'conversation_closed'],
  idempotency: 'required',
} as const

export const setOperatorConversationState = endpoint({
  ...close,
  name: 'setOperatorConversationState',
  path: '/v1/{p}/operator/conversations/{id}/state',
  access: 'operator',
})

export const setStaffConversationState = endpoint({
  ...close,
  name: 'setStaffConversationState',
  path: '/v1/{p}/staff/conversations/{id}/state',
  access: 'staff',
})

const hand = {
  method: 'POST',
  scope: 'support',
  output: z.object({ id: z.string(), desk_name: z.string() }),
  refusals: ['not_found'],
  idempotency: 'required',
} as const

export const handOverOperatorConversation = endpoint({
  ...hand,
  name: 'handOverOperatorConversation',
  summary: 'Hands a conversation over to our staff; the traveller is told',
  path: '/v1/{p}/operator/conversations/{id}/hand-over',
  input: z.strictObject({ id }),
  access: 'operator',
})

export const handOverStaffConversation = endpoint({
  ...hand,
  name: 'handOverStaffConversation',
  summary: 'Hands a conversation over to an operator by its code; the traveller is told',
  path: '/v1/{p}/staff/conversations/{id}/hand-over',
  input: z.strictObject({ id, to: code }),
  access: 'staff',
})
