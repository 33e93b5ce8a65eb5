import { seatOfferMinutes } from '#contract/waitlist/rules'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { enqueue } from '#server/jobs/queue'
import { readBooking, holdSeatsForWaitlist } from '#server/rooms/bookings'
import { notifyPerson } from '#server/rooms/notifications'
import {
  findSellableByWireId,
  type SellableTripPart,
  summarizeTrips,
  makeTripId,
} from '#server/rooms/trips'
import * as repository from './offer-repository.ts'
import { writeOfferMessage } from './messages.ts'

/** To how many people a departure was offered, and how many seats. */
export interface SeatOfferCount {
  people: number
  seats: number
}

/** How many rows are read at a time. */
const batch = 500

/**
 * Offers a departure's free seats to its waiting list, in order, in one transaction. Each offer holds its seats for 30
 * minutes. People who want more seats than are free, or whose network has its share of unpaid seats, are skipped but
 * stay in the queue. Concurrent calls wait for each other.
 */
export function offerSeats(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  trip_id: string,
  pageSize = batch,
): Promise<SeatOfferCount> {
  return inTransaction(db, async (tx) => {
    await repository.lockWaitlist(tx, trip_id)
    const parts = new Map<string, SellableTripPart | undefined>()
    // For each part of the trip, the smallest number of seats that could not be offered. A later person who wants at
    // least as many cannot get them either.
    const tooMany = new Map<string, number>()
    // The same for each network that has its share of unpaid seats.
    const tooManyOfNetwork = new Map<string | null, number>()
    const offered = { people: 0, seats: 0 }
    const entries = readAllPages<repository.WaitlistEntryRow>(pageSize, (page) =>
      repository.findWaitlistOfTrip(tx, trip_id, page),
    )
    for await (const waiting of entries) {
      const wire = makeTripId({ ...waiting, trip_id })
      if (!parts.has(wire)) parts.set(wire, await findSellableByWireId(tx, wire))
      const part = parts.get(wire)
      if (part === undefined || waiting.travellers >= (tooMany.get(wire) ?? Infinity)) continue
      const { network, travellers } = waiting
      if (travellers >= (tooManyOfNetwork.get(network) ?? Infinity)) {
        await repository.recordSkippedEntry(tx, waiting.place_id)
        continue
      }
      const came_of = await offerTo({ db: tx, config }, part, waiting)
      if (came_of === 'no_seats') tooMany.set(wire, travellers)
      if (came_of === 'network_limit') tooManyOfNetwork.set(network, travellers)
      if (came_of !== 'offered') continue
      offered.people += 1
      offered.seats += waiting.travellers
    }
    return offered
  })
}

/**
 * Holds seats for a waiting person and enqueues the notification, unless they have an offer of another departure, too
 * few seats are free, or their network has its share.
 */
async function offerTo(
  { db: tx, config }: Pick<Deps, 'db' | 'config'>,
  part: SellableTripPart,
  { place_id, person_id, travellers, network }: repository.WaitlistEntryRow,
): Promise<'offered' | 'gone' | 'no_seats' | 'network_limit' | 'network_busy'> {
  if (!(await repository.lockWaitlistEntry(tx, place_id))) return 'gone'
  const turn = { person_id, place_id, travellers, minutes: seatOfferMinutes, network }
  const hold = await holdSeatsForWaitlist(tx, part, { ...turn, factor: config.rate_limit_factor })
  if (hold.outcome === 'network_limit') await repository.recordSkippedEntry(tx, place_id)
  if (hold.outcome !== 'held') return hold.outcome
  const { booking_id } = hold
  const until = await repository.insertSeatOffer(tx, place_id, booking_id)
  const wire = makeTripId(part)
  const trip = (await summarizeTrips(tx, [wire])).get(wire)
  const { reference, total_kobo } = await readBooking(tx, booking_id)
  if (trip !== undefined) {
    const note = writeOfferMessage(trip, { reference, total_kobo, travellers, until })
    await notifyPerson(tx, config.public_url, person_id, { ...note, until })
  }
  return 'offered'
}

/** Enqueues, in the caller's transaction, an offer of a departure's freed seats. */
export async function enqueueOffer(tx: Db, trip_id: string): Promise<void> {
  await enqueue(tx, 'queue.offer', { trip_id })
}

/** Ends expired offers and offers free seats, for all departures. Repeatable. */
export async function sweepWaitlists(deps: Deps, pageSize = batch): Promise<void> {
  while ((await repository.closeEndedSeatOffers(deps.db, pageSize)) === pageSize);
  const departures = readAllPages<repository.WaitlistDeparture>(pageSize, (page) =>
    repository.findDeparturesWithWaitlist(deps.db, page),
  )
  await runEachDespiteFailures(departures, ({ id }) => offerSeats(deps, id))
}

/** Reads rows page by page, each page after the last row of the page before. */
async function* readAllPages<Row>(
  limit: number,
  read: (page: repository.PageAfter<Row>) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined
  let rows: Row[]
  do {
    rows = await read({ after, limit })
    yield* rows
    after = rows.at(-1)
  } while (rows.length === limit)
}
