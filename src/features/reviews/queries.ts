import {
  deleteReview,
  listMyReviews,
  listOperatorScores,
  listReviews,
  listReviewsToAnswer,
} from '#contract/reviews/endpoints'
import type { OwnReview, ReviewSubject } from '#contract/reviews/model'
import type { reviewSorts } from '#contract/reviews/rules'
import { useRefreshWhenSent } from '#features/offline'
import { call } from '#lib/api'
import { serverNow } from '#lib/clock'
import { retention } from '#lib/queries/retention'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { useUser } from '#lib/session'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'

export type SubjectRef = Pick<ReviewSubject, 'kind' | 'code'>
export type ReviewSort = (typeof reviewSorts)[number]

export const makeReviewFormPath = ({ kind, code }: SubjectRef) =>
  kind === 'park'
    ? `/ride-board/motor-park/${code}/write-a-review`
    : `/write-a-review?${kind}=${code}`

const inputOf = (about: SubjectRef | undefined) => (about ? { [about.kind]: about.code } : {})

/** Query options for the reviews, optionally of one subject, ten per page. */
export const listReviewsQuery = (about?: SubjectRef, sort: ReviewSort = 'newest') =>
  infiniteQueryOptions({
    queryKey: ['listReviews', inputOf(about), sort],
    queryFn: ({ signal, pageParam }) =>
      call(listReviews, { ...inputOf(about), sort, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('id'),
    staleTime: 60_000,
    ...retention.week(listReviews.shape),
  })

/** Query options for every operator with its stars, sorted by name. */
export const listOperatorScoresQuery = queryOptions({
  queryKey: ['listOperatorScores'],
  queryFn: ({ signal }) => call(listOperatorScores, {}, { signal }),
  staleTime: 60_000,
  ...retention.month(listOperatorScores.shape),
})

/** Query options for the user's reviews. Only for logged-in users. */
const listMyReviewsQuery = queryOptions({
  queryKey: ['listMyReviews'],
  queryFn: ({ signal }) => call(listMyReviews, {}, { signal }),
  staleTime: 60_000,
  ...retention.month(listMyReviews.shape),
})

/** Returns the user's review of a subject, and whether it can be changed; undefined without one or until known. */
export function useMyReview(
  about: SubjectRef | undefined,
): { review: OwnReview; isOpen: boolean } | undefined {
  const mine = useMyReviews(about)
  const review = about && mine[0]
  return review && { review, isOpen: isReviewOpen(review) }
}

/** Returns the user's reviews, newest first, optionally of one subject; none until known. */
export function useMyReviews(about: SubjectRef | undefined): OwnReview[] {
  const isLoggedIn = useUser() !== undefined
  const { data } = useQuery({ ...listMyReviewsQuery, enabled: isLoggedIn })
  if (!isLoggedIn || data === undefined) return []
  return data.filter(
    (one) =>
      about === undefined || (one.about.kind === about.kind && one.about.code === about.code),
  )
}

/** Returns whether the user can still change their review. */
export const isReviewOpen = ({ edit_until }: OwnReview) => Date.parse(edit_until) > serverNow()

/** Returns the label of the link to the form: to write a review, or to change one while that is possible. */
export const useReviewLinkLabel = (about: SubjectRef) =>
  useMyReview(about)?.isOpen === true ? 'Change your review' : 'Write a review'

/** Query options for the unanswered reviews of the user's businesses. Only for logged-in users. */
export const listReviewsToAnswerQuery = queryOptions({
  queryKey: ['listReviewsToAnswer'],
  queryFn: ({ signal }) => call(listReviewsToAnswer, {}, { signal }),
  staleTime: 60_000,
  ...retention.month(listReviewsToAnswer.shape),
})

/** Deletes one of the user's reviews. The caller loads the lists again. */
export const deleteOwnReview = (id: string) => call(deleteReview, { id })

const sentHere = ['review'] as const
const reviewLists = [
  ['listReviews'],
  listOperatorScoresQuery.queryKey,
  listMyReviewsQuery.queryKey,
  listReviewsToAnswerQuery.queryKey,
  // Past trips show whether the user has reviewed them.
  ['listBookings'],
]

/**
 * Loads every list of reviews again after each review sent from this phone. Returns a function that loads them on
 * demand.
 */
export const useRefreshReviews = () => useRefreshWhenSent(sentHere, reviewLists)
