import type { Booking } from '#contract/bookings'
import type { Ticket } from '#contract/tickets'
import { serverNow } from '#lib/clock'
import { type NextTrip, write } from '#lib/device'
import { openOwnShelf } from '#lib/device-shelf'
import { keptTrips, nextTrips } from '#lib/next-trips'

export { keptTrips, nextTrips }

/** A paid booking with its signed tickets, whole, as it is shown without a network. */
export interface TicketRecord {
  reference: string
  booking: Booking
  tickets: Ticket[]
  /** When the server last said this, ms by its clock. */
  saved_at: number
}

const shelf = openOwnShelf('vault')
const nextTripsKept = 10

/**
 * Puts a paid booking into the vault and its outline into local storage, where it survives the loss of
 * either. Never rejects; false when the phone kept neither.
 */
export async function saveTicket(booking: Booking, tickets: Ticket[]): Promise<boolean> {
  const record: TicketRecord = {
    reference: booking.reference,
    booking,
    tickets,
    saved_at: serverNow(),
  }
  const outlined = write('next_trips', withTrip(outline(booking, tickets)))
  // With a paid ticket on it, the phone is asked not to clear our storage when it gets short.
  void navigator.storage?.persist?.().catch(() => undefined)
  return (await shelf.set(booking.reference, record)) || outlined
}

/** The ticket under a reference, or undefined when this phone does not have it. Never rejects. */
export function readTicket(reference: string): Promise<TicketRecord | undefined> {
  return shelf.get<TicketRecord>(reference)
}

/** All tickets on this phone, next departure first. Never rejects. */
export async function listTickets(): Promise<TicketRecord[]> {
  const records = await shelf.entries<TicketRecord>()
  return records
    .map(([, record]) => record)
    .toSorted((a, b) => a.booking.trip.departs_at.localeCompare(b.booking.trip.departs_at))
}

/** Takes one ticket off this phone, as when the booking was cancelled. */
export async function dropTicket(reference: string): Promise<void> {
  write(
    'next_trips',
    keptTrips().filter((trip) => trip.reference !== reference),
  )
  await shelf.delete(reference)
}

/**
 * Calls back with a ticket that a push has just changed on this phone, as the service worker says.
 * Returns the way out.
 */
export function onTicketNews(heard: (record: TicketRecord) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const news = new BroadcastChannel('news')
  news.addEventListener('message', ({ data }: MessageEvent<string>) => {
    void readTicket(data).then((record) => record !== undefined && heard(record))
  })
  return () => news.close()
}

/** Brings what pushes said, now and while the app was closed, into the outlines in local storage. */
export async function followNews(): Promise<void> {
  onTicketNews(outlineAgain)
  for (const record of await listTickets()) outlineAgain(record)
}

function outlineAgain({ reference, booking, tickets, saved_at }: TicketRecord): void {
  const kept = keptTrips().find((trip) => trip.reference === reference)
  if (kept === undefined || kept.saved_at >= saved_at) return
  const others = keptTrips().filter((trip) => trip !== kept)
  const isOver = tickets.every(({ status }) => status === 'cancelled')
  write('next_trips', isOver ? others : withTrip({ ...outline(booking, tickets), saved_at }))
}

function withTrip(trip: NextTrip): NextTrip[] {
  const others = nextTrips().filter((other) => other.reference !== trip.reference)
  return [...others, trip]
    .toSorted((a, b) => a.departs_at.localeCompare(b.departs_at))
    .slice(0, nextTripsKept)
}

function outline({ reference, trip, delay_minutes }: Booking, tickets: Ticket[]): NextTrip {
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
    saved_at: serverNow(),
  }
}
