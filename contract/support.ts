import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { code, id, instant, lines, page, PageMeta, perPage } from './shapes.ts'

/** The business that stands for our own support line. */
export const supportBusiness = 'waka-support'

/** Hours of the support line, in the home zone. */
export const supportHours = 'Every day, 6 am to 10 pm'

/** Characters of a message, and messages on a page of a conversation. */
export const longestMessage = 2000
/** How many messages a person writes in an hour. */
export const messagesPerHour = 100
export const messagesPerPage = 50

/** `business_name`: who is spoken to, as people read it. */
export const Conversation = z.object({
  id: z.string(),
  business_id: z.string(),
  business_name: z.string(),
  state: z.enum(['open', 'closed']),
  created_at: instant,
})
export type Conversation = z.output<typeof Conversation>

/**
 * `author`: who answered, null for my own. `is_automatic`: no person wrote it. `client_ref`: the number my
 * phone gave it. No message is ever changed.
 */
export const Message = z.object({
  id: z.string(),
  conversation_id: z.string(),
  from: z.enum(['me', 'them']),
  author: z.nullable(z.string()),
  is_automatic: z.boolean(),
  body: z.string(),
  client_ref: z.nullable(z.string()),
  sent_at: instant,
})
export type Message = z.output<typeof Message>

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

/** `last_message` is null as long as nothing was written. */
export const ConversationInList = z.extend(Conversation, {
  last_message: z.nullable(Message),
})
export type ConversationInList = z.output<typeof ConversationInList>

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

/** A conversation with everything said in it, for its owner's export. */
export const WholeConversation = z.extend(Conversation, { messages: z.array(Message) })
export type WholeConversation = z.output<typeof WholeConversation>
