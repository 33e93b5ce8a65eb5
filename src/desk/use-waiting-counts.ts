import { countWaiting } from '#contract/members/endpoints'
import type { WaitingSubject } from '#contract/members/rules'
import { call } from '#lib/api'
import { isSavingData } from '#lib/online'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const minute = 60_000

const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: ({ signal }) => call(countWaiting, {}, { signal }),
  refetchInterval: () => !isSavingData() && 5 * minute,
  staleTime: minute / 2,
})

/**
 * Returns the number of open items at the desk, by kind; an empty map until there is an answer. Calls the server at the
 * start, every five minutes unless the phone saves data, and when a member opens another screen, but then at most every
 * 30 seconds.
 */
export function useWaitingCounts(screen: string | undefined): Map<WaitingSubject, number> {
  const client = useQueryClient()
  const { data = [] } = useQuery(waitingQuery)
  useEffect(() => {
    void client.refetchQueries({ ...waitingQuery, stale: true })
  }, [client, screen])
  return new Map(data.map(({ subject, count }) => [subject, count]))
}
