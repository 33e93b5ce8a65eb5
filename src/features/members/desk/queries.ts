import {
  getDesk,
  getInvitation,
  listAuditLog,
  listAuditMembers,
  listMembers,
} from '#contract/members/endpoints'
import { call } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Query options for the user's membership of a desk. An event of the support room loads it again by this key. */
export const membershipQuery = queryOptions({
  queryKey: ['membership'],
  queryFn: ({ signal }) => call(getDesk, {}, { signal }),
})

/** Query options for the invitation that a link opens, by the code in the link. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => call(getInvitation, { code }, { signal }),
  })

/** Query options for the members of this desk and its open invitations, a hundred a page. */
export const membersQuery = infiniteQueryOptions({
  queryKey: ['members'],
  queryFn: ({ signal, pageParam }) =>
    call(listMembers, { page: pageParam, per_page: 100 }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('id'),
})

/** Query options for a page of the audit log, newest entries first. */
export const auditLogQuery = (filter: {
  page: number
  member?: string
  about?: string
  day?: string
}) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => call(listAuditLog, filter, { signal }),
    placeholderData: keepPreviousData,
  })

/** Query options for the members whose acts the audit log may contain, also those who have left. */
export const auditMembersQuery = queryOptions({
  queryKey: ['audit-members'],
  queryFn: ({ signal }) => call(listAuditMembers, {}, { signal }),
})
