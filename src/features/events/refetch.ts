import type { EventKind } from '#contract/events/rules'
import type { QueryClient } from '@tanstack/react-query'

/** Query key prefixes to refetch for each kind of event. */
export type QueriesByEvent = Partial<Record<EventKind, readonly string[]>>

/** How long further events wait for a refetch, ms. */
const patience = 3000

const due = new Set<string>()
let isAsking = false

/**
 * Loads again what a change is about, or after `reset` everything that may have changed. Events meanwhile cause one
 * more load: many changes cost few calls, and the last one is always seen.
 */
export function refetchFor(queries: QueryClient, hears: QueriesByEvent, kind: EventKind): void {
  const keys = kind === 'reset' ? Object.values(hears).flat() : (hears[kind] ?? [])
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
      new Promise((resolve) => setTimeout(resolve, patience)),
    ])
  }
  isAsking = false
}

/** Lets queries compute their polling intervals again after the stream opened or ended. */
export function refetchAll(queries: QueryClient, hears: QueriesByEvent): void {
  for (const key of Object.values(hears).flat())
    for (const query of queries.getQueryCache().findAll({ queryKey: [key], type: 'active' }))
      query.setState({})
}
