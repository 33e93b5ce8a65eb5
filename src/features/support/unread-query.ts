import { countUnread } from '#contract/support/endpoints'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'

/** How many messages I have not read. */
export const countUnreadQuery = queryOptions({
  queryKey: ['countUnread'],
  queryFn: ({ signal }) => call(countUnread, {}, { signal }),
  ...retention.day,
})
