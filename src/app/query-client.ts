import { CallError } from '#lib/api'
import { openKeeper } from '#lib/keep'
import { QueryClient } from '@tanstack/react-query'

export const keeper = openKeeper('guest')

/**
 * The specification's defaults: 3 retries, 1 s doubling up to 30 s, out of memory after 5 minutes.
 * A refusal is the server's answer and is not asked again; silence and 5xx are.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 3 && isWorthRetry(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      gcTime: 5 * 60_000,
      persister: (ask, ctx, query) => keeper.persist(ask, ctx, query),
    },
  },
})

function isWorthRetry(error: Error): boolean {
  return error instanceof CallError && (error.is_offline || error.status >= 500)
}
