import { compareText } from '#contract/order'
import type { Booking } from '#contract/bookings/model'
import type { Parcel } from '#contract/parcels/model'
import { newsChannel } from '#contract/storage'
import type { Ticket } from '#contract/tickets/model'
import { hasParcelEnded } from '#contract/parcels/rules'
import type { Tracking } from '#contract/parcels/tracking'
import { serverNow } from '#lib/clock'
import { type NextTrip, write } from '#lib/device'
import { openOwnerStore } from '#lib/device/owner-store'
import { readStoredTrips, readNextTrips } from '#lib/next-trips'

export { readStoredTrips, readNextTrips }

/** A paid booking with its signed tickets, which can be displayed even without a network. */
export interface TicketRecord {
  reference: string
  booking: Booking
  tickets: Ticket[]
  /** The time of this state, ms by the server's clock. */
  saved_at: number
}

/** The last known state of a parcel, with all details if it belongs to this phone's owner. */
export interface ParcelRecord {
  tracking_id: string
  tracking: Tracking
  mine?: Parcel
  /** The time of this state, ms by the server's clock. */
  saved_at: number
}

const store = openOwnerStore('vault')
const maxNextTrips = 10
const maxParcels = 30
const parcelKey = (tracking_id: string) => `parcel:${tracking_id}`
const isParcel = ([key]: [key: string, record: unknown]) => key.startsWith(parcelKey(''))

/**
 * Stores a paid booking in the vault and its short form in local storage, so that it survives the loss of either.
 * Returns false if the phone stored neither. Never rejects.
 */
export async function saveTicket(booking: Booking, tickets: Ticket[]): Promise<boolean> {
  const record: TicketRecord = {
    reference: booking.reference,
    booking,
    tickets,
    saved_at: serverNow(),
  }
  const outlined = write('next_trips', addTrip(summarizeTickets(booking, tickets)))
  // Asks the phone not to clear our storage when it is full, since there is now a paid ticket in it.
  void navigator.storage?.persist?.().catch(() => undefined)
  return (await store.set(booking.reference, record)) || outlined
}

/** Returns the ticket of a reference; undefined if it is not on this phone. Never rejects. */
export function readTicket(reference: string): Promise<TicketRecord | undefined> {
  return store.get<TicketRecord>(reference)
}

/** Returns all tickets on this phone, including past ones, earliest departure first. Never rejects. */
export async function listTickets(): Promise<TicketRecord[]> {
  const records = await store.entries<TicketRecord>()
  return records
    .filter((entry) => !isParcel(entry))
    .map(([, record]) => record)
    .toSorted((a, b) => compareText(a.booking.trip.departs_at, b.booking.trip.departs_at))
}

/**
 * Deletes from this phone the tickets that a change of the booking has ended: of cancelled seats, or all if it was
 * moved or cancelled. Never rejects.
 */
export async function deleteEndedTickets(booking: Booking): Promise<void> {
  const kept = await readTicket(booking.reference)
  const isSameTrip = kept?.booking.trip.id === booking.trip.id && booking.status === 'confirmed'
  const still = kept?.tickets.filter(({ seat }) => isSameTrip && isTravelling(booking, seat)) ?? []
  if (still.length === 0) await deleteTicket(booking.reference)
  else await saveTicket(booking, still)
}

const isTravelling = ({ passengers }: Booking, seat: number) =>
  passengers.some((one) => one.seat === seat && one.state === 'travelling')

/** Deletes the tickets of a booking and their short form from this phone. Never rejects. */
export async function deleteTicket(reference: string): Promise<void> {
  write(
    'next_trips',
    readStoredTrips().filter((trip) => trip.reference !== reference),
  )
  await store.delete(reference)
}

/** Calls back with a ticket that a push message has changed on this phone. Returns a function that stops this. */
export function onTicketChange(listener: (record: TicketRecord) => void): () => void {
  return onNews((reference) => readTicket(reference), listener)
}

/** Calls back with a parcel that a push message has changed on this phone. Returns a function that stops this. */
export function onParcelChange(listener: (record: ParcelRecord) => void): () => void {
  return onNews((tracking_id) => readParcel(tracking_id), listener)
}

