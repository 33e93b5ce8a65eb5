import * as z from 'zod/mini'
import { code, id, instant, lines, PageMeta, text } from '#contract/shapes'

export const groupKinds = ['road', 'city', 'campus', 'camp', 'trade'] as const

export const longestPost = 2000

/** Posts and answers per hour: of known and of new members. */
export const postsPerHour = { known: 20, fresh: 5 } as const

/** A member is new for three days and until three posts are visible. */
export const freshness = { days: 3, posts: 3 } as const

/** Reports of so many people hide a post until our staff have checked it. */
export const reportsThatHide = 3

export const reportsPerDay = 20

/** `waiting`: our staff check it first. `hidden`: hidden until they check. `removed`: deleted by them. */
const postStates = ['shown', 'waiting', 'hidden', 'removed'] as const

export const reportReasons = ['spam', 'scam', 'insult', 'private', 'wrong'] as const

/** Names that sound official. The server also finds them in letters of other scripts. */
export const official = /waka|admin|moderator|support|official|nysc|frsc|police/i
export const officialSentence = 'This name looks like an official account. Choose another name.'

const chosenName = text(2, 30).check(
  z.regex(/^[\p{L}\p{M}\d][\p{L}\p{M}\d ._'-]*$/u, 'Use letters, digits, spaces, dots and dashes.'),
  z.refine((name) => !official.test(name), officialSentence),
  z.refine((name) => !/\d{5}/.test(name), 'Do not put a phone number in the name.'),
)

/** `is_listed`: other members can find me. `batch`: of an NYSC camp. */
export const MembershipInput = z.strictObject({
  group: code,
  batch: z.optional(z.nullable(code)),
  is_listed: z._default(z.boolean(), false),
})

export const NameInput = z.strictObject({ name: chosenName })

export const ReportPostInput = z.strictObject({
  id,
  reason: z.enum(reportReasons, 'Say what is wrong with it.'),
  words: z.optional(lines(1, 500)),
})

export const DecidePostInput = z.strictObject({
  id,
  decision: z.enum(['shown', 'removed']),
  reason: lines(5, 500),
})

export const AppealPostInput = z.strictObject({ id, words: lines(10, 1000) })

export const Group = z.object({
  code: z.string(),
  kind: z.enum(groupKinds),
  name: z.string(),
  about: z.string(),
  members: z.int(),
  posts: z.int(),
  last_at: z.nullable(instant),
  is_member: z.boolean(),
})

export type Group = z.output<typeof Group>

/** A person by their chosen name. `id` is valid here only. */
const Author = z.object({ id: z.string(), name: z.string(), is_me: z.boolean() })

/**
 * A post, or an answer to the post `answers`. Others see it only if it is `shown`. `why`: the decision of our staff,
 * for the author. `photo`: its address below `/api`.
 */
export const Post = z.object({
  id: z.string(),
  group: z.string(),
  answers: z.nullable(z.string()),
  author: Author,
  body: z.string(),
  photo: z.nullable(z.string()),
  state: z.enum(postStates),
  why: z.nullable(z.string()),
  is_appealed: z.boolean(),
  thanks: z.int(),
  is_thanked: z.boolean(),
  answer_count: z.int(),
  written_at: instant,
})

export type Post = z.output<typeof Post>

export const PostInput = z.strictObject({
  group: z.string().check(z.regex(/^[a-z0-9-]{2,64}$/, 'This group does not exist.')),
  answers: z.optional(id),
  body: lines(2, longestPost),
  client_ref: z.optional(id),
})

export const MyCommunity = z.object({
  name: z.nullable(z.string()),
  groups: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      batch: z.nullable(z.string()),
      is_listed: z.boolean(),
    }),
  ),
  others: z.array(
    z.object({ id: z.string(), name: z.string(), state: z.enum(['muted', 'blocked']) }),
  ),
})

export type MyCommunity = z.output<typeof MyCommunity>

/** A member who chose to be visible. */
export const Buddy = z.object({ id: z.string(), name: z.string(), batch: z.nullable(z.string()) })

export const BuddiesMeta = PageMeta

/** A post that awaits a check, with the reason. */
export const QueuedPost = z.object({
  id: z.string(),
  group: z.string(),
  author: z.string(),
  body: z.string(),
  photo: z.nullable(z.string()),
  state: z.enum(postStates),
  reports: z.array(z.object({ reason: z.enum(reportReasons), words: z.nullable(z.string()) })),
  appeal: z.nullable(z.string()),
  written_at: instant,
})

export type QueuedPost = z.output<typeof QueuedPost>

/** An entry of the moderation log. `by`: `rule`, `author`, or the name of a staff key. Never changed. */
export const ModerationEntry = z.object({
  id: z.string(),
  post_id: z.string(),
  group: z.string(),
  decision: z.enum(['waits', 'hidden', 'shown', 'removed', 'appealed']),
  reason: z.string(),
  by: z.string(),
  made_at: instant,
})

export type ModerationEntry = z.output<typeof ModerationEntry>
