import type { Booking } from '#contract/bookings/model'
import { getBooking } from '#contract/bookings/endpoints'
import { getCalendar, getTicketPdf, listTickets } from '#contract/tickets/endpoints'
import { call, callFile } from '#lib/api'
import { serverNow, toPhoneTime } from '#lib/clock'
import { saveFile } from '#lib/browser'
import {
  readStoredTrips,
  onTicketChange,
  readTicket,
  saveTicket,
  type TicketRecord,
} from '#lib/vault'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type TicketSummary, makeShortTicketSummary, makeTicketSummary } from './stub.ts'

/** Tickets in memory. `is_saved` is false if this phone could not store them. */
interface LoadedTickets extends TicketRecord {
  is_saved?: boolean
}

/** Loads the tickets of a paid booking into the vault. For an outbound trip, also those of the return trip. */
export async function saveBookingTickets(
  reference: string,
  signal?: AbortSignal,
): Promise<LoadedTickets> {
  const options = { ...(signal && { signal }), has_data: true }
  const [booking, tickets] = await Promise.all([
    call(getBooking, { reference }, options),
    call(listTickets, { reference }, options),
  ])
  const is_saved = await saveTicket(booking, tickets)
  const { return_trip } = booking
  if (return_trip?.way === 'out' && return_trip.lost !== true)
    void saveBookingTickets(return_trip.other).catch(() => undefined)
  return { reference, booking, tickets, saved_at: serverNow(), is_saved }
}

const ticketQuery = (reference: string) =>
  queryOptions({
    queryKey: ['listTickets', reference],
    queryFn: ({ signal }) => saveBookingTickets(reference, signal),
    staleTime: 60_000,
  })

/** Loads the tickets of a changed booking for this phone and its screens. Never rejects. */
export async function refetchTickets(queries: QueryClient, reference: string): Promise<void> {
  await queries.fetchQuery({ ...ticketQuery(reference), staleTime: 0 }).catch(() => undefined)
}

/** Returns a booking that another screen has loaded; undefined without one. */
export const useCachedBooking = (reference: string) =>
  useQueryClient().getQueryData<Booking>(['getBooking', reference])

/**
 * Returns a ticket as a result for `#ui/query-result`: first this phone's copy, then the server's answer. The copy is
 * that of the vault or, if that has none, the short form in local storage. Either is enough to board. `isSaved`:
 * whether the phone has a copy.
 */
export function useTicketSummary(reference: string) {
  const asked = useQuery(ticketQuery(reference))
  const [kept, setKept] = useState(() => readStoredOutline(reference))
  useEffect(() => {
    let gone = false
    void readTicket(reference).then((record) => {
      if (!gone && record !== undefined)
        setKept({ stub: makeTicketSummary(record), saved_at: record.saved_at })
    })
    return () => {
      gone = true
    }
  }, [reference])
  const queries = useQueryClient()
  useEffect(
    () =>
      onTicketChange((record) => {
        queries.setQueryData(ticketQuery(record.reference).queryKey, record)
        void queries.invalidateQueries({ queryKey: ['getBooking', record.reference] })
      }),
    [queries],
  )
  const fresh = asked.data && { stub: makeTicketSummary(asked.data), at: asked.dataUpdatedAt }
  const stored = kept && { stub: kept.stub, at: toPhoneTime(kept.saved_at) }
  const best = fresh ?? stored
  const isSaved = asked.data?.is_saved !== false
  return { ...asked, data: best?.stub, dataUpdatedAt: best?.at ?? 0, isSaved }
}

function readStoredOutline(
  reference: string,
): { stub: TicketSummary; saved_at: number } | undefined {
  const trip = readStoredTrips().find((one) => one.reference === reference)
  return trip && { stub: makeShortTicketSummary(trip), saved_at: trip.saved_at }
}

export type TicketFileKind = 'pdf' | 'calendar'

export async function downloadBookingFile(kind: TicketFileKind, reference: string): Promise<void> {
  saveFile(await callFile(kind === 'pdf' ? getTicketPdf : getCalendar, { reference }))
}
