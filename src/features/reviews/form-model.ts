import type { Review } from '#contract/reviews/model'
import { minReviewLength, maxReviewLength } from '#contract/reviews/rules'
import type { SubjectRef } from './queries.ts'
import type { Scores } from './score-fields.tsx'

/** The form's state; `operator`: a code, empty until chosen or for a park. */
export interface ReviewFormValues {
  operator: string
  rating: number
  body: string
  /** Optional stars by aspect. */
  scores?: Scores
  /** A JPEG as base64; empty without one. */
  photo?: string
}

/** The subject of a waiting review, from its input. */
export function subjectFromInput(input: Record<string, unknown>): SubjectRef | undefined {
  for (const kind of kinds) {
    const code = input[kind]
    if (typeof code === 'string') return { kind, code }
  }
  return undefined
}

const kinds = ['operator', 'park', 'business'] as const satisfies readonly SubjectRef['kind'][]

/** Form state from the endpoint's input. */
export function formFromInput(input: Record<string, unknown>): ReviewFormValues {
  const { operator, rating, body, scores, photos } = input
  return {
    operator: typeof operator === 'string' ? operator : '',
    rating: typeof rating === 'number' ? rating : 0,
    body: typeof body === 'string' ? body : '',
    scores: typeof scores === 'object' && scores !== null ? scores : {},
    photo: Array.isArray(photos) && typeof photos[0] === 'string' ? photos[0] : '',
  }
}

/** Form state of an existing review, whose photos are not sent again. */
export const formFromReview = ({ rating, body, scores }: Review) => ({
  rating,
  body,
  scores: Object.fromEntries(scores.map(({ what, stars }) => [what, stars])),
})

/** Errors by field, before it is queued; empty if valid. */
export function findFaults({ rating, body }: ReviewFormValues, about: SubjectRef | undefined) {
  const long = body.trim().length
  return {
    ...(about === undefined && { operator: 'Choose an operator.' }),
    ...(rating === 0 && { rating: 'Choose from one to five stars.' }),
    ...(long < minReviewLength && { body: `Use at least ${minReviewLength} characters.` }),
    ...(long > maxReviewLength && { body: `Use at most ${maxReviewLength} characters.` }),
  }
}
