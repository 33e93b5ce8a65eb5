import type { DeskMembership } from '#contract/members/model'
import { getConversationPerson, listCannedAnswers } from '#contract/support/endpoints'
import * as desk from '#contract/support/desk-endpoints'
import { makePollInterval } from '#lib/live'
import { call } from '#lib/api'
import { queryOptions } from '@tanstack/react-query'

/** Returns the endpoints of an operator's desk or of our own. */
export const findDeskEndpoints = ({ operator }: DeskMembership) =>
  operator === null
    ? {
        list: desk.listConversationsForStaff,
        messages: desk.listMessagesForStaff,
        photo: desk.getStaffMessagePhoto,
        answer: desk.answerStaffConversation,
        mark: desk.updateStaffReadMarks,
        state: desk.setStaffConversationState,
      }
    : {
        list: desk.listOperatorConversations,
        messages: desk.listOperatorMessages,
        photo: desk.getOperatorMessagePhoto,
        answer: desk.answerOperatorConversation,
        mark: desk.updateOperatorReadMarks,
        state: desk.setOperatorConversationState,
      }

export type InboxFolder = 'waiting' | 'unread' | 'mine' | 'open' | 'closed'

/** One page of a folder. It is also the location state of a conversation that was opened from this page. */
export interface InboxPage {
  folder: InboxFolder
  page: number
}

export const firstInboxPage: InboxPage = { folder: 'open', page: 1 }

/** How often messages from other people are polled while there is no event stream. */
export const pollInterval = makePollInterval(10_000)

export const inboxQuery = (membership: DeskMembership, { folder: state, page }: InboxPage) =>
  queryOptions({
    queryKey: ['inbox', state, page],
    queryFn: ({ signal }) =>
      call(findDeskEndpoints(membership).list, { state, page, per_page: 100 }, { signal }),
    refetchInterval: pollInterval,
  })

export const travellerQuery = (id: string) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: ({ signal }) => call(getConversationPerson, { id }, { signal }),
  })

export const cannedAnswersQuery = queryOptions({
  queryKey: ['canned'],
  queryFn: ({ signal }) => call(listCannedAnswers, {}, { signal }),
})
