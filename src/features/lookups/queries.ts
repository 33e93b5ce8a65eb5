import {
  findPlaces,
  listCities,
  listConnections,
  listPassengerTypes,
} from '#contract/lookups/endpoints'
import type { City, Place } from '#contract/lookups/model'
import { fallbackCities } from '#contract/lookups/rules'
import { call } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'
import {
  getListStaleTime,
  lookupQuery,
  codeAndNameShape,
  recordLoadedList,
} from './lookup-query.ts'

type CityChoice = Pick<City, 'code' | 'name'>

/**
 * Query options for the cities that have a motor park. If they cannot be loaded and none are stored, the result is the
 * four cities of the specification.
 */
export const citiesQuery = lookupQuery('cities', listCities, codeAndNameShape, {
  otherwise: (): CityChoice[] =>
    fallbackCities.map((name) => ({ name, code: name.toLowerCase().replace(' ', '-') })),
})

const placeShape = { ...codeAndNameShape, kind: 'string', city: 'string', state: 'string' } as const

/** Query options for the cities where trips start or end. Motor parks are found by search. */
export const connectionsQuery = lookupQuery('connections', listConnections, placeShape, {
  whole: { from_cities: [placeShape], to_cities: [placeShape] },
})

/** Query options for the destinations from a place (`code` of a city or park). Without one, nothing is loaded. */
export const destinationsQuery = (from: string | undefined) =>
  queryOptions({
    queryKey: ['listConnections', from],
    queryFn: async ({ signal }): Promise<Place[]> => {
      const input = from === undefined ? {} : { from }
      const answer = await call(listConnections, input, { signal, has_data: true })
      recordLoadedList(`to ${from}`, answer)
      return answer.to_cities
    },
    enabled: from !== undefined,
    staleTime: () => getListStaleTime(`to ${from}`),
    ...retention.month([placeShape]),
  })

/** Query options for the cities and motor parks that match a typed text of at least two letters. */
export const findPlacesQuery = (q: string) =>
  queryOptions({
    queryKey: ['findPlaces', q],
    queryFn: ({ signal }): Promise<Place[]> => call(findPlaces, { q }, { signal, has_data: true }),
    enabled: q.length > 1,
    staleTime: 86_400_000,
    // A repeat is not needed: the next typed letter causes another call.
    retry: false,
  })

/** Query options for the passenger types, such as adult and child, with their share of the fare. */
export const passengerTypesQuery = lookupQuery('passenger_types', listPassengerTypes, {
  ...codeAndNameShape,
  fare_percent: 'number',
})
