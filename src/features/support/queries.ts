import {
  getConversation,
  getDeskHours,
  listConversations,
  listMessages,
} from '#contract/support/endpoints'
import { type Marks, type Message, messagesPerPage } from '#contract/support/model'
import { useFreshWhenSent } from '#features/offline'
import { call } from '#lib/api'
import { retention } from '#lib/retention'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'

/** My conversations, newest message first, twenty per page. */
export const listConversationsQuery = infiniteQueryOptions({
  queryKey: ['listConversations'],
  queryFn: ({ signal, pageParam }) => call(listConversations, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ meta }) =>
    meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined,
  ...retention.month,
})

/** The addressee, state and rating of a conversation. */
export const getConversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['getConversation', id],
    queryFn: ({ signal }) => call(getConversation, { id }, { signal }),
    ...retention.month,
  })

/** The latest messages of a conversation in order, as far back as they were loaded, and their total. */
export interface Talk {
  messages: Message[]
  total: number
  /** How far the other side has received and read. Old answers have none. */
  marks?: Marks
}

const keyOf = (id: string) => ['listMessages', id]

/** Messages of a conversation. Loaded ones are not loaded again: messages never change. */
export const listMessagesQuery = (id: string) =>
  queryOptions<Talk>({
    queryKey: keyOf(id),
    queryFn: ({ client, signal }) => readOn(client, id, signal),
    ...retention.month,
  })

async function readOn(client: QueryClient, id: string, signal: AbortSignal): Promise<Talk> {
  const here = () => client.getQueryData<Talk>(keyOf(id))?.messages ?? []
  for (;;) {
    const after = here().at(-1)?.id
    const { data, meta } = await call(
      listMessages,
      { id, after },
      { signal, has_data: after !== undefined },
    )
    const talk = { messages: joined(here(), data), total: meta.total, marks: meta.marks }
    if (after === undefined || data.length < messagesPerPage) return talk
    client.setQueryData(keyOf(id), talk)
  }
}

/** Loads the messages before the loaded ones. */
export async function readBack(client: QueryClient, id: string): Promise<void> {
  const here = () => client.getQueryData<Talk>(keyOf(id))?.messages ?? []
  const page = Math.floor(here().length / messagesPerPage) + 1
  const { data, meta } = await call(listMessages, { id, page })
  client.setQueryData(keyOf(id), {
    messages: joined(data, here()),
    total: meta.total,
    marks: meta.marks,
  })
}

function joined(first: Message[], then: Message[]): Message[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...then.filter(({ id }) => !known.has(id))]
}

/** Whether somebody answers now, and how soon. */
export const getDeskHoursQuery = (business_id: string) =>
  queryOptions({
    queryKey: ['getDeskHours', business_id],
    queryFn: ({ signal }) => call(getDeskHours, { business_id }, { signal }),
    staleTime: 60_000,
  })

const sentHere = ['conversation', 'message'] as const
const talkLists = [['listMessages'], listConversationsQuery.queryKey]

/** Loads conversations again after this phone has sent something in one. */
export const useFreshTalks = () => useFreshWhenSent(sentHere, talkLists)
