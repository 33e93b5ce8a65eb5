import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { savesData } from '#lib/online'
import type { QueryClient } from '@tanstack/react-query'

const refreshEvery_ms = 6 * 3_600_000

/**
 * Loads all lists into local storage, at most four times a day, and never with data saver or on 2G. Failures are
 * ignored, because the next start tries again.
 */
export async function refreshLists(client: QueryClient): Promise<void> {
  const age = serverNow() - (read('lists_refreshed_at') ?? 0)
  if (savesData() || (age >= 0 && age < refreshEvery_ms)) return
  const { fetchLists } = await import('./list-queries.ts')
  if (await fetchLists(client)) write('lists_refreshed_at', serverNow())
}
