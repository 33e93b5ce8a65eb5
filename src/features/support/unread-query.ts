import { countUnread } from '#contract/support/endpoints'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'

/** Query for the number of messages that the user has not read. */
export const countUnreadQuery = queryOptions({
  queryKey: ['countUnread'],
  queryFn: ({ signal }) => call(countUnread, {}, { signal }),
  ...retention.day,
})
