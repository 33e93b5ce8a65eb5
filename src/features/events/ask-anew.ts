import type { EventKind } from '#contract/events/model'
import type { QueryClient } from '@tanstack/react-query'
import { hears } from './hears.ts'

/** What is told meanwhile waits so long for an answer, ms. */
const patience = 3000

const all = Object.values(hears).flat()
const due = new Set<string>()
let isAsking = false

/**
 * Asks anew for what such a change is about, or after `reset` for everything that could have changed. What is told while
 * that is asked asks once more after it: many changes at once cost few questions, and the last one is always seen.
 */
export function askAnew(queries: QueryClient, kind: EventKind): void {
  for (const key of kind === 'reset' ? all : (hears[kind] ?? [])) due.add(key)
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

/** Screens reckon anew when they ask by themselves, now that changes are told or no longer told. */
export function lookAgain(queries: QueryClient): void {
  for (const key of all)
    for (const query of queries.getQueryCache().findAll({ queryKey: [key], type: 'active' }))
      query.setState({})
}
