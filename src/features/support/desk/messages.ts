import type { DeskMembership } from '#contract/members/model'
import { type LoadedMessages, loadNewerMessages, loadOlderPage } from '#features/support'
import { call } from '#lib/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { pollInterval, findDeskEndpoints } from './queries.ts'

const keyOf = (id: string) => ['messages', id]

/** Query options for the messages of a conversation at this desk, as far back as the member has loaded them. */
export const messagesQuery = (membership: DeskMembership, id: string) =>
  queryOptions<LoadedMessages>({
    queryKey: keyOf(id),
    queryFn: ({ client, signal }) =>
      loadNewerMessages({
        client,
        queryKey: keyOf(id),
        fetchPage: ({ after }) =>
          call(findDeskEndpoints(membership).messages, { id, after }, { signal }),
      }),
    refetchInterval: pollInterval,
  })

/** Loads the messages before the oldest loaded one. */
export const loadOlderMessages = (
  client: QueryClient,
  membership: DeskMembership,
  id: string,
): Promise<void> =>
  loadOlderPage({
    client,
    queryKey: keyOf(id),
    fetchPage: ({ page }) => call(findDeskEndpoints(membership).messages, { id, page }),
  })
