import {
  deleteReview,
  listMyReviews,
  listOperatorScores,
  listReviews,
  listReviewsToAnswer,
} from '#contract/reviews/endpoints'
import { type ReviewSubject, type reviewSorts } from '#contract/reviews/model'
import { useFreshWhenSent } from '#features/offline'
import { call } from '#lib/api'
import { retention } from '#lib/retention'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** What a review or a list of them is about, by its code. */
export type About = Pick<ReviewSubject, 'kind' | 'code'>
export type Sort = (typeof reviewSorts)[number]

/** Where one writes about it. */
export const writePath = ({ kind, code }: About) =>
  kind === 'park'
    ? `/ride-board/motor-park/${code}/write-a-review`
    : `/write-a-review?${kind}=${code}`

const inputOf = (about: About | undefined) => (about ? { [about.kind]: about.code } : {})

/** What travellers say, of one subject when named, ten at a time. */
export const listReviewsQuery = (about?: About, sort: Sort = 'newest') =>
  infiniteQueryOptions({
    queryKey: ['listReviews', inputOf(about), sort],
    queryFn: ({ signal, pageParam }) =>
      call(listReviews, { ...inputOf(about), sort, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) =>
      meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined,
    staleTime: 60_000,
    ...retention.week,
  })

/** Every operator with its stars, by name. */
export const listOperatorScoresQuery = queryOptions({
  queryKey: ['listOperatorScores'],
  queryFn: ({ signal }) => call(listOperatorScores, {}, { signal }),
  staleTime: 60_000,
  ...retention.month,
})

/** What I have said. Ask only when somebody is logged in. */
export const listMyReviewsQuery = queryOptions({
  queryKey: ['listMyReviews'],
  queryFn: ({ signal }) => call(listMyReviews, {}, { signal }),
  staleTime: 60_000,
  ...retention.month,
})

/** What is said of businesses that I had listed and that I have not answered. Ask only when somebody is logged in. */
export const listReviewsToAnswerQuery = queryOptions({
  queryKey: ['listReviewsToAnswer'],
  queryFn: ({ signal }) => call(listReviewsToAnswer, {}, { signal }),
  staleTime: 60_000,
  ...retention.month,
})

/** Takes back what I said. */
export const dropReview = (id: string) => call(deleteReview, { id })

const sentHere = ['review'] as const
const reviewLists = [
  ['listReviews'],
  listOperatorScoresQuery.queryKey,
  listMyReviewsQuery.queryKey,
  listReviewsToAnswerQuery.queryKey,
]

/** Asks again for every list that a review stands in, whenever one was sent. Returns the way to ask by hand. */
export const useNewReviews = () => useFreshWhenSent(sentHere, reviewLists)
