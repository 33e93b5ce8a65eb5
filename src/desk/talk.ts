import type { ListAnswer } from '#contract/endpoint'
import type { DeskPlace } from '#contract/members/model'
import type { listStaffMessages } from '#contract/support/desk-endpoints'
import { messagesPerPage } from '#contract/support/model'
import { call } from '#lib/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { messagesQuery, sideOf } from './queries.ts'

type Talk = ListAnswer<typeof listStaffMessages>

/**
 * The end of a conversation in its order, as far back as it was asked for. What is here is not asked for again, and
 * what came since is asked for whole: nothing between two looks is passed over.
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

/** Fetches what was said before the messages that are here. */
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
