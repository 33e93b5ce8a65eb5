import { leastReview, mostReview } from '#contract/reviews/model'
import type { About } from './queries.ts'

/** What a person types; `operator` is a code, empty while none is chosen or the review is of a park. */
export interface Written {
  operator: string
  rating: number
  body: string
}

/** What a waiting review is about, out of the promise's input. */
export function aboutOf({ operator, park }: Record<string, unknown>): About | undefined {
  if (typeof operator === 'string') return { kind: 'operator', code: operator }
  return typeof park === 'string' ? { kind: 'park', code: park } : undefined
}

/** What was typed, out of the promise's input. */
export function writtenOf(input: Record<string, unknown>): Written {
  const { operator, rating, body } = input
  return {
    operator: typeof operator === 'string' ? operator : '',
    rating: typeof rating === 'number' ? rating : 0,
    body: typeof body === 'string' ? body : '',
  }
}

/** What the server would refuse, said before it is kept for sending; by field, empty when all is well. */
export function faultsOf({ rating, body }: Written, about: About | undefined) {
  const long = body.trim().length
  return {
    ...(about === undefined && { operator: 'Choose an operator.' }),
    ...(rating === 0 && { rating: 'Choose from one to five stars.' }),
    ...(long < leastReview && { body: `Use at least ${leastReview} characters.` }),
    ...(long > mostReview && { body: `Use at most ${mostReview} characters.` }),
  }
}
