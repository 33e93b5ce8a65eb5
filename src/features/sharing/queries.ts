import { endTripLink, getTripSharing, sayHowIAm, shareTrip } from '#contract/sharing/endpoints'
import type { tripReportKinds } from '#contract/sharing/rules'
import { useRefreshWhenSent } from '#features/offline'
import { call, type CallInput } from '#lib/api'
import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { retention } from '#lib/queries/retention'
import { addToOutbox } from '#lib/outbox'
import { readStoredUser } from '#lib/session'
import { queryOptions } from '@tanstack/react-query'

/** Query options for the share links of a booking and the reports that the traveller has sent. */
export const tripSharingQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getTripSharing', reference],
    queryFn: ({ signal }) => call(getTripSharing, { reference }, { signal }),
    staleTime: 30_000,
    ...retention.week(getTripSharing.shape),
  })

/** Makes a link to follow a trip. Its code is stored on this phone only; the server has a hash of it. */
export async function createTripLink(input: CallInput<typeof shareTrip>, key: string) {
  const { id, link_code } = await call(shareTrip, input, { key })
  write('trip_links', { ...read('trip_links'), [id]: link_code })
}

/** Ends a link to follow a trip: it no longer shows anything to those who have it. */
export const revokeTripLink = (reference: string, id: string) =>
  call(endTripLink, { reference, id })

/** Returns the URL of a link; undefined if it was made on another phone. */
export function findTripLinkUrl(id: string): string | undefined {
  const code = read('trip_links')?.[id]
  return code && `${location.origin}/s/${code}`
}

export type TripReportKind = (typeof tripReportKinds)[number]

/**
 * Reports that the traveller has arrived or is fine. With an account, the report goes to the outbox. The outbox cannot
 * send for guests: their report is sent immediately. Rejects if the call fails, or if the phone cannot store the
 * report.
 */
export async function sendTripReport(
  reference: string,
  kind: TripReportKind,
  place: string,
): Promise<void> {
  const said_at = new Date(serverNow()).toISOString()
  const input = { reference, kind, said_at, ...(place !== '' && { place }) }
  if (readStoredUser() === undefined) {
    await call(sayHowIAm, input)
    return
  }
  const title = kind === 'arrived' ? 'I have arrived' : 'I am fine, on the way'
  const kept = await addToOutbox({ kind: 'trip_sign', input, title })
  if (kept === undefined) throw new Error('not kept')
}

const sentHere = ['trip_sign'] as const
const lists = [['getTripSharing']]

/** Loads the data again after each report sent from this phone. Returns a function that loads it on demand. */
export const useRefreshSharing = () => useRefreshWhenSent(sentHere, lists)
