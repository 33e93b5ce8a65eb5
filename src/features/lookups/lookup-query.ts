import type { Endpoint } from '#contract/endpoint'
import { call } from '#lib/api'
import { ageOf, toServerTime, toPhoneTime } from '#lib/clock'
import { type StoredValues, read, type StorageName, write } from '#lib/device'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

/** As long as the server allows a list to be used without asking. */
const fresh_ms = 300_000

/** Lists, by parameters, that the server itself sent since this page was opened. */
const toldHere = new Set<string>()

/** Notes that a list was loaded; a cached copy does not count. */
export function noteLoadedList(asked: string, answer: unknown): void {
  if (ageOf(answer)?.is_kept !== true) toldHere.add(asked)
}

/** How long a list is fresh, ms. Data of an earlier visit never is: it is shown, and loaded again. */
export const listStaleTime = (asked: string) => (toldHere.has(asked) ? fresh_ms : 0)

/**
 * A list that local storage mirrors at `spot`: stored data comes at once, then it is loaded and stored again. A
 * failure keeps stored data; without any it is an error, or the result of `otherwise`, which is not stored and not
 * fresh.
 */
export function lookupQuery<S extends StorageName, Else = never>(
  spot: S,
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType<StoredValues[S]>>,
  { input = {}, otherwise }: { input?: object; otherwise?: (error: unknown) => Else } = {},
) {
  const fetchList = async (signal: AbortSignal): Promise<StoredValues[S]> => {
    const past_kept = read(spot) !== undefined
    const answer = await call<Endpoint>(endpoint, input, { signal, has_data: true, past_kept })
    const list = (endpoint.meta === undefined ? answer : answer.data) as StoredValues[S]
    noteLoadedList(spot, answer)
    const at = toServerTime(ageOf(answer)?.at ?? Date.now())
    write(spot, list)
    write('lists_told_at', { ...read('lists_told_at'), [spot]: at })
    return list
  }
  let stopgap: Else | undefined
  return queryOptions<StoredValues[S] | Else>({
    queryKey: [spot],
    queryFn: ({ signal }) =>
      fetchList(signal).catch((error: unknown) => {
        if (otherwise === undefined || signal.aborted || read(spot) !== undefined) throw error
        return (stopgap = otherwise(error))
      }),
    initialData: () => read(spot),
    initialDataUpdatedAt: () => toldAt(spot),
    staleTime: ({ state }) => (state.data === stopgap ? 0 : listStaleTime(spot)),
  })
}

/** When the server sent the data in local storage, ms by this phone's clock; 0 if unknown. */
function toldAt(spot: StorageName): number {
  const told = read('lists_told_at')?.[spot]
  if (told === undefined) return 0
  const at = toPhoneTime(told)
  // A time in the future, beyond noise: the clock was changed, so its value means nothing.
  return at > Date.now() + 60_000 ? 1 : Math.min(at, Date.now())
}
