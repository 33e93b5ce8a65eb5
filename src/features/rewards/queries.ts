import { getReferral, getRewards, listPoints, redeemPoints } from '#contract/rewards/endpoints'
import { call } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Query options for the user's points, their worth, and the user's tier. Only for logged-in users. */
export const getRewardsQuery = queryOptions({
  queryKey: ['getRewards'],
  queryFn: ({ signal }) => call(getRewards, {}, { signal }),
  ...retention.month(getRewards.shape),
})

/** Query options for the points earned and spent, newest first, twenty per page. */
export const listPointsQuery = infiniteQueryOptions({
  queryKey: ['listPoints'],
  queryFn: ({ signal, pageParam }) => call(listPoints, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('id'),
  ...retention.month(listPoints.shape),
})

/** Query options for the user's referral code and link, and the people who joined with it. */
export const getReferralQuery = queryOptions({
  queryKey: ['getReferral'],
  queryFn: ({ signal }) => call(getReferral, {}, { signal }),
  ...retention.month(getReferral.shape),
})

/** Converts points to money in the wallet. `key`: the idempotency key. */
export function convertPoints(points: number, key: string) {
  return call(redeemPoints, { points }, { key })
}
