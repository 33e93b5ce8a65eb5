import { trackParcel } from '#contract/parcels/endpoints'
import { hasParcelEnded } from '#contract/parcels/rules'
import { hasShape } from '#contract/shape'
import { call } from '#lib/api'
import { isSavingData } from '#lib/online'
import { listParcels, saveParcel } from '#lib/vault'
import { onlineManager, queryOptions } from '@tanstack/react-query'

/**
 * Query options for the position of a parcel, for anyone. Polled while it is visible and may change, with a network.
 * Its copy is in the vault. As the specification demands, a failure is only logged and the result is then null;
 * `trackingAnswerQuery` has the reason.
 */
export const trackParcelQuery = (tracking_id: string) =>
  queryOptions({
    queryKey: ['trackParcel', tracking_id],
    queryFn: async ({ signal, client }) => {
      const tracking = await client
        .fetchQuery({ ...trackingAnswerQuery(tracking_id), staleTime: 0 })
        .catch((error: unknown) => {
          if (signal.aborted) throw error
          console.info('The parcel could not be tracked.', error)
          return null
        })
      if (tracking !== null)
        void saveParcel(tracking).then(() => client.invalidateQueries(trackedParcelsQuery))
      return tracking
    },
    networkMode: 'always',
    // Polling, which stops without a network, starts again with this answer.
    refetchOnReconnect: 'always',
    staleTime: ({ state }) => (state.data === null ? 0 : 15_000),
    refetchInterval: ({ state }) =>
      onlineManager.isOnline() && !isSavingData() && !hasParcelEnded(state.data?.state) && 30_000,
  })

/**
 * Query options for the server's answer about a parcel, which `trackParcelQuery` fetches. Its error distinguishes a
 * parcel that does not exist from a missing answer.
 */
export const trackingAnswerQuery = (tracking_id: string) =>
  queryOptions({
    queryKey: ['trackingAnswer', tracking_id],
    queryFn: ({ signal }) => call(trackParcel, { tracking_id }, { signal }),
    // Without a network it fails instead of waiting for one.
    networkMode: 'always',
  })

/** Query options for the parcels in the vault of this phone, the latest state first. */
export const trackedParcelsQuery = queryOptions({
  queryKey: ['trackedParcels'],
  queryFn: async () => {
    const parcels = await listParcels()
    return parcels.filter(({ tracking }) => hasShape(trackParcel.shape ?? 'any', tracking))
  },
  networkMode: 'always',
  gcTime: 0,
})
