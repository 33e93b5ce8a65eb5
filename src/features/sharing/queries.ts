import { endTripLink, getTripSharing, sayHowIAm, shareTrip } from '#contract/sharing/endpoints'
import { TripReportInput } from '#contract/sharing/model'
import type { tripReportKinds } from '#contract/sharing/rules'
import { useRefreshWhenSent } from '#features/offline'
import { call, type CallInput } from '#lib/api'
import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { retention } from '#lib/queries/retention'
import { addToOutbox, type OutboxItem, replaceInOutbox } from '#lib/outbox'
import { readStoredUser } from '#lib/session'
import { parseInput } from '#lib/use-form'
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

/** The page of a trip with its links and reports. */
const makeSharePath = (reference: string) => `/ticket/${reference}/share`

interface TripReportDraft {
  reference: string
  kind: TripReportKind
  /** Where the traveller is, in their own words; may be empty. */
  place: string
  /** A report in the outbox, which this one replaces. */
  waiting?: OutboxItem | undefined
}

/**
 * Reports that the traveller has arrived or is fine. With an account, the report goes to the outbox. The outbox cannot
 * send for guests: their report is sent immediately. Rejects if the place is not accepted, if the call fails, or if the
 * phone cannot store the report.
 */
export async function sendTripReport({
  reference,
  kind,
  place,
  waiting,
}: TripReportDraft): Promise<void> {
  const said_at = new Date(serverNow()).toISOString()
  const draft = { reference, kind, said_at, ...(place.trim() !== '' && { place }) }
  // The field names now what the server would refuse later, when nobody looks at the outbox.
  const input = parseInput(TripReportInput, draft)
  if (readStoredUser() === undefined) {
    await call(sayHowIAm, input)
    return
  }
  const title = kind === 'arrived' ? 'I have arrived' : 'I am fine, on the way'
  const item = { kind: 'trip_sign', input, title, edit_path: makeSharePath(reference) } as const
  const kept =
    waiting === undefined ? await addToOutbox(item) : await replaceInOutbox(waiting.id, item)
  if (kept === undefined) throw new Error('not kept')
}

const sentHere = ['trip_sign'] as const
const lists = [['getTripSharing']]

/** Loads the data again after each report sent from this phone. Returns a function that loads it on demand. */
export const useRefreshSharing = () => useRefreshWhenSent(sentHere, lists)
