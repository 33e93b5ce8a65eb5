import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { isSavingData } from '#lib/online'
import type { QueryClient } from '@tanstack/react-query'

const refreshEvery_ms = 6 * 3_600_000

/**
 * Loads the lists of `fetchLookups` into local storage, unless all of them were loaded in the last six hours, and never
 * with data saver or on 2G. Failures are ignored, because the next start tries again.
 */
export async function refreshLists(client: QueryClient): Promise<void> {
  const age = serverNow() - (read('lists_refreshed_at') ?? 0)
  if (isSavingData() || (age >= 0 && age < refreshEvery_ms)) return
  const { fetchLookups } = await import('./list-queries.ts')
  if (await fetchLookups(client)) write('lists_refreshed_at', serverNow())
}
