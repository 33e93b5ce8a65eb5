import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { answeringRoles } from '#contract/members/rules'
import { photoBodyKb } from '#contract/photo'
import { code, id, page, PageMeta, perPage, photoWidth, wholeNumber } from '#contract/shapes'
import {
  CannedAnswer,
  CannedAnswerInput,
  Conversation,
  ConversationListItem,
  DeskConversation,
  DeskHours,
  DeskPerson,
  ReadMarks,
  Message,
  MessagesMeta,
  conversationRatingFields,
  makeMessageSchema,
} from './model.ts'
import { messagesPerPage } from './rules.ts'

export const startConversation = endpoint({
  name: 'startConversation',
  summary: 'Opens a conversation with a business, or returns the open one',
  method: 'POST',
  path: '/v1/{p}/conversations',
  access: 'user',
  input: z.strictObject({ business_id: code }),
  output: Conversation,
  refusals: ['not_found'],
  // The specification has no idempotency key here. Two calls return the same conversation.
  idempotency: 'optional',
})

export const getConversation = endpoint({
  name: 'getConversation',
  summary: 'One of my conversations',
  method: 'GET',
  path: '/v1/{p}/conversations/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: Conversation,
  refusals: ['not_found'],
})

export const listConversations = endpoint({
  name: 'listConversations',
  summary: 'My conversations, newest message first; none without a message',
  method: 'GET',
  path: '/v1/{p}/conversations',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(ConversationListItem),
  meta: PageMeta,
  refusals: [],
})

export const countUnread = endpoint({
  name: 'countUnread',
  summary: 'The number of unread messages in all my conversations',
  method: 'GET',
  path: '/v1/{p}/unread-messages',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ count: z.int() }),
  refusals: [],
})

export const listMessages = endpoint({
  name: 'listMessages',
  summary: `Messages of one of my conversations in order: the newest ${messagesPerPage} and with \`page\` those before, or the first ${messagesPerPage} \`after\` a message; and how far the other side has read`,
  method: 'GET',
  path: '/v1/{p}/conversations/{id}/messages',
  access: 'user',
  input: z.strictObject({ id, after: z.optional(id), page }),
  output: z.array(Message),
  meta: MessagesMeta,
  refusals: ['not_found'],
})

export const sendMessage = endpoint({
  name: 'sendMessage',
  summary:
    'Sends a message: text, a photo, or a booking or parcel reference; reopens a closed conversation unless there is a newer one',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/messages',
  access: 'user',
  input: makeMessageSchema({ id, client_ref: z.optional(id) }),
  output: Message,
  refusals: ['not_found', 'conversation_closed'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})

export const getMessagePhoto = endpoint({
  name: 'getMessagePhoto',
  summary: 'The photo of a message in one of my conversations',
  method: 'GET',
  path: '/v1/{p}/conversations/{id}/photos/{message_id}',
  access: 'user',
  input: z.strictObject({ id, message_id: id, w: photoWidth }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
})

export const updateReadMarks = endpoint({
  name: 'updateReadMarks',
  summary: 'Marks how far this phone has received and I have read; never goes back',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/marks',
  access: 'user',
  input: z.strictObject({
    id,
    got: wholeNumber(0, 1_000_000),
    read: wholeNumber(0, 1_000_000),
  }),
  output: ReadMarks,
  refusals: ['not_found'],
  idempotency: 'optional',
})

export const sayTyping = endpoint({
  name: 'sayTyping',
  summary: 'Shows the other side that I am typing',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/typing',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.strictObject({}),
  refusals: ['not_found'],
})

export const rateConversation = endpoint({
  name: 'rateConversation',
  summary: 'Rates a closed conversation; the last rating counts',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/rating',
  access: 'user',
  input: z.strictObject({ id, ...conversationRatingFields }),
  output: Conversation,
  refusals: ['not_found', 'conversation_open'],
  idempotency: 'optional',
})

export const getDeskHours = endpoint({
  name: 'getDeskHours',
  summary: 'Support hours, usual time to an answer, and whether I have priority',
  method: 'GET',
  path: '/v1/{p}/desk-hours',
  access: 'user',
  input: z.strictObject({ business_id: code }),
  output: DeskHours,
  refusals: ['not_found'],
})

/* Endpoints that only members of a desk may call; API keys are refused. */

export const assignConversation = endpoint({
  name: 'assignConversation',
  summary: 'Assigns a conversation to me, or unassigns it',
  method: 'PUT',
  path: '/v1/{p}/desk/conversations/{id}/assignment',
  access: 'desk',
  roles: answeringRoles,
  input: z.strictObject({ id, to: z.enum(['me', 'nobody']) }),
  output: DeskConversation,
  refusals: ['not_found'],
})

export const getConversationPerson = endpoint({
  name: 'getConversationPerson',
  summary:
    'The traveller of a conversation with their trips; an operator sees only trips with itself',
  method: 'GET',
  path: '/v1/{p}/desk/conversations/{id}/person',
  access: 'desk',
  roles: answeringRoles,
  input: z.strictObject({ id }),
  output: DeskPerson,
  refusals: ['not_found'],
})

export const listCannedAnswers = endpoint({
  name: 'listCannedAnswers',
  summary: 'Ready answers of my desk, by title',
  method: 'GET',
  path: '/v1/{p}/desk/canned-answers',
  access: 'desk',
  roles: answeringRoles,
  input: z.strictObject({}),
  output: z.array(CannedAnswer),
  refusals: [],
})

export const saveCannedAnswer = endpoint({
  name: 'saveCannedAnswer',
  summary:
    'Saves a ready answer, or with an `id` changes that one; another one with the same title is replaced',
  method: 'PUT',
  path: '/v1/{p}/desk/canned-answers',
  access: 'desk',
  roles: answeringRoles,
  input: CannedAnswerInput,
  output: CannedAnswer,
  refusals: ['not_found', 'canned_answer_limit'],
})

export const removeCannedAnswer = endpoint({
  name: 'removeCannedAnswer',
  summary: 'Deletes a ready answer',
  method: 'DELETE',
  path: '/v1/{p}/desk/canned-answers/{id}',
  access: 'desk',
  roles: answeringRoles,
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})
