import type { ListAnswer } from '#contract/endpoint'
import type { DeskPlace } from '#contract/members/model'
import type { listStaffMessages } from '#contract/support/desk-endpoints'
import { messagesPerPage } from '#contract/support/model'
import { call } from '#lib/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { messagesQuery, sideOf } from './queries.ts'

type Talk = ListAnswer<typeof listStaffMessages>

/**
 * The latest messages of a conversation, as far back as they were loaded. Loaded messages are not loaded again, and
 * all newer ones are loaded, so none is missed.
 */
export const talkQuery = (place: DeskPlace, id: string) => {
  const query = messagesQuery(place, id)
  return queryOptions({
    ...query,
    queryFn: async ({ client, signal }): Promise<Talk> => {
      const here = () => client.getQueryData<Talk>(query.queryKey)?.data ?? []
      for (;;) {
        const after = here().at(-1)?.id
        const { data, meta } = await call(sideOf(place).messages, { id, after }, { signal })
        const talk = { data: joined(here(), data), meta }
        if (after === undefined || data.length < messagesPerPage) return talk
        client.setQueryData(query.queryKey, talk)
      }
    },
  })
}

/** Loads the messages before the loaded ones. */
export async function readBack(client: QueryClient, place: DeskPlace, id: string): Promise<void> {
  const { queryKey } = messagesQuery(place, id)
  const here = () => client.getQueryData<Talk>(queryKey)?.data ?? []
  const page = Math.floor(here().length / messagesPerPage) + 1
  const { data, meta } = await call(sideOf(place).messages, { id, page })
  client.setQueryData(queryKey, { data: joined(data, here()), meta })
}

function joined(first: Talk['data'], then: Talk['data']): Talk['data'] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...then.filter(({ id }) => !known.has(id))]
}
