import * as z from 'zod/mini'
import { code, id, instant, lines, PageMeta, reference, wholeNumber } from '#contract/shapes'

export const reviewSorts = ['newest', 'highest', 'lowest'] as const

/** How many characters a review has, and how many reviews a person writes in a day. */
export const leastReview = 10

export const mostReview = 2000

export const reviewsPerDay = 20

export const oneOfBoth = 'Name an operator or a motor park.'

/** What I say of an operator or of a motor park; of which booking, where there is one. */
export const ReviewInput = z
  .strictObject({
    operator: z.optional(code),
    park: z.optional(code),
    rating: wholeNumber(1, 5),
    body: lines(leastReview, mostReview),
    booking: z.optional(reference),
    client_ref: z.optional(id),
  })
  .check(z.refine((it) => !it.operator !== !it.park, { error: oneOfBoth, path: ['operator'] }))

/** What a review is about: an operator or a motor park. */
export const ReviewSubject = z.object({
  kind: z.enum(['operator', 'park']),
  code: z.string(),
  name: z.string(),
})

export type ReviewSubject = z.output<typeof ReviewSubject>

/**
 * `author` is a first name and an initial. `is_verified`: they have travelled with the operator, or from
 * or to the motor park, on a booking of their own; only such reviews count for a rating. `written_at`: when these words were written.
 */
export const Review = z.object({
  id: z.string(),
  about: ReviewSubject,
  author: z.string(),
  rating: z.int(),
  body: z.string(),
  is_verified: z.boolean(),
  written_at: instant,
})

export type Review = z.output<typeof Review>

/** Of verified reviews: the mean with one decimal, null without any, and how many gave one, two, … five stars. */
const scored = { average: z.nullable(z.number()), stars: z.array(z.int()) }

/**
 * The score is of all verified reviews that were asked for, not of the page; `total` counts the others,
 * too. `about` is null when everything was asked for.
 */
export const ReviewsMeta = z.extend(PageMeta, { ...scored, about: z.nullable(ReviewSubject) })

export type ReviewsMeta = z.output<typeof ReviewsMeta>

export const OperatorScore = z.object({ code: z.string(), name: z.string(), ...scored })

export type OperatorScore = z.output<typeof OperatorScore>
