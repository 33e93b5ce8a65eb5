import type { Review } from '#contract/reviews/model'
import { minReviewLength, maxReviewLength } from '#contract/reviews/rules'
import type { SubjectRef } from './queries.ts'
import type { AspectScores } from './score-fields.tsx'

/** The values of the form. `operator` is a code, empty until one is chosen or for a motor park. */
export interface ReviewFormValues {
  operator: string
  rating: number
  body: string
  /** Optional stars for each aspect. */
  scores?: AspectScores
  /** A JPEG photo as base64; empty without a photo. */
  photo?: string
}

/** Returns the subject in the input of a review, or in a URL; undefined if there is none. */
export function findSubjectInInput(input: Record<string, unknown>): SubjectRef | undefined {
  for (const kind of kinds) {
    const code = input[kind]
    if (typeof code === 'string') return { kind, code }
  }
  return undefined
}

const kinds = ['operator', 'park', 'business'] as const satisfies readonly SubjectRef['kind'][]

/** Reads the input of a review in the outbox. A value of another type becomes empty, 0 for the stars. */
export function makeReviewFormValues(input: Record<string, unknown>): ReviewFormValues {
  const { operator, rating, body, scores, photos } = input
  return {
    operator: typeof operator === 'string' ? operator : '',
    rating: typeof rating === 'number' ? rating : 0,
    body: typeof body === 'string' ? body : '',
    scores: typeof scores === 'object' && scores !== null ? scores : {},
    photo: Array.isArray(photos) && typeof photos[0] === 'string' ? photos[0] : '',
  }
}

/** Returns the form with the values of an existing review. Its photos are not sent again. */
export const makeReviewFormOfReview = ({ rating, body, scores }: Review) => ({
  rating,
  body,
  scores: Object.fromEntries(scores.map(({ what, stars }) => [what, stars])),
})

/** Returns the errors by field before the review goes to the outbox; empty if it is valid. */
export function findReviewErrors(
  { rating, body }: ReviewFormValues,
  about: SubjectRef | undefined,
) {
  const long = body.trim().length
  return {
    ...(about === undefined && { operator: 'Choose an operator.' }),
    ...(rating === 0 && { rating: 'Choose from one to five stars.' }),
    ...(long < minReviewLength && { body: `Use at least ${minReviewLength} characters.` }),
    ...(long > maxReviewLength && { body: `Use at most ${maxReviewLength} characters.` }),
  }
}
