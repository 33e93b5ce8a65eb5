import type { ParcelLists } from '#contract/parcels/choice'
import { parcelLists } from '#features/lookups'
import { CallError } from '#lib/api'
import type { QueryState } from '#ui/query-result'
import { onlineManager, useQuery } from '@tanstack/react-query'

/** Returns all lists as one query result, for the component `QueryResult`. */
export function useParcelLists(): QueryState<ParcelLists> {
  const routes = useQuery(parcelLists.routes)
  const locations = useQuery(parcelLists.locations)
  const sizes = useQuery(parcelLists.sizes)
  const types = useQuery(parcelLists.types)
  const add_ons = useQuery(parcelLists.add_ons)
  const all = [routes, locations, sizes, types, add_ons]
  const missing = all.find(({ data }) => !data)
  return {
    ...(missing ?? routes),
    // As the specification requires, sizes that could not be loaded are null, not an error. This sets the error.
    error: missing?.data === null ? noSizes() : (missing?.error ?? null),
    data:
      routes.data && locations.data && sizes.data && types.data && add_ons.data
        ? {
            routes: routes.data,
            locations: locations.data,
            sizes: sizes.data,
            types: types.data,
            add_ons: add_ons.data,
          }
        : undefined,
    refetch: () => all.forEach((one) => void one.refetch()),
  }
}

/** Returns why there are no sizes: no answer, or a failure of our server. */
const noSizes = () =>
  new CallError(
    onlineManager.isOnline()
      ? {
          status: 503,
          code: 'unavailable',
          detail: 'The parcel sizes did not load. Please try again in a moment.',
        }
      : { is_offline: true },
  )
