import type { Endpoint } from '#contract/endpoint'
import { hasShape, type Shape } from '#contract/shape'
import { call, CallError } from '#lib/api'
import { findDataOrigin, noteServerTime, phoneNow, toPastPhoneTime, toServerTime } from '#lib/clock'
import { type StoredValues, read, type StorageName, write } from '#lib/device'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

/** The shape of what people choose from a list. */
export const codeAndNameShape = { code: 'string', name: 'string' } as const satisfies Shape

/** How long the server allows a list to be used without a new request. */
const fresh_ms = 300_000

/** The names of the lists that came from the server, not from a cache, since this document was opened. */
const freshLists = new Set<string>()

/** Records that a list was loaded. A cached copy does not count. */
export function recordLoadedList(list: string, answer: unknown): void {
  if (findDataOrigin(answer)?.is_from_cache !== true) freshLists.add(list)
}

/**
 * Returns how long a list is fresh, ms. Data of an earlier visit is never fresh: it is displayed while the list is
 * loaded again.
 */
export const getListStaleTime = (list: string) => (freshLists.has(list) ? fresh_ms : 0)

/**
 * Makes the query for a list that is also in local storage under `keyName`. Stored data is displayed immediately while
 * the list is loaded and stored again. If loading fails, the stored data remains. If there is no stored data either,
 * the query fails or returns the result of `otherwise`, which is not stored and never fresh. `item` is the shape of the
 * list's items, as far as screens need it; `whole` is the shape of an answer that is not a list. Data of another shape
 * is ignored.
 */
export function lookupQuery<S extends StorageName, Else = never>(
  keyName: S,
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType<StoredValues[S]>>,
  item: Shape,
  {
    input = {},
    otherwise,
    whole = [item],
  }: { input?: object; otherwise?: (error: unknown) => Else; whole?: Shape } = {},
) {
  const readList = () => {
    const list = read(keyName)
    return list !== undefined && hasShape(whole, list) ? list : undefined
  }
  /** Returns the server's answer, asked for again if the service worker's copy is damaged. */
  const callUntilUsable = async (
    signal: AbortSignal,
    past_kept: boolean,
  ): Promise<{ answer: object; list: StoredValues[S] }> => {
    const answer = await call<Endpoint>(endpoint, input, { signal, has_data: true, past_kept })
    const list = endpoint.meta === undefined ? answer : answer.data
    if (hasShape(whole, list)) return { answer, list: list as StoredValues[S] }
    if (past_kept) throw new CallError({ is_offline: true })
    return callUntilUsable(signal, true)
  }
  const fetchList = async (signal: AbortSignal): Promise<StoredValues[S]> => {
    const { answer, list } = await callUntilUsable(signal, readList() !== undefined)
    recordLoadedList(keyName, answer)
    const at = toServerTime(findDataOrigin(answer)?.sent_at ?? phoneNow())
    write(keyName, list)
    write('lists_told_at', { ...read('lists_told_at'), [keyName]: at })
    return list
  }
  let stopgap: Else | undefined
  return queryOptions<StoredValues[S] | Else>({
    queryKey: [keyName],
    queryFn: ({ signal }) =>
      fetchList(signal).catch((error: unknown) => {
        if (otherwise === undefined || signal.aborted || readList() !== undefined) throw error
        return (stopgap = otherwise(error))
      }),
    initialData: readList,
    initialDataUpdatedAt: () => findSentTime(keyName),
    staleTime: ({ state }) => (state.data === stopgap ? 0 : getListStaleTime(keyName)),
  })
}

/** Returns when the server sent the data in local storage, ms by this phone's clock; 0 if unknown. */
function findSentTime(keyName: StorageName): number {
  const loaded_at = read('lists_told_at')?.[keyName]
  if (loaded_at === undefined) return 0
  const at = toPastPhoneTime(loaded_at)
  noteServerTime(loaded_at)
  return at
}
