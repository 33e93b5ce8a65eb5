import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { photoBodyKb } from '#contract/photo'
import { PageMeta, code, id, page, perPage, wholeNumber } from '#contract/shapes'
import {
  Conversation,
  ConversationInList,
  DeskHours,
  Marks,
  Message,
  MessagesMeta,
  RatingInput,
  messagesPerPage,
  saying,
} from './model.ts'

export const startConversation = endpoint({
  name: 'startConversation',
  summary: 'Opens a conversation with a business, or gives back the one that is open',
  method: 'POST',
  path: '/v1/{p}/conversations',
  access: 'user',
  input: z.strictObject({ business_id: code }),
  output: Conversation,
  refusals: ['not_found'],
  // As the specification has it, a bare call. Twice gives the same conversation anyway.
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
  summary: 'My conversations, the one with the newest message first',
  method: 'GET',
  path: '/v1/{p}/conversations',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(ConversationInList),
  meta: PageMeta,
  refusals: [],
})

export const countUnread = endpoint({
  name: 'countUnread',
  summary: 'How many messages in all my conversations I have not read',
  method: 'GET',
  path: '/v1/{p}/unread-messages',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ count: z.int() }),
  refusals: [],
})

export const listMessages = endpoint({
  name: 'listMessages',
  summary: `Messages of one of my conversations in the order in which they came: the newest ${messagesPerPage} and with \`page\` those before them, or the first ${messagesPerPage} \`after\` a message; and how far the other side has read`,
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
    'Writes in one of my conversations: words, a photo, or which booking or parcel it is about; one that was closed opens again unless there is a newer one',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/messages',
  access: 'user',
  input: saying({ id, client_ref: z.optional(id) }),
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
  input: z.strictObject({ id, message_id: id }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
})

export const markConversation = endpoint({
  name: 'markConversation',
  summary: 'Says how far this phone got, and how far its person has read; never goes back',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/marks',
  access: 'user',
  input: z.strictObject({
    id,
    got: wholeNumber(0, 1_000_000),
    read: wholeNumber(0, 1_000_000),
  }),
  output: Marks,
  refusals: ['not_found'],
  idempotency: 'optional',
})

export const sayTyping = endpoint({
  name: 'sayTyping',
  summary: 'Tells the other side, if somebody looks just now, that one is writing',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/typing',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.strictObject({}),
  refusals: ['not_found'],
})

export const rateConversation = endpoint({
  name: 'rateConversation',
  summary: 'Says how good it was, once it is over; the last word counts',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/rating',
  access: 'user',
  input: z.strictObject({ id, ...RatingInput }),
  output: Conversation,
  refusals: ['not_found', 'conversation_open'],
  idempotency: 'optional',
})

export const getDeskHours = endpoint({
  name: 'getDeskHours',
  summary: 'Whether somebody answers now, how long it takes, and whether I am answered first',
  method: 'GET',
  path: '/v1/{p}/desk-hours',
  access: 'user',
  input: z.strictObject({ business_id: code }),
  output: DeskHours,
  refusals: ['not_found'],
})
