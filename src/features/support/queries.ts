import {
  countUnread,
  getConversation,
  getDeskHours,
  listConversations,
  listMessages,
} from '#contract/support/endpoints'
import { getFieldShape } from '#contract/shape'
import { useRefreshWhenSent } from '#features/offline'
import { call } from '#lib/api'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type LoadedMessages, loadNewerMessages, loadOlderPage } from './loaded-messages.ts'

/** Query options for the number of messages that the user has not read. */
export const countUnreadQuery = queryOptions({
  queryKey: ['countUnread'],
  queryFn: ({ signal }) => call(countUnread, {}, { signal }),
  ...retention.day(countUnread.shape),
})

/** Query options for the user's conversations, newest message first, twenty per page. */
export const listConversationsQuery = infiniteQueryOptions({
  queryKey: ['listConversations'],
  queryFn: ({ signal, pageParam }) => call(listConversations, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('id'),
  ...retention.month(listConversations.shape),
})

/** Query options for the business, state and rating of a conversation. */
export const getConversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['getConversation', id],
    queryFn: ({ signal }) => call(getConversation, { id }, { signal }),
    ...retention.month(getConversation.shape),
  })

const keyOf = (id: string) => ['listMessages', id]

/** Query options for the messages of a conversation, as far back as they have been loaded. */
export const listMessagesQuery = (id: string) =>
  queryOptions<LoadedMessages>({
    queryKey: keyOf(id),
    queryFn: ({ client, signal }) =>
      loadNewerMessages({
        client,
        queryKey: keyOf(id),
        fetchPage: ({ after }) =>
          call(listMessages, { id, after }, { signal, has_data: after !== undefined }),
      }),
    ...retention.month({ messages: getFieldShape(listMessages.shape, 'data'), total: 'number' }),
  })

/** Loads the messages before the oldest loaded one. */
export const loadOlderMessages = (client: QueryClient, id: string): Promise<void> =>
  loadOlderPage({
    client,
    queryKey: keyOf(id),
    fetchPage: ({ page }) => call(listMessages, { id, page }),
  })

/** Query options for whether somebody answers now, and how soon. */
export const getDeskHoursQuery = (business_id: string) =>
  queryOptions({
    queryKey: ['getDeskHours', business_id],
    queryFn: ({ signal }) => call(getDeskHours, { business_id }, { signal }),
    staleTime: 60_000,
  })

const sentHere = ['conversation', 'message'] as const
const conversationQueryKeys = [['listMessages'], listConversationsQuery.queryKey]

/** Loads the conversations again after each message sent from this phone. */
export const useRefreshConversations = () => useRefreshWhenSent(sentHere, conversationQueryKeys)
