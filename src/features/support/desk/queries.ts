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

/** How often messages from other people are polled while there is no event stream. */
export const pollInterval = makePollInterval(10_000)

export const inboxQuery = (place: DeskMembership, state: InboxFolder) =>
  queryOptions({
    queryKey: ['inbox', state],
    queryFn: ({ signal }) =>
      call(findDeskEndpoints(place).list, { state, per_page: 100 }, { signal }),
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
