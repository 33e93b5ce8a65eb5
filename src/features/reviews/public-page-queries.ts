import type { PageQueries } from '#lib/room'
import { listReviewsQuery } from './queries.ts'

export const publicPageQueries: PageQueries = {
  listReviews: ({ operator, business = '' }) =>
    listReviewsQuery(
      operator === undefined
        ? { kind: 'business', code: business }
        : { kind: 'operator', code: operator },
    ),
}
