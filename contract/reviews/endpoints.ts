import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { OperatorScore, oneOfBoth, Review, ReviewInput, ReviewsMeta, reviewSorts } from './model.ts'
import { code, id, page, perPage } from '#contract/shapes'

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
    .check(z.refine((it) => !it.operator || !it.park, { error: oneOfBoth, path: ['park'] })),
  output: z.array(Review),
  meta: ReviewsMeta,
  refusals: ['not_found'],
})

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
  input: ReviewInput,
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
