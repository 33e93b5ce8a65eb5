import type { WaitlistEntry } from '#contract/waitlist/model'
import type { Db } from '#server/db/client'
import { summarizeTrips } from '#server/rooms/trips'
import type { WaitlistEntryRow } from './queue-repository.ts'
import { findRequestsById } from './request-repository.ts'

/** Returns queue entries in the format of the contract. Needs two more queries for any number of entries. */
export async function toWaitlistEntries(
  db: Db,
  rows: readonly WaitlistEntryRow[],
): Promise<WaitlistEntry[]> {
  const requests = await findRequestsById(
    db,
    rows.flatMap(({ request_id }) => request_id ?? []),
  )
  const trips = await summarizeTrips(
    db,
    rows.flatMap(({ trip, offers }) => [
      ...(trip === null ? [] : [trip]),
      ...offers.map((o) => o.trip),
    ]),
  )
  return rows.map(({ request_id, trip, offers, joined_at, server_time, ...row }) => ({
    ...row,
    joined_at: joined_at.toISOString(),
    server_time: server_time.toISOString(),
    request: request_id === null ? null : (requests.get(request_id) ?? null),
    trip: trip === null ? null : (trips.get(trip) ?? null),
    offers: offers.flatMap((offer) => {
      const of = trips.get(offer.trip)
      return of === undefined ? [] : [{ ...offer, trip: of }]
    }),
  }))
}
