import * as z from 'zod/mini'
import {
  code,
  id,
  instant,
  jpeg,
  lines,
  PageMeta,
  reference,
  text,
  thisCenturyInstant,
  wholeNumber,
} from '#contract/shapes'
import {
  type RatedAspect,
  minReviewLength,
  maxAnswerLength,
  maxReviewLength,
  missingSubjectMessage,
  operatorAspects,
  parkAspects,
  reviewReportReasons,
  reviewStates,
} from './rules.ts'

const scored = z.enum([...operatorAspects, ...parkAspects])

const maxReviewPhotos = 2

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
} satisfies Record<RatedAspect, unknown>)

/** The subject of reviews, by code. */
export const reviewSubjectFields = {
  operator: z.optional(code),
  park: z.optional(code),
  business: z.optional(code),
}

export type ReviewSubjectCodes = { [Kind in keyof typeof reviewSubjectFields]?: string | undefined }

export const AnswerReviewInput = z.strictObject({ id, answer: lines(3, maxAnswerLength) })

/** A decision about a review. `written_at`: that of the version that was read; a later version is not decided. */
export const DecideReviewInput = z.strictObject({
  id,
  written_at: z.optional(thisCenturyInstant),
  became: z.enum(['shown', 'hidden']),
  reason: text(3, 300),
})

export const countReviewSubjects = (it: ReviewSubjectCodes) =>
  [it.operator, it.park, it.business].filter((one) => one !== undefined).length

/** A review, with its booking, if any. */
export const ReviewInput = z
  .strictObject({
    ...reviewSubjectFields,
    rating: wholeNumber(1, 5),
    body: lines(minReviewLength, maxReviewLength),
    scores: z.optional(Scores),
    /** Photos that replace the earlier ones. If omitted, the earlier ones stay. */
    photos: z.optional(
      z.array(jpeg).check(z.maxLength(maxReviewPhotos, `Add at most ${maxReviewPhotos} photos.`)),
    ),
    booking: z.optional(reference),
    client_ref: z.optional(id),
  })
  .check(
    z.refine((it) => countReviewSubjects(it) === 1, {
      error: missingSubjectMessage,
      path: ['operator'],
    }),
  )

export const ReviewSubject = z.object({
  kind: z.enum(['operator', 'park', 'business']),
  code: z.string(),
  name: z.string(),
})

export type ReviewSubject = z.output<typeof ReviewSubject>

/**
 * A review. `author`: first name and initial. `is_verified`: the author has travelled with the operator, or from or to
 * the motor park or the city of the business. Only verified reviews count for ratings. `written_at`: the time of this
 * version.
 */
export const Review = z.object({
  id: z.string(),
  about: ReviewSubject,
  author: z.string(),
  rating: z.int(),
  body: z.string(),
  scores: z.array(z.object({ what: scored, stars: z.int() })),
  /** URLs below /api. */
  photos: z.array(z.string()),
  is_verified: z.boolean(),
  /**
   * `waiting`: our staff must check it, before it is published or after reports. `hidden`: our staff hid it. Only
   * its author sees reviews in these states.
   */
  state: z.enum(reviewStates),
  answer: z.nullable(z.object({ text: z.string(), at: instant })),
  written_at: instant,
  /** The time until which the author may change it. */
  edit_until: instant,
})

export type Review = z.output<typeof Review>

/**
 * A review for its author. `trip`: the trip that makes it verified; null without one, missing in old copies on phones.
 */
export const OwnReview = z.extend(Review, {
  trip: z.nullish(
    z.object({
      reference: z.string(),
      operator: z.string(),
      from: z.string(),
      to: z.string(),
      departs_at: instant,
      zone: z.string(),
    }),
  ),
})

export type OwnReview = z.output<typeof OwnReview>

/** A review as our staff see it, with the reports of readers. */
export const StaffReview = z.object({
  ...Review.shape,
  reports: z.array(
    z.object({ reason: z.enum(reviewReportReasons), words: z.nullable(z.string()) }),
  ),
})

export type StaffReview = z.output<typeof StaffReview>

/**
 * A summary of verified reviews: the mean with one decimal (null without any), and how many gave each number of stars
 * from one to five.
 */
const counted = { average: z.nullable(z.number()), stars: z.array(z.int()) }

/**
 * The score covers all verified reviews that match, not only those of the page; `total` also counts unverified ones.
 * `about`: null without a subject.
 */
export const ReviewsMeta = z.extend(PageMeta, {
  ...counted,
  /** The mean of each rated aspect in verified reviews. */
  scores: z.array(z.object({ what: scored, average: z.number(), many: z.int() })),
  about: z.nullable(ReviewSubject),
})

export type ReviewsMeta = z.output<typeof ReviewsMeta>

export const OperatorScore = z.object({ code: z.string(), name: z.string(), ...counted })

export type OperatorScore = z.output<typeof OperatorScore>
