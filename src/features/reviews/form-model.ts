import type { Review } from '#contract/reviews/model'
import { leastReview, mostReview } from '#contract/reviews/rules'
import type { About } from './queries.ts'
import type { Scores } from './score-fields.tsx'

/** The form's state; `operator`: a code, empty until chosen or for a park. */
export interface Written {
  operator: string
  rating: number
  body: string
  /** Optional stars by aspect. */
  scores?: Scores
  /** A JPEG as base64; empty without one. */
  photo?: string
}

/** The subject of a waiting review, from its input. */
export function aboutOf(input: Record<string, unknown>): About | undefined {
  for (const kind of kinds) {
    const code = input[kind]
    if (typeof code === 'string') return { kind, code }
  }
  return undefined
}

const kinds = ['operator', 'park', 'business'] as const satisfies readonly About['kind'][]

/** Form state from the endpoint's input. */
export function writtenOf(input: Record<string, unknown>): Written {
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
export const writtenBefore = ({ rating, body, scores }: Review) => ({
  rating,
  body,
  scores: Object.fromEntries(scores.map(({ what, stars }) => [what, stars])),
})

/** Errors by field, before it is queued; empty if valid. */
export function faultsOf({ rating, body }: Written, about: About | undefined) {
  const long = body.trim().length
  return {
    ...(about === undefined && { operator: 'Choose an operator.' }),
    ...(rating === 0 && { rating: 'Choose from one to five stars.' }),
    ...(long < leastReview && { body: `Use at least ${leastReview} characters.` }),
    ...(long > mostReview && { body: `Use at most ${mostReview} characters.` }),
  }
}
