import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { PageMeta, code, id, lines, page, perPage } from '#contract/shapes'
import {
  Conversation,
  ConversationInList,
  Message,
  longestMessage,
  messagesPerPage,
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

export const listMessages = endpoint({
  name: 'listMessages',
  summary: `Messages of one of my conversations in the order in which they came: the newest ${messagesPerPage} and with \`page\` those before them, or the first ${messagesPerPage} \`after\` a message`,
  method: 'GET',
  path: '/v1/{p}/conversations/{id}/messages',
  access: 'user',
  input: z.strictObject({ id, after: z.optional(id), page }),
  output: z.array(Message),
  meta: PageMeta,
  refusals: ['not_found'],
})

export const sendMessage = endpoint({
  name: 'sendMessage',
  summary:
    'Writes in one of my conversations; one that was closed opens again unless there is a newer one',
  method: 'POST',
  path: '/v1/{p}/conversations/{id}/messages',
  access: 'user',
  input: z.strictObject({ id, body: lines(1, longestMessage), client_ref: z.optional(id) }),
  output: Message,
  refusals: ['not_found', 'conversation_closed'],
  idempotency: 'required',
})
