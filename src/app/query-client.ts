import { type AnswerOrigin, findDataOrigin, onClockShift, phoneNow } from '#lib/clock'
import { CallError } from '#lib/api'
import { isRetentionTime, hasExpectedShape } from '#lib/queries/retention'
import { retryDefaults } from '#lib/queries/retries'
import type { QueryPersister } from '#lib/queries/persister'
import { loadDocument, makeLoginPath } from '#lib/browser'
import { read } from '#lib/device'
import { isTabStopped } from '#lib/device/stopped-tab'
import { isSavingData } from '#lib/online'
import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query'
import { findRoute } from './find-route.ts'

/** Returns the persister of this person's answers, which is opened on first use. */
export async function openPersister(): Promise<QueryPersister> {
  const { getQueryPersister } = await import('#lib/queries/persister')
  return getQueryPersister()
}

/** The query client with the specification's defaults: `retryDefaults`, and removal from memory after 5 minutes. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: goToLogin }),
  mutationCache: new MutationCache({ onError: goToLogin }),
  defaultOptions: {
    queries: {
      ...retryDefaults,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: () => !isSavingData(),
      persister: async (ask, ctx, query) => {
        const dated = recordQueryOrigin(ask, query)
        return isRetentionTime(query.meta?.['keep'])
          ? (await openPersister()).persist(dated, ctx, query)
          : dated(ctx)
      },
    },
    // By default, a mutation without a network would wait, and pay or book after the person has left.
    mutations: { networkMode: 'always' },
  },
})

/** The origin of the answer that a query's function has returned, until the query stores that answer. */
const origins = new WeakMap<Query, AnswerOrigin>()

/** Wraps a query function so that it notes the origin of its answer. A cached answer never replaces a newer one. */
function recordQueryOrigin<T>(ask: (ctx: QueryFunctionContext) => T | Promise<T>, query: Query) {
  return async (ctx: QueryFunctionContext): Promise<T> => {
    const { data, dataUpdatedAt, fetchMeta } = query.state
    const made = await ask(ctx)
    // A proxy has answered instead of our server.
    if (!hasExpectedShape(query, made)) throw new CallError({ is_offline: true })
    const origin = findDataOrigin(made)
    const isOlder =
      origin?.is_from_cache === true && data !== undefined && origin.sent_at < dataUpdatedAt
    // An infinite list is as old as its oldest page.
    const isMore = data !== undefined && fetchMeta?.fetchMore !== undefined
    const sent_at = isMore
      ? Math.min(dataUpdatedAt, origin?.sent_at ?? dataUpdatedAt)
      : origin?.sent_at
    if (sent_at !== undefined)
      origins.set(query, {
        sent_at: isOlder ? dataUpdatedAt : sent_at,
        is_from_cache: origin?.is_from_cache === true,
      })
    return isOlder ? (data as T) : made
  }
}

// Data is as old as the server's answer. Data from the phone's cache is displayed, and requested from the server
// immediately.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
  const { query } = event
  const origin = origins.get(query)
  if (origin === undefined) return
  origins.delete(query)
  query.setState({ dataUpdatedAt: origin.sent_at })
  const again = { queryKey: query.queryKey, exact: true }
  if (origin.is_from_cache) setTimeout(() => void queryClient.refetchQueries(again))
})

// The dates of the data follow this phone's clock, so that ages stay right when it was changed.
onClockShift((shift_ms) => {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { dataUpdatedAt: at } = query.state
    if (at > 1) query.setState({ dataUpdatedAt: Math.min(at + shift_ms, phoneNow()) })
  }
})

// Also store data that a mutation set; otherwise a restart would show older data.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return
  storeQueryData(event.query)
})

/** Stores the data of a query on the phone, if it has a retention. */
export function storeQueryData(query: Query): void {
  if (isRetentionTime(query.meta?.['keep'])) void openPersister().then((kept) => kept.note(query))
}

/**
 * Opens the login page on screens that need a login; it leads back to the screen. Not during a logout in this tab or in
 * another, which leads home.
 */
function goToLogin(error: Error): void {
  if (
    error instanceof CallError &&
    error.code === 'not_signed_in' &&
    findRoute(location.pathname).needs_login === true &&
    !isTabStopped() &&
    read('leaving') === undefined
  )
    loadDocument(makeLoginPath(), true)
}
