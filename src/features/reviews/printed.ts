import type { PageQueries } from '#lib/room'
import { listReviewsQuery } from './queries.ts'

export const printedPageQueries: PageQueries = {
  listReviews: ({ operator, business = '' }) =>
    listReviewsQuery(
      operator === undefined
        ? { kind: 'business', code: business }
        : { kind: 'operator', code: operator },
    ),
}
