import { CallError } from '#lib/api'
import { isKeptLength } from '#lib/keep-for'
import type { Keeper } from '#lib/keep'
import { QueryClient } from '@tanstack/react-query'

let opened: Promise<Keeper> | undefined

/** The keeper of this person's answers, opened when the first query that is kept runs. */
export function keeper(): Promise<Keeper> {
  return (opened ??= import('#lib/keep').then(({ openKeeper }) => openKeeper('guest')))
}

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
      persister: async (ask, ctx, query) =>
        isKeptLength(query.meta?.['keep']) ? (await keeper()).persist(ask, ctx, query) : ask(ctx),
    },
    // Without it an act without a network would wait, and pay or book when the person has walked on.
    mutations: { networkMode: 'always' },
  },
})

function isWorthRetry(error: Error): boolean {
  return error instanceof CallError && (error.is_offline || error.status >= 500)
}
