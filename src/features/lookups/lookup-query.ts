import type { Endpoint } from '#contract/endpoint'
import { call } from '#lib/api'
import { type Kept, read, type Spot, write } from '#lib/device'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

const day_ms = 86_400_000

/**
 * A list that local storage mirrors at `spot`: what stands there comes at once, then it is refreshed and
 * written back. A failure leaves what is there; where nothing is, it is an error, or what `otherwise`
 * gives, which is not written and does not count as fresh.
 */
export function lookupQuery<S extends Spot, Else = never>(
  spot: S,
  promise: Endpoint<z.ZodMiniType, z.ZodMiniType<Kept[S]>>,
  { input = {}, otherwise }: { input?: object; otherwise?: (error: unknown) => Else } = {},
) {
  const fetchList = async (signal: AbortSignal): Promise<Kept[S]> => {
    const answer = await call<Endpoint>(promise, input, { signal, has_data: true })
    const list = (promise.meta === undefined ? answer : answer.data) as Kept[S]
    write(spot, list)
    return list
  }
  let stopgap: Else | undefined
  return queryOptions<Kept[S] | Else>({
    queryKey: [promise.name],
    queryFn: ({ signal }) =>
      fetchList(signal).catch((error: unknown) => {
        if (otherwise === undefined || signal.aborted || read(spot) !== undefined) throw error
        return (stopgap = otherwise(error))
      }),
    initialData: () => read(spot),
    initialDataUpdatedAt: 0,
    staleTime: ({ state }) => (state.data === stopgap ? 0 : day_ms),
  })
}
