import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  code,
  id,
  instant,
  lines,
  page,
  PageMeta,
  perPage,
  reference,
  wholeNumber,
} from './shapes.ts'

export const reviewSorts = ['newest', 'highest', 'lowest'] as const

/** How many characters a review has, and how many reviews a person writes in a day. */
export const leastReview = 10
export const mostReview = 2000
export const reviewsPerDay = 20

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

export const listReviews = endpoint({
  name: 'listReviews',
  summary: 'What travellers say, of one operator or motor park when asked',
  method: 'GET',
  path: '/v1/{p}/reviews',
  access: 'anyone',
  input: z
    .strictObject({
      operator: z.optional(code),
      park: z.optional(code),
      sort: z._default(z.enum(reviewSorts), 'newest'),
      page,
      per_page: perPage(10),
    })
    .check(z.refine((it) => !it.operator || !it.park, { error: oneOfBoth(), path: ['park'] })),
  output: z.array(Review),
  meta: ReviewsMeta,
  refusals: ['not_found'],
})

export const OperatorScore = z.object({ code: z.string(), name: z.string(), ...scored })
export type OperatorScore = z.output<typeof OperatorScore>

export const listOperatorScores = endpoint({
  name: 'listOperatorScores',
  summary: 'Every operator with its stars, by name',
  method: 'GET',
  path: '/v1/{p}/reviews/operators',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(OperatorScore),
  refusals: [],
  cache: 'lookup',
})

/**
 * `booking` names the trip it is about; without it, the last one with that operator or park counts.
 * `client_ref` is the phone's own id for these words: sent again, they are written once.
 */
export const writeReview = endpoint({
  name: 'writeReview',
  summary: 'Says how it was; what I said of the same operator or park before is replaced',
  method: 'POST',
  path: '/v1/{p}/reviews',
  access: 'user',
  input: z
    .strictObject({
      operator: z.optional(code),
      park: z.optional(code),
      rating: wholeNumber(1, 5),
      body: lines(leastReview, mostReview),
      booking: z.optional(reference),
      client_ref: z.optional(id),
    })
    .check(z.refine((it) => !it.operator !== !it.park, { error: oneOfBoth(), path: ['operator'] })),
  output: Review,
  refusals: ['not_found'],
  idempotency: 'required',
})

export const listMyReviews = endpoint({
  name: 'listMyReviews',
  summary: 'What I have said, newest first',
  method: 'GET',
  path: '/v1/{p}/profile/reviews',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(Review),
  refusals: [],
})

export const deleteReview = endpoint({
  name: 'deleteReview',
  summary: 'Takes back what I said',
  method: 'DELETE',
  path: '/v1/{p}/reviews/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})

function oneOfBoth(): string {
  return 'Name an operator or a motor park.'
}
