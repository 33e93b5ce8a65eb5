import type { EventKind } from '#contract/events/rules'
import type { QueryClient } from '@tanstack/react-query'

/** The prefixes of the query keys to load again for each kind of event. */
export type QueriesByEvent = Partial<Record<EventKind, readonly string[]>>

/**
 * The longest time, ms, for which further events wait for the end of a load. After that, the next load begins anyway.
 */
const refetchTimeout_ms = 3000

const due = new Set<string>()
let isAsking = false

/**
 * Reloads what an event is about; after `reset`, everything that may have changed. Events that arrive during a load
 * share the next one, so that a burst of events causes few calls and the last change is never missed.
 */
export function refetchAfterEvent(
  queries: QueryClient,
  queriesByEvent: QueriesByEvent,
  kind: EventKind,
): void {
  const keys =
    kind === 'reset' ? Object.values(queriesByEvent).flat() : (queriesByEvent[kind] ?? [])
  for (const key of keys) due.add(key)
  if (!isAsking) void askDue(queries)
}

async function askDue(queries: QueryClient): Promise<void> {
  isAsking = true
  while (due.size > 0) {
    const keys = [...due]
    due.clear()
    const asked = keys.map((key) => queries.invalidateQueries({ queryKey: [key] }))
    await Promise.race([
      Promise.all(asked),
      new Promise((resolve) => setTimeout(resolve, refetchTimeout_ms)),
    ])
  }
  isAsking = false
}

/** Makes active queries compute their polling interval again, since it depends on whether the stream is open. */
export function resetPolling(queries: QueryClient, queriesByEvent: QueriesByEvent): void {
  for (const key of Object.values(queriesByEvent).flat())
    for (const query of queries.getQueryCache().findAll({ queryKey: [key], type: 'active' }))
      query.setState({})
}
