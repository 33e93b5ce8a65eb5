import * as z from 'zod/mini'
import { code, day, id, instant, lines, PageMeta, text } from '#contract/shapes'
import {
  groupKinds,
  maxPostLength,
  officialNamePattern,
  officialNameMessage,
  postReportReasons,
} from './rules.ts'

/**
 * The states of a post. `waiting`: our staff must check it first. `hidden`: hidden until our staff check it. `removed`:
 * deleted by our staff.
 */
const postStates = ['shown', 'waiting', 'hidden', 'removed'] as const

const chosenName = text(2, 30).check(
  z.regex(/^[\p{L}\p{M}\d][\p{L}\p{M}\d ._'-]*$/u, 'Use letters, digits, spaces, dots and dashes.'),
  z.refine((name) => !officialNamePattern.test(name), officialNameMessage),
  z.refine((name) => !/\d{5}/.test(name), 'Do not put a phone number in the name.'),
)

/** `is_listed`: whether other members can find the caller. `batch`: the caller's batch of an NYSC camp. */
export const GroupMembershipInput = z.strictObject({
  group: code,
  batch: z.optional(z.nullable(code)),
  is_listed: z._default(z.boolean(), false),
})

export const CommunityNameInput = z.strictObject({ name: chosenName })

export const ReportPostInput = z.strictObject({
  id,
  reason: z.enum(postReportReasons, 'Say what is wrong with it.'),
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

/** A person by their chosen name. `id` is valid in communities only. */
const Author = z.object({ id: z.string(), name: z.string(), is_me: z.boolean() })

/**
 * A post, or an answer to the post `answers`. Others see it only if its state is `shown`. `why`: the decision of our
 * staff, for the author. `photo`: its URL below `/api`.
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
  body: lines(2, maxPostLength),
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
export const ModerationQueueItem = z.object({
  id: z.string(),
  group: z.string(),
  author: z.string(),
  body: z.string(),
  photo: z.nullable(z.string()),
  state: z.enum(postStates),
  reports: z.array(z.object({ reason: z.enum(postReportReasons), words: z.nullable(z.string()) })),
  appeal: z.nullable(z.string()),
  written_at: instant,
})

export type ModerationQueueItem = z.output<typeof ModerationQueueItem>

/** An entry of the moderation log, which never changes. `by`: `rule`, `author`, or the name of a staff key. */
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

/** The source of a fact and its date, since camps move and dates change. */
const known = { source: z.string(), known_on: day }

const NyscPark = z.object({ code: z.string(), name: z.string(), address: z.string() })

/**
 * An orientation camp. `city`: the nearest city, with the motor parks `parks`. `also_listed`: where other lists place
 * the camp; then only the call-up letter is reliable. `group`: its group in the community.
 */
export const NyscCamp = z.object({
  code: z.string(),
  state: z.string(),
  place: z.string(),
  also_listed: z.nullable(z.string()),
  city: z.object({
    code: z.string(),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
  }),
  parks: z.array(NyscPark),
  group: z.string(),
  ...known,
})

export type NyscCamp = z.output<typeof NyscCamp>

/** A batch and stream of the National Youth Service Corps. Days are null until they are announced; `note` says so. */
export const NyscBatch = z.object({
  code: z.string(),
  name: z.string(),
  camp_from: z.nullable(day),
  camp_to: z.nullable(day),
  note: z.string(),
  ...known,
})

export type NyscBatch = z.output<typeof NyscBatch>
