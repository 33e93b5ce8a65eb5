import type { ReadMarks, Message } from '#contract/support/model'
import { messagesPerPage } from '#contract/support/rules'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * The newest messages of a conversation, as far back as they are loaded, oldest first; and the number of all messages.
 */
export interface LoadedMessages {
  messages: Message[]
  total: number
  /** How far the other side has received and read the messages. Missing in answers stored by older versions. */
  marks?: ReadMarks
}

interface Page {
  data: Message[]
  meta: { total: number; marks?: ReadMarks }
}

interface Source {
  client: QueryClient
  queryKey: QueryKey
  /** Loads the messages `after` one, an older `page`, or the newest messages. */
  fetchPage: (input: { after?: string | undefined; page?: number }) => Promise<Page>
}

/**
 * Loads every message after the last loaded one. Loaded messages are not requested again, because messages never
 * change.
 */
export async function loadNewerMessages({
  client,
  queryKey,
  fetchPage,
}: Source): Promise<LoadedMessages> {
  for (;;) {
    const loaded = loadedIn(client, queryKey)
    const after = loaded.at(-1)?.id
    const page = await fetchPage({ after })
    const all = withTotals(joinMessages(loadedIn(client, queryKey), page.data), page)
    if (after === undefined || page.data.length < messagesPerPage) return all
    client.setQueryData(queryKey, all)
  }
}

/** Loads the page of messages before the loaded ones. */
export async function loadOlderPage({ client, queryKey, fetchPage }: Source): Promise<void> {
  const number = Math.floor(loadedIn(client, queryKey).length / messagesPerPage) + 1
  const page = await fetchPage({ page: number })
  const all = withTotals(joinMessages(page.data, loadedIn(client, queryKey)), page)
  client.setQueryData(queryKey, all)
}

const loadedIn = (client: QueryClient, queryKey: QueryKey): Message[] =>
  client.getQueryData<LoadedMessages>(queryKey)?.messages ?? []

function joinMessages(older: Message[], newer: Message[]): Message[] {
  const ids = new Set(older.map(({ id }) => id))
  return [...older, ...newer.filter(({ id }) => !ids.has(id))]
}

const withTotals = (messages: Message[], { meta: { total, marks } }: Page): LoadedMessages => ({
  messages,
  total,
  ...(marks && { marks }),
})