function onNews<T>(find: (named: string) => Promise<T | undefined>, heard: (record: T) => void) {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const news = new BroadcastChannel(newsChannel)
  news.addEventListener('message', ({ data }: MessageEvent<string>) => {
    void find(data).then((record) => record !== undefined && heard(record))
  })
  return () => news.close()
}

/**
 * Stores the state of a parcel, and all details if it is `mine`. A newer stored state stays, and so do stored details.
 * If there are more than 30 parcels, ended and old ones are deleted. Returns false if it was not stored. Never rejects.
 */
export async function saveParcel(tracking: Tracking, mine?: Parcel): Promise<boolean> {
  const isKept = await store.change<ParcelRecord>(parcelKey(tracking.tracking_id), (kept) => {
    const isNews = kept === undefined || kept.tracking.server_time <= tracking.server_time
    const last = isNews ? tracking : kept.tracking
    const all = mine ?? kept?.mine
    return {
      tracking_id: tracking.tracking_id,
      tracking: last,
      ...(all && { mine: { ...all, tracking: last } }),
      saved_at: isNews ? Date.parse(tracking.server_time) : kept.saved_at,
    }
  })
  for (const { tracking_id } of (await listParcels()).toSorted(byUse).slice(maxParcels))
    await deleteParcel(tracking_id)
  return isKept
}

const byUse = (a: ParcelRecord, b: ParcelRecord) =>
  Number(hasParcelEnded(a.tracking.state)) - Number(hasParcelEnded(b.tracking.state)) ||
  b.saved_at - a.saved_at

/** Returns the parcel of a tracking ID; undefined if it is not on this phone. Never rejects. */
export function readParcel(tracking_id: string): Promise<ParcelRecord | undefined> {
  return store.get<ParcelRecord>(parcelKey(tracking_id))
}

/** Returns all parcels on this phone, latest state first. Never rejects. */
export async function listParcels(): Promise<ParcelRecord[]> {
  return (await store.entries<ParcelRecord>())
    .filter(isParcel)
    .map(([, record]) => record)
    .toSorted((a, b) => b.saved_at - a.saved_at)
}

/** Deletes a parcel from the vault. Never rejects. */
export async function deleteParcel(tracking_id: string): Promise<void> {
  await store.delete(parcelKey(tracking_id))
}

/**
 * Copies changes that push messages have made in the vault, even while the app was closed, into the short forms in
 * local storage.
 */
export async function followVaultChanges(): Promise<void> {
  onTicketChange(outlineAgain)
  for (const record of await listTickets()) outlineAgain(record)
}

function outlineAgain({ reference, booking, tickets, saved_at }: TicketRecord): void {
  const kept = readStoredTrips().find((trip) => trip.reference === reference)
  if (kept === undefined || kept.saved_at >= saved_at) return
  write('next_trips', addTrip({ ...summarizeTickets(booking, tickets), saved_at }))
}

/** Returns the stored short forms with this one added, unless all its tickets were cancelled. */
function addTrip(trip: NextTrip): NextTrip[] {
  const others = readNextTrips().filter((other) => other.reference !== trip.reference)
  if (trip.seats.length === 0) return others
  return [...others, trip]
    .toSorted((a, b) => compareText(a.departs_at, b.departs_at))
    .slice(0, maxNextTrips)
}

function summarizeTickets(booking: Booking, all: Ticket[]): NextTrip {
  const { reference, trip, delay_minutes, return_trip: both } = booking
  const tickets = all.filter(({ status }) => status !== 'cancelled' && status !== 'reissued')
  return {
    reference,
    from: trip.from.city.name,
    to: trip.to.city.name,
    operator: trip.operator.name,
    departs_at: trip.departs_at,
    zone: trip.zone,
    delay_minutes,
    seats: tickets.map((ticket) => ticket.seat),
    tickets: tickets.map(({ seat, passenger, payload }) => ({ seat, passenger, payload })),
    ...(both && both.lost !== true && { return_trip: { way: both.way, other: both.other } }),
    saved_at: serverNow(),
  }
}
