import { endTripLink, getTripSharing, sayHowIAm, shareTrip } from '#contract/sharing/endpoints'
import type { signKinds } from '#contract/sharing/rules'
import { useFreshWhenSent } from '#features/offline'
import { call, type CallInput } from '#lib/api'
import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { retention } from '#lib/queries/retention'
import { addToOutbox } from '#lib/outbox'
import { storedUser } from '#lib/session'
import { queryOptions } from '@tanstack/react-query'

/** The links of a booking and the reports on the way. */
export const tripSharingQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getTripSharing', reference],
    queryFn: ({ signal }) => call(getTripSharing, { reference }, { signal }),
    staleTime: 30_000,
    ...retention.week,
  })

/** Makes a link and stores its code on this phone, the only place that has it. */
export async function createLink(input: CallInput<typeof shareTrip>, key: string) {
  const { id, link_code } = await call(shareTrip, input, { key })
  write('trip_links', { ...read('trip_links'), [id]: link_code })
}

export const endLink = (reference: string, id: string) => call(endTripLink, { reference, id })

/** A link's address, if this phone has made it. */
export function linkAddress(id: string): string | undefined {
  const code = read('trip_links')?.[id]
  return code && `${location.origin}/s/${code}`
}

export type SignKind = (typeof signKinds)[number]

/**
 * Reports arrival or well-being. With an account it waits in the outbox; for a guest, who has none, a failure is
 * shown.
 */
export async function reportSign(reference: string, kind: SignKind, place: string): Promise<void> {
  const said_at = new Date(serverNow()).toISOString()
  const input = { reference, kind, said_at, ...(place !== '' && { place }) }
  if (storedUser() === undefined) {
    await call(sayHowIAm, input)
    return
  }
  const title = kind === 'arrived' ? 'I have arrived' : 'I am fine, on the way'
  const kept = await addToOutbox({ kind: 'trip_sign', input, title })
  if (kept === undefined) throw new Error('not kept')
}

const sentHere = ['trip_sign'] as const
const lists = [['getTripSharing']]

/** Loads again after a report from here. Returns a function to load by hand. */
export const useFreshSharing = () => useFreshWhenSent(sentHere, lists)
