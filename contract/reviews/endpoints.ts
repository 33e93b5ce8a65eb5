import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { photoBodyKb } from '#contract/photo'
import { missingSubjectMessage, reviewReportReasons, reviewSorts } from './rules.ts'
import { id, page, PageMeta, perPage, text, photoWidth } from '#contract/shapes'
import {
  DecideReviewInput,
  OperatorScore,
  OwnReview,
  AnswerReviewInput,
  Review,
  ReviewInput,
  ReviewsMeta,
  StaffReview,
  reviewSubjectFields,
  countReviewSubjects,
} from './model.ts'

export const listReviews = endpoint({
  name: 'listReviews',
  summary: 'Reviews; optionally of one operator, motor park or business',
  method: 'GET',
  path: '/v1/{p}/reviews',
  access: 'anyone',
  shared_cache_s: 10,
  input: z
    .strictObject({
      ...reviewSubjectFields,
      sort: z._default(z.enum(reviewSorts), 'newest'),
      page,
      per_page: perPage(10),
    })
    .check(
      z.refine((it) => countReviewSubjects(it) <= 1, {
        error: missingSubjectMessage,
        path: ['operator'],
      }),
    ),
  output: z.array(Review),
  meta: ReviewsMeta,
  refusals: ['not_found'],
})

export const listOperatorScores = endpoint({
  name: 'listOperatorScores',
  summary: 'All operators with their stars, by name',
  method: 'GET',
  path: '/v1/{p}/reviews/operators',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(OperatorScore),
  refusals: [],
  cache: 'lookup',
})

/**
 * `booking`: the trip that the review is about; by default the last one. `client_ref`: the phone's id for the review; a
 * repeated call writes nothing.
 */
export const writeReview = endpoint({
  name: 'writeReview',
  summary: 'Writes a review; it replaces my earlier review of the same subject',
  method: 'POST',
  path: '/v1/{p}/reviews',
  access: 'user',
  input: ReviewInput,
  output: OwnReview,
  refusals: ['not_found', 'review_closed'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})

export const listMyReviews = endpoint({
  name: 'listMyReviews',
  summary: 'My reviews with their trips, newest first',
  method: 'GET',
  path: '/v1/{p}/profile/reviews',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(OwnReview),
  refusals: [],
})

export const deleteReview = endpoint({
  name: 'deleteReview',
  summary: 'Deletes my review',
  method: 'DELETE',
  path: '/v1/{p}/reviews/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})

export const getReviewPhoto = endpoint({
  name: 'getReviewPhoto',
  summary: 'A photo of a review',
  method: 'GET',
  path: '/v1/{p}/reviews/{id}/photos/{number}',
  access: 'anyone',
  input: z.strictObject({
    id,
    number: z.string().check(z.regex(/^[12]$/, 'A review has at most two photos.')),
    w: photoWidth,
  }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/jpeg',
})

export const reportReview = endpoint({
  name: 'reportReview',
  summary: 'Reports a review to our staff',
  method: 'POST',
  path: '/v1/{p}/reviews/{id}/report',
  access: 'user',
  input: z.strictObject({
    id,
    reason: z.enum(reviewReportReasons, 'Say what is wrong with it.'),
    words: z.optional(text(1, 300)),
  }),
  output: z.object({ reported: z.boolean() }),
  refusals: ['not_found'],
  idempotency: 'required',
})

export const listOperatorReviews = endpoint({
  name: 'listOperatorReviews',
  summary: 'Reviews of the operator, optionally only unanswered ones',
  method: 'GET',
  path: '/v1/{p}/operator/reviews',
  access: 'operator',
  scope: 'reviews',
  input: z.strictObject({
    answered: z.optional(z.enum(['yes', 'no'])),
    page,
    per_page: perPage(20),
  }),
  output: z.array(Review),
  meta: PageMeta,
  refusals: [],
})

export const answerReview = endpoint({
  name: 'answerReview',
  summary: 'The operator answers a review, once',
  method: 'POST',
  path: '/v1/{p}/operator/reviews/{id}/answer',
  access: 'operator',
  scope: 'reviews',
  input: AnswerReviewInput,
  output: Review,
  refusals: ['not_found', 'review_answered'],
  idempotency: 'required',
})

export const listReviewsToAnswer = endpoint({
  name: 'listReviewsToAnswer',
  summary: 'The newest 50 unanswered reviews of my listed businesses',
  method: 'GET',
  path: '/v1/{p}/profile/businesses/reviews',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(Review),
  refusals: [],
})

export const answerAsOwner = endpoint({
  name: 'answerAsOwner',
  summary: 'The owner of a listed business answers a review of it, once',
  method: 'POST',
  path: '/v1/{p}/profile/businesses/reviews/{id}/answer',
  access: 'user',
  input: AnswerReviewInput,
  output: Review,
  refusals: ['not_found', 'review_answered'],
  idempotency: 'required',
})

export const listReviewsForStaff = endpoint({
  name: 'listReviewsForStaff',
  summary: 'Reviews awaiting moderation or reported by readers, oldest first',
  method: 'GET',
  path: '/v1/{p}/staff/reviews',
  access: 'staff',
  scope: 'reviews',
  input: z.strictObject({
    queue: z._default(z.enum(['waiting', 'reported']), 'waiting'),
    page,
    per_page: perPage(20),
  }),
  output: z.array(StaffReview),
  meta: PageMeta,
  refusals: [],
})

export const decideReview = endpoint({
  name: 'decideReview',
  summary:
    'Our staff publish or hide a review, with a reason, unless its author has changed it since they read it',
  method: 'POST',
  path: '/v1/{p}/staff/reviews/{id}/decision',
  access: 'staff',
  scope: 'reviews',
  input: DecideReviewInput,
  output: StaffReview,
  refusals: ['not_found', 'review_changed'],
  idempotency: 'required',
})
