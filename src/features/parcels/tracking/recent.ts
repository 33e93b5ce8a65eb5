import { isWaybillShaped, normaliseReference, isReference } from '#contract/reference'
import { toPhoneTime } from '#lib/clock'
import { savesData } from '#lib/online'
import { isNotFound } from '#lib/queries/retries'
import { onParcelChange } from '#lib/vault'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followedParcelsQuery, trackingAnswerQuery, trackParcelQuery } from './queries.ts'

/** Returns the tracking ID in a typed or pasted text, such as a link or a whole message; undefined if there is none. */
export function parseTrackingId(written: string): string | undefined {
  const words = written.split(/[^\w-]+/).toReversed()
  const found = [written, ...words].find((it) => isReference(it) && !isWaybillShaped(it))
  return found && normaliseReference(found)
}

/** Returns why a text contains no tracking ID, and what to write instead. */
export function trackingIdError(written: string): string {
  if (written.trim() === '') return 'Enter the tracking ID.'
  if (isWaybillShaped(written))
    return 'This is a waybill number. The tracking ID is beside it and in the message.'
  return 'This is not a tracking ID. It has 11 letters and digits: check for one that is wrong or missing.'
}

/**
 * Returns the parcels in this phone's vault, undefined until loaded. The list is updated when a push message changes
 * one.
 */
export function useFollowedParcels() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onParcelChange(({ tracking_id }) => {
        void queries.invalidateQueries(followedParcelsQuery)
        if (!savesData()) void queries.invalidateQueries(trackParcelQuery(tracking_id))
      }),
    [queries],
  )
  return useQuery(followedParcelsQuery).data
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
  const asked = { ...answer, refetch }
  const followed = useFollowedParcels()
  if (followed === undefined) return undefined
  const kept = followed.find((parcel) => parcel.tracking_id === tracking_id)
  const isNewer = kept && !(asked.data && asked.data.server_time >= kept.tracking.server_time)
  return isNewer
    ? { ...asked, data: kept.tracking, dataUpdatedAt: toPhoneTime(kept.saved_at) }
    : asked
}
