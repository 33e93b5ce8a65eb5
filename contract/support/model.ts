import * as z from 'zod/mini'
import { id, instant, jpeg, lines, PageMeta, reference, text, wholeNumber } from '#contract/shapes'
import { maxMessageLength } from './rules.ts'

/** The kinds of subjects that a message may have, each named by its public reference. */
const aboutKinds = ['booking', 'parcel'] as const

export const MessageTopicInput = z.strictObject({ kind: z.enum(aboutKinds), reference })

/**
 * The subject of a message. `title`: its title when the message was written: `Lagos → Abuja, Wed 25 Nov 2026, 6:30 AM`.
 */
export const MessageTopic = z.object({
  kind: z.enum([...aboutKinds, 'charter']),
  reference: z.string(),
  title: z.string(),
})

export type MessageTopic = z.output<typeof MessageTopic>

/**
 * A conversation. `business_name`: the addressee's name. `desk_name`: the desk that has it now. `unread`: messages that
 * the caller has not read.
 */
export const Conversation = z.object({
  id: z.string(),
  business_id: z.string(),
  business_name: z.string(),
  desk_name: z.string(),
  state: z.enum(['open', 'closed']),
  unread: z.int(),
  rating: z.nullable(z.int()),
  created_at: instant,
})

export type Conversation = z.output<typeof Conversation>

/**
 * A message, which never changes. `seq`: its number in the conversation, from 1. `author`: the person who answered;
 * null for the caller's own. `is_automatic`: not written by a person. `photo`: a URL below /api. `client_ref`: the id
 * that the caller's phone gave it.
 */
export const Message = z.object({
  id: z.string(),
  conversation_id: z.string(),
  seq: z.int(),
  from: z.enum(['me', 'them']),
  author: z.nullable(z.string()),
  is_automatic: z.boolean(),
  body: z.string(),
  photo: z.nullable(z.string()),
  about: z.nullable(MessageTopic),
  client_ref: z.nullable(z.string()),
  sent_at: instant,
})

export type Message = z.output<typeof Message>

/** The `seq` up to which the other side has received and read, and up to which the caller has read. */
export const ReadMarks = z.object({ got: z.int(), read: z.int(), my_read: z.int() })

export type ReadMarks = z.output<typeof ReadMarks>

export const MessagesMeta = z.extend(PageMeta, { marks: ReadMarks })

/** The content of a message: at least one of text, photo and subject. */
const contentFields = {
  body: z._default(lines(0, maxMessageLength), ''),
  photo: z.optional(jpeg),
  about: z.optional(MessageTopicInput),
}

const saysSomething = ({
  body,
  photo,
  about,
}: {
  body: string
  photo?: unknown
  about?: unknown
}) => body !== '' || photo !== undefined || about !== undefined

/** Returns the schema of a message in a conversation, with more fields. */
export const makeMessageSchema = <More extends z.core.$ZodLooseShape>(more: More) =>
  z.strictObject({ ...contentFields, ...more }).check(
    z.refine((value) => saysSomething(value as { body: string }), {
      path: ['body'],
      error: 'Write something.',
    }),
  )

/** A desk's answer. `seen`: the `seq` of the last message that was on the screen. */
export const DeskAnswerInput = makeMessageSchema({
  id,
  author: z.optional(text(2, 60)),
  client_ref: z.optional(id),
  seen: z.optional(wholeNumber(0, 1_000_000)),
})

/** `last_message`: null without messages. */
export const ConversationListItem = z.extend(Conversation, {
  last_message: z.nullable(Message),
})

export type ConversationListItem = z.output<typeof ConversationListItem>

/** A conversation with all messages and the words of its rating, for its owner's export. */
export const ConversationExport = z.extend(Conversation, {
  rating_words: z.nullable(z.string()),
  messages: z.array(Message),
})

export type ConversationExport = z.output<typeof ConversationExport>

/**
 * Whether somebody answers now. `is_passed_on`: our staff pass messages on and write the answer. `opens_at`: when
 * somebody answers again; null while open. `answers_within`: the minutes in which four of five messages were answered
 * in the last week; null if there were too few. `premium`: the trip that gives priority.
 */
export const DeskHours = z.object({
  business_id: z.string(),
  business_name: z.string(),
  is_passed_on: z.boolean(),
  hours: z.nullable(z.string()),
  is_open: z.boolean(),
  opens_at: z.nullable(instant),
  answers_within: z.nullable(z.int()),
  premium: z.nullable(z.object({ reference: z.string(), leaves_at: instant })),
})

export type DeskHours = z.output<typeof DeskHours>

export const conversationRatingFields = {
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  words: z.optional(text(1, 300)),
}

/**
 * A conversation as a desk sees it. `unread`: messages that the desk has not read. `waits_since`: null if answered.
 * `premium`: the trip that gives priority. `pass_on`: the listed business to which it was written.
 */
export const DeskConversation = z.object({
  id: z.string(),
  person_name: z.string(),
  state: z.enum(['open', 'closed']),
  unread: z.int(),
  waits_since: z.nullable(instant),
  premium: z.nullable(z.object({ reference: z.string(), leaves_at: instant })),
  rating: z.nullable(z.int()),
  rating_words: z.nullable(z.string()),
  assigned_to: z.nullable(z.object({ name: z.string(), is_me: z.boolean() })),
  pass_on: z.nullable(z.object({ name: z.string(), phone: z.string() })),
  last_message: z.nullable(Message),
  created_at: instant,
})

export type DeskConversation = z.output<typeof DeskConversation>

/** The traveller with up to five trips: coming ones first, then the latest. */
export const DeskPerson = z.object({
  name: z.string(),
  /** Null for operators, who have the numbers in their manifests. */
  phone: z.nullable(z.string()),
  trips: z.array(
    z.object({
      reference: z.string(),
      status: z.string(),
      operator: z.string(),
      from: z.string(),
      to: z.string(),
      leaves_at: instant,
      seats: z.array(z.int()),
      total_kobo: z.int(),
    }),
  ),
})

export type DeskPerson = z.output<typeof DeskPerson>

export const CannedAnswerInput = z.strictObject({
  id: z.optional(id),
  title: text(2, 60),
  body: lines(1, maxMessageLength),
})

export const CannedAnswer = z.object({ id: z.string(), title: z.string(), body: z.string() })

export type CannedAnswer = z.output<typeof CannedAnswer>
