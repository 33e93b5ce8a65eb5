import type { PageQueries } from '#lib/room'
import { listReviewsQuery } from './queries.ts'

export const printed: PageQueries = {
  listReviews: ({ operator, business = '' }) =>
    listReviewsQuery(
      operator === undefined
        ? { kind: 'business', code: business }
        : { kind: 'operator', code: operator },
    ),
}
