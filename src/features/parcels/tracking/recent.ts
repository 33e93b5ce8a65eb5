import { isReference, normaliseWaybill } from '#contract/reference'
import { toPhoneTime } from '#lib/clock'
import { isSavingData } from '#lib/online'
import { isNotFound } from '#lib/queries/retries'
import { onParcelChange } from '#lib/vault'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trackedParcelsQuery, trackingAnswerQuery, trackParcelQuery } from './queries.ts'

/** Returns the number of a parcel in a typed or pasted text, such as a link or a message; undefined without one. */
export function parseWaybillNumber(written: string): string | undefined {
  const words = written.split(/[^\w-]+/).toReversed()
  const found = [written, ...words].find(isReference)
  return found && normaliseWaybill(found)
}

/** Returns why a text contains no number of a parcel, and what to write instead. */
export function findWaybillError(written: string): string {
  if (written.trim() === '') return 'Enter the waybill number.'
  return 'This is not a waybill number. It has 11 letters and digits: check for one that is wrong or missing.'
}

/**
 * Returns the parcels in this phone's vault, undefined until loaded. The list is updated when a push message changes
 * one.
 */
export function useTrackedParcels() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onParcelChange(({ tracking_id }) => {
        void queries.invalidateQueries(trackedParcelsQuery)
        if (!isSavingData()) void queries.invalidateQueries(trackParcelQuery(tracking_id))
      }),
    [queries],
  )
  return useQuery(trackedParcelsQuery).data
}

/**
 * Returns where a parcel is, as a result for `#ui/query-result`: the newer of the phone's copy and the server's answer.
 * Undefined until the vault has been read. An ID that no parcel has is not polled.
 */
export function useTrackedParcel(tracking_id: string) {
  const answer = useQuery({ ...trackingAnswerQuery(tracking_id), enabled: false })
  const { refetch } = useQuery({
    ...trackParcelQuery(tracking_id),
    ...(isNotFound(answer.error) && { refetchInterval: false }),
  })
  const query = { ...answer, refetch }
  const tracked = useTrackedParcels()
  if (tracked === undefined) return undefined
  const record = tracked.find(
    (parcel) => parcel.tracking_id === tracking_id || parcel.mine?.waybill === tracking_id,
  )
  const isNewer = record && !(query.data && query.data.server_time >= record.tracking.server_time)
  return isNewer
    ? { ...query, data: record.tracking, dataUpdatedAt: toPhoneTime(record.saved_at) }
    : query
}
