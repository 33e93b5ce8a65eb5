import * as z from 'zod/mini'
import { instant } from '#contract/shapes'

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

/** `last_message` is null as long as nothing was written. */
export const ConversationInList = z.extend(Conversation, {
  last_message: z.nullable(Message),
})

export type ConversationInList = z.output<typeof ConversationInList>

/** A conversation with everything said in it, for its owner's export. */
export const WholeConversation = z.extend(Conversation, { messages: z.array(Message) })

export type WholeConversation = z.output<typeof WholeConversation>
