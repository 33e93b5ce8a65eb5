import { listConnections, listPassengerTypes, type Place } from '#contract/lookups'
import { call } from '#lib/api'
import { read, write } from '#lib/device'
import { keepFor } from '#lib/keep-for'
import { queryOptions } from '@tanstack/react-query'

const day_ms = 86_400_000

/**
 * Every place a trip starts or ends. Lookup lists come from the phone's local storage at once and are
 * then refreshed; a failure leaves what is there.
 */
export const connectionsQuery = queryOptions({
  queryKey: ['listConnections'],
  queryFn: async ({ signal }) => {
    const connections = await call(listConnections, {}, { signal, has_data: true })
    write('connections', connections)
    return connections
  },
  initialData: () => read('connections'),
  initialDataUpdatedAt: 0,
  staleTime: day_ms,
})

/** Where one can go from a place (`code` of a city or park). Asked once an origin is chosen. */
export const reachableQuery = (from: string | undefined) =>
  queryOptions({
    queryKey: ['listConnections', from],
    queryFn: async ({ signal }): Promise<Place[]> =>
      (await call(listConnections, from === undefined ? {} : { from }, { signal, has_data: true }))
        .to_cities,
    enabled: from !== undefined,
    staleTime: day_ms,
    ...keepFor.month,
  })

/** Adult, child, infant and the like with their share of the fare. */
export const passengerTypesQuery = queryOptions({
  queryKey: ['listPassengerTypes'],
  queryFn: async ({ signal }) => {
    const types = await call(listPassengerTypes, {}, { signal, has_data: true })
    write('passenger_types', types)
    return types
  },
  initialData: () => read('passenger_types'),
  initialDataUpdatedAt: 0,
  staleTime: day_ms,
})
