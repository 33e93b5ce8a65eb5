import { listModerationQueue } from '#contract/communities/moderation-endpoints'
import * as desk from '#contract/members/endpoints'
import type { DeskPlace } from '#contract/members/model'
import { listStaffReviews } from '#contract/reviews/endpoints'
import * as theirs from '#contract/support/desk-endpoints'
import { getConversationPerson, listCannedAnswers } from '#contract/support/inbox-endpoints'
import { type Following } from '#features/events'
import { askEvery } from '#lib/live'
import { call, CallError } from '#lib/api'
import { QueryClient, queryOptions } from '@tanstack/react-query'

/** A refusal is an answer and is not retried; silence and 5xx are. Nothing of a desk is stored on the device. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 3 && error instanceof CallError && (error.is_offline || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})

export const placeQuery = queryOptions({
  queryKey: ['place'],
  queryFn: ({ signal }) => call(desk.getDesk, {}, { signal }),
})

/** The endpoints of an operator's desk, or of our own. */
export const sideOf = ({ operator }: DeskPlace) =>
  operator === null
    ? {
        list: theirs.listStaffConversations,
        messages: theirs.listStaffMessages,
        photo: theirs.getStaffMessagePhoto,
        answer: theirs.answerStaffConversation,
        mark: theirs.markStaffConversation,
        state: theirs.setStaffConversationState,
      }
    : {
        list: theirs.listOperatorConversations,
        messages: theirs.listOperatorMessages,
        photo: theirs.getOperatorMessagePhoto,
        answer: theirs.answerOperatorConversation,
        mark: theirs.markOperatorConversation,
        state: theirs.setOperatorConversationState,
      }

export type Folder = 'waiting' | 'unread' | 'mine' | 'open' | 'closed'

/** The queries that a desk loads again on an event. */
export const heardAtDesk: Following = {
  name: 'desk events',
  desk: true,
  hears: {
    desk_message: ['inbox', 'messages'],
    desk_read: ['messages'],
    membership: ['place'],
  },
}

/** How often other people's messages are polled without an event stream. */
const every = askEvery(10_000)

export const inboxQuery = (place: DeskPlace, state: Folder) =>
  queryOptions({
    queryKey: ['inbox', state],
    queryFn: ({ signal }) => call(sideOf(place).list, { state, per_page: 100 }, { signal }),
    refetchInterval: every,
  })

export const messagesQuery = (place: DeskPlace, id: string) =>
  queryOptions({
    queryKey: ['messages', id],
    queryFn: ({ signal }) => call(sideOf(place).messages, { id }, { signal }),
    refetchInterval: every,
  })

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: ({ signal }) => call(getConversationPerson, { id }, { signal }),
  })

export const cannedQuery = queryOptions({
  queryKey: ['canned'],
  queryFn: ({ signal }) => call(listCannedAnswers, {}, { signal }),
})

export const reviewsQuery = (queue: 'waiting' | 'reported') =>
  queryOptions({
    queryKey: ['reviews', queue],
    queryFn: ({ signal }) => call(listStaffReviews, { queue, per_page: 100 }, { signal }),
  })

export const postsQuery = queryOptions({
  queryKey: ['posts'],
  queryFn: ({ signal }) => call(listModerationQueue, { per_page: 100 }, { signal }),
})

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => call(desk.listMembers, { per_page: 100 }, { signal }),
})

export const auditQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => call(desk.listAuditLog, { page }, { signal }),
  })
