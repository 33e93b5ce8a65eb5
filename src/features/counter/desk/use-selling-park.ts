import { departureParksQuery } from '#features/bookings/desk'
import { openStore } from '#lib/device/store'
import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'

/** A motor park at which a clerk sells. `code`: empty for all parks of the operator. */
export interface SellingPark {
  code: string
  name: string
}

const store = openStore('counter_park')

/** Query options for the motor park that this device remembers for an operator; null if none was chosen yet. */
export const storedParkQuery = (operator: string) =>
  queryOptions({
    queryKey: ['sellingPark', operator],
    queryFn: async () => (await store.get<SellingPark>(operator)) ?? null,
    networkMode: 'always',
    staleTime: Infinity,
  })

export interface SellingParkChoice {
  /** The chosen park, or all if there is only one; undefined if the clerk must choose first, or while loading. */
  park: SellingPark | undefined
  /** The parks from which buses leave on the day. */
  parks: UseQueryResult<readonly SellingPark[]>
  /** Chooses a park, and remembers it on this device. */
  onPark: (park: SellingPark) => void
}

/** Returns at which motor park the clerk sells for an operator, and the parks of a day to choose from. */
export function useSellingPark(operator: string, day: string): SellingParkChoice {
  const client = useQueryClient()
  const parks = useQuery({ ...departureParksQuery(day), placeholderData: keepPreviousData })
  const { data: stored } = useQuery(storedParkQuery(operator))
  const mustChoose = parks.data === undefined || parks.data.length > 1
  return {
    park: stored === undefined ? undefined : (stored ?? (mustChoose ? undefined : allParks)),
    parks,
    onPark: (park) => {
      client.setQueryData(storedParkQuery(operator).queryKey, park)
      void store.set(operator, park)
    },
  }
}

export const allParks: SellingPark = { code: '', name: 'All motor parks' }
