import * as endpoints from '#contract/communities/endpoints'
import type { groupKinds } from '#contract/communities/rules'
import { useRefreshWhenSent } from '#features/offline'
import { call } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export type GroupKind = (typeof groupKinds)[number]

/**
 * Query options for the groups, those of `user` first. Until they have loaded, shows the list that was loaded without
 * `user`.
 */
export const groupsQuery = (kind?: GroupKind, name = '', user?: string) =>
  infiniteQueryOptions({
    queryKey: ['listGroups', kind, name, user],
    queryFn: ({ signal, pageParam }) =>
      call(
        endpoints.listGroups,
        { page: pageParam, ...(kind && { kind }), ...(name !== '' && { name }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('code'),
    staleTime: 60_000,
    placeholderData: (data, before) =>
      before?.queryKey[1] === kind && before?.queryKey[2] === name ? data : undefined,
    ...retention.week(endpoints.listGroups.shape),
  })

/** Query options for one group, by its code. */
export const groupQuery = (group: string) =>
  queryOptions({
    queryKey: ['getGroup', group],
    queryFn: ({ signal }) => call(endpoints.getGroup, { group }, { signal }),
    staleTime: 60_000,
    ...retention.week(endpoints.getGroup.shape),
  })

/** Query options for the posts of a group, page by page. */
export const postsQuery = (group: string) =>
  infiniteQueryOptions({
    queryKey: ['listPosts', group],
    queryFn: ({ signal, pageParam }) =>
      call(endpoints.listPosts, { group, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('id'),
    // A post that was sent is no longer among the unsent ones, so this list must be loaded again to contain it.
    staleTime: 0,
    ...retention.week(endpoints.listPosts.shape),
  })

/** Query options for the answers to the post `id`, page by page. */
export const answersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['listAnswers', id],
    queryFn: ({ signal, pageParam }) =>
      call(endpoints.listAnswers, { id, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('id'),
    // An answer that was sent is no longer among the unsent ones, so this list must be loaded again to contain it.
    staleTime: 0,
    ...retention.week(endpoints.listAnswers.shape),
  })

/** Query options for the user's name, groups, mutes and blocks. Only for logged-in users. */
export const myCommunityQuery = queryOptions({
  queryKey: ['getMyCommunity'],
  queryFn: ({ signal }) => call(endpoints.getMyCommunity, {}, { signal }),
  staleTime: 60_000,
  ...retention.week(endpoints.getMyCommunity.shape),
})

/** Query options for the visible members of a camp's group, of one batch or, if `batch` is empty, of all. */
export const buddiesQuery = (group: string, batch: string) =>
  infiniteQueryOptions({
    queryKey: ['listBuddies', group, batch],
    queryFn: ({ signal, pageParam }) =>
      call(
        endpoints.listBuddies,
        { group, page: pageParam, ...(batch !== '' && { batch }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: findNextPage,
    select: makeRepeatFilter('id'),
    staleTime: 60_000,
    ...retention.day(endpoints.listBuddies.shape),
  })

const sentHere = ['community_post'] as const
const lists = [
  'listGroups',
  'getGroup',
  'listPosts',
  'listAnswers',
  'getMyCommunity',
  'listBuddies',
].map((name) => [name])

/** Loads the lists again after each post sent from this phone. Returns a function that loads them on demand. */
export const useRefreshCommunity = () => useRefreshWhenSent(sentHere, lists)
