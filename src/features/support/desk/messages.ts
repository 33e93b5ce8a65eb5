import type { DeskMembership } from '#contract/members/model'
import { type LoadedMessages, loadNewer, loadOlder } from '#features/support'
import { call } from '#lib/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { pollInterval, deskEndpoints } from './queries.ts'

const keyOf = (id: string) => ['messages', id]

/** Query options for the messages of a conversation at this desk, as far back as the member has loaded them. */
export const messagesQuery = (place: DeskMembership, id: string) =>
  queryOptions<LoadedMessages>({
    queryKey: keyOf(id),
    queryFn: ({ client, signal }) =>
      loadNewer({
        client,
        queryKey: keyOf(id),
        fetchPage: ({ after }) => call(deskEndpoints(place).messages, { id, after }, { signal }),
      }),
    refetchInterval: pollInterval,
  })

/** Loads the messages before the oldest loaded one. */
export const loadOlderMessages = (
  client: QueryClient,
  place: DeskMembership,
  id: string,
): Promise<void> =>
  loadOlder({
    client,
    queryKey: keyOf(id),
    fetchPage: ({ page }) => call(deskEndpoints(place).messages, { id, page }),
  })
