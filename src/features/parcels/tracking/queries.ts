import { trackParcel } from '#contract/parcels/endpoints'
import { hasEnded } from '#contract/parcels/rules'
import { call } from '#lib/api'
import { savesData } from '#lib/online'
import { listParcels, saveParcel } from '#lib/vault'
import { queryOptions } from '@tanstack/react-query'

/** Query options for the position of a parcel, for anyone. Polled while it is visible. Its copy is in the vault. */
export const trackParcelQuery = (tracking_id: string) =>
  queryOptions({
    queryKey: ['trackParcel', tracking_id],
    queryFn: async ({ signal, client }) => {
      const tracking = await call(trackParcel, { tracking_id }, { signal }).catch(
        (error: unknown) => {
          // As the specification requires, the error is only logged. The screen has its own message.
          if (!signal.aborted) console.info('The parcel could not be tracked.', error)
          throw error
        },
      )
      void saveParcel(tracking).then(() => client.invalidateQueries(followedParcelsQuery))
      return tracking
    },
    staleTime: 15_000,
    refetchInterval: ({ state }) => !(savesData() || hasEnded(state.data?.state)) && 30_000,
  })

/** Query options for the parcels in the vault of this phone, the latest state first. */
export const followedParcelsQuery = queryOptions({
  queryKey: ['followedParcels'],
  queryFn: listParcels,
  networkMode: 'always',
  gcTime: 0,
})
