import * as z from 'zod/mini'
import { jpeg } from '#contract/photo'
import { code, id, instant, lines, PageMeta, reference, text, wholeNumber } from '#contract/shapes'

export const reviewSorts = ['newest', 'highest', 'lowest'] as const

/** How many characters a review has, and how many reviews a person writes in a day. */
export const leastReview = 10

export const mostReview = 2000

export const reviewsPerDay = 20

export const oneSubject = 'Choose an operator, a motor park or a business.'

/** Rated aspects: of an operator, and of a motor park. */
export const operatorScores = ['punctuality', 'driving', 'vehicle', 'staff'] as const
export const parkScores = ['security', 'touts', 'toilets', 'shade', 'lighting'] as const
/** Of what kind of subject what has stars of its own. */
export const scoresFor = { operator: operatorScores, park: parkScores, business: [] } as const
const scored = z.enum([...operatorScores, ...parkScores])
export type Scored = z.output<typeof scored>

/** Days in which a review may be changed; afterwards a new trip makes a new one. */
export const editDays = 30
const mostReviewPhotos = 2
/** Reports of people who have been here for a week after which an unverified review waits for our staff. */
export const reportsToWait = 3
export const reportsPerDay = 20
export const reportReasons = ['spam', 'abuse', 'private', 'not_a_trip', 'other'] as const
export const reviewStates = ['shown', 'waiting', 'hidden'] as const

const stars = z.optional(wholeNumber(1, 5))
const Scores = z.strictObject({
  punctuality: stars,
  driving: stars,
  vehicle: stars,
  staff: stars,
  security: stars,
  touts: stars,
  toilets: stars,
  shade: stars,
  lighting: stars,
} satisfies Record<Scored, unknown>)

/** The subject of reviews, by code. */
export const subjects = {
  operator: z.optional(code),
  park: z.optional(code),
  business: z.optional(code),
}
export type Named = { [Kind in keyof typeof subjects]?: string | undefined }

/** How many of them are named. */
export const countNamed = (it: Named) =>
  [it.operator, it.park, it.business].filter((one) => one !== undefined).length

/** How many characters an answer has at most. */
export const mostAnswer = 1000

export const AnswerReviewInput = z.strictObject({ id, answer: lines(3, mostAnswer) })

export const DecideReviewInput = z.strictObject({
  id,
  became: z.enum(['shown', 'hidden']),
  reason: text(3, 300),
})

/** A review, with its booking, if any. */
export const ReviewInput = z
  .strictObject({
    ...subjects,
    rating: wholeNumber(1, 5),
    body: lines(leastReview, mostReview),
    scores: z.optional(Scores),
    /** In place of those of before; left out, they stay. */
    photos: z.optional(
      z.array(jpeg).check(z.maxLength(mostReviewPhotos, `Add at most ${mostReviewPhotos} photos.`)),
    ),
    booking: z.optional(reference),
    client_ref: z.optional(id),
  })
  .check(z.refine((it) => countNamed(it) === 1, { error: oneSubject, path: ['operator'] }))

/** The subject of a review. */
export const ReviewSubject = z.object({
  kind: z.enum(['operator', 'park', 'business']),
  code: z.string(),
  name: z.string(),
})

export type ReviewSubject = z.output<typeof ReviewSubject>

/**
 * `author` is a first name and an initial. `is_verified`: they have travelled with the operator, from or
 * to the motor park, or from or to the city of the business, on a booking of their own; only such reviews count for
 * a rating. `written_at`: when these words were written.
 */
export const Review = z.object({
  id: z.string(),
  about: ReviewSubject,
  author: z.string(),
  rating: z.int(),
  body: z.string(),
  scores: z.array(z.object({ what: scored, stars: z.int() })),
  /** Addresses below /api. */
  photos: z.array(z.string()),
  is_verified: z.boolean(),
  /** `waiting`: our staff look at it first; `hidden`: they took it away. Both are for its writer alone. */
  state: z.enum(reviewStates),
  answer: z.nullable(z.object({ text: z.string(), at: instant })),
  written_at: instant,
  /** Until when its writer may change it. */
  edit_until: instant,
})

export type Review = z.output<typeof Review>

/** A review as our staff look at it, with what readers say is wrong with it. */
export const StaffReview = z.object({
  ...Review.shape,
  reports: z.array(z.object({ reason: z.enum(reportReasons), words: z.nullable(z.string()) })),
})
export type StaffReview = z.output<typeof StaffReview>

/** Of verified reviews: the mean with one decimal, null without any, and how many gave one, two, … five stars. */
const counted = { average: z.nullable(z.number()), stars: z.array(z.int()) }

/**
 * The score is of all verified reviews that were asked for, not of the page; `total` counts the others,
 * too. `about` is null when everything was asked for.
 */
export const ReviewsMeta = z.extend(PageMeta, {
  ...counted,
  /** Means of what has stars of its own, of verified reviews. */
  scores: z.array(z.object({ what: scored, average: z.number(), many: z.int() })),
  about: z.nullable(ReviewSubject),
})

export type ReviewsMeta = z.output<typeof ReviewsMeta>

export const OperatorScore = z.object({ code: z.string(), name: z.string(), ...counted })

export type OperatorScore = z.output<typeof OperatorScore>
