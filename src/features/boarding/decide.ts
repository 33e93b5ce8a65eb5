import type { Boarding, BoardingScan, Manifest, ManifestSeat } from '#contract/boarding/model'
import { boardingHours } from '#contract/boarding/rules'
import { unnamedTicketName } from '#contract/counter/rules'
import { isTicketText } from '#contract/ticket-code'
import {
  type KnownTicketKey,
  verifyScannedTicket,
  type TicketFacts,
} from './verify-scanned-ticket.ts'

/** The bus and the stop at which tickets are checked. */
export interface BoardingStop {
  trip_id: string
  position: number
}

/** The data by which the phone decides: the public keys, the stored lists, and its own checks. */
export interface TicketDecisionData {
  keys: readonly KnownTicketKey[]
  lists: readonly Manifest[]
  scans: readonly Pick<
    BoardingScan,
    'ticket_id' | 'verdict' | 'scanned_at' | 'device' | 'place' | 'by'
  >[]
}

export type TicketDecisionReason =
  | 'on_list'
  /** Correctly signed for this bus, but sold after the list was saved. */
  | 'sold_later'
  | 'boarded'
  /** `too_early`: the bus departs in more than six hours. `too_late`: it arrived more than a day ago. */
  | 'too_early'
  | 'too_late'
  | 'replaced'
  | 'other_bus'
  | 'other_park'
  | 'given_back'
  | 'trip_cancelled'
  | 'key_withdrawn'
  | 'not_signed'
  | 'no_ticket'
  /** A typed code that is on no list. */
  | 'not_found'
  /** A ticket of a seat that is set aside for a phone of the counter, which has not reported its sale. */
  | 'set_aside'
  /** A ticket of a seat that was set aside; the vehicle was changed before the sale was reported. */
  | 'other_seat'
  /** A ticket of a seat that was set aside and went back on sale. */
  | 'released'

export interface TicketDecision {
  /** `ask`: only the counter knows whether the ticket was sold, so a person must decide. */
  verdict: BoardingScan['verdict'] | 'forged' | 'ask'
  why: TicketDecisionReason
  /** The signed data of the ticket. Missing if they cannot be trusted. */
  facts?: TicketFacts
  /** The row of the ticket, if a list on this phone contains it. */
  row?: ManifestSeat
  /** The list of the bus for which the ticket was sold, if it is on this phone. */
  meant?: Manifest
  /** The clerk for whose phone the seat is set aside. */
  clerk?: string
  /** The earlier check in which the ticket was used to board. */
  first?: Boarding
}

/** Decides whether the text of a QR code allows boarding at `now` (ms), without a network. Never rejects. */
export async function decideScannedText(
  text: string,
  door: BoardingStop,
  known: TicketDecisionData,
  now: number,
): Promise<TicketDecision> {
  const read = await verifyScannedTicket(text, known.keys).catch(() => undefined)
  if (read === undefined)
    return { verdict: 'forged', why: isTicketText(text) ? 'not_signed' : 'no_ticket' }
  if (read.is_withdrawn) return { verdict: 'cancelled', why: 'key_withdrawn', facts: read.facts }
  return decideTicketFacts(read.facts, door, known, now)
}

/** Decides whether the verified claims of a ticket allow boarding. */
export function decideTicketFacts(
  facts: TicketFacts,
  door: BoardingStop,
  { lists, scans }: TicketDecisionData,
  now: number,
): TicketDecision {
  const meant = lists.find(({ trip }) => trip.id === facts.trip_id)
  const row = meant?.seats.find(({ ticket_id }) => ticket_id === facts.ticket_id)
  const base = { facts, ...(row && { row }), ...(meant && { meant }) }
  const live = row === undefined ? undefined : findTicketChange(row, facts)
  if (live !== undefined) return { ...live, ...base }
  if (meant?.trip.status === 'cancelled')
    return { verdict: 'cancelled', why: 'trip_cancelled', ...base }
  if (facts.trip_id !== door.trip_id) return { verdict: 'wrong_bus', why: 'other_bus', ...base }
  const first = findFirstBoarding(facts.ticket_id, row, scans)
  if (first !== undefined || row?.status === 'used')
    return { verdict: 'already_used', why: 'boarded', ...base, ...(first && { first }) }
  if (facts.leg_from > door.position) return { verdict: 'wrong_bus', why: 'other_park', ...base }
  const untimely = findTimeError(facts, meant, now)
  if (untimely !== undefined) return { verdict: 'wrong_time', why: untimely, ...base }
  const aside = meant?.set_aside?.find(({ ticket_id }) => ticket_id === facts.ticket_id)
  if (row === undefined && aside?.released === true)
    return { verdict: 'cancelled', why: 'released', ...base }
  // If the list is older than the allotment, only the name on the ticket shows that its seat was set aside.
  if (row === undefined && (aside !== undefined || facts.name === unnamedTicketName))
    return { verdict: 'ask', why: 'set_aside', ...base, ...(aside && { clerk: aside.clerk }) }
  if (row !== undefined && row.issue === facts.issue && row.seat !== facts.seat)
    return { verdict: 'valid', why: 'other_seat', ...base }
  return { verdict: 'valid', why: row === undefined ? 'sold_later' : 'on_list', ...base }
}

const hour_ms = 3_600_000
/** The longest travel time, used if the arrival time is unknown. */
const longest_ms = 48 * hour_ms

/** Returns whether it is too early or too late for a ticket; undefined if neither. */
function findTimeError(
  { departs_at }: TicketFacts,
  list: Manifest | undefined,
  now: number,
): 'too_early' | 'too_late' | undefined {
  const leaves = list === undefined ? departs_at : Date.parse(list.trip.departs_at)
  // Lists stored by older versions have no arrival time.
  const arrival_ms = Date.parse(list?.trip.arrives_at ?? '')
  const arrives = Number.isNaN(arrival_ms) ? leaves + longest_ms : arrival_ms
  if (now < leaves - boardingHours.before * hour_ms) return 'too_early'
  return now > arrives + boardingHours.after * hour_ms ? 'too_late' : undefined
}

/** Returns how a ticket has changed since it was issued; undefined if it has not. */
function findTicketChange(
  row: ManifestSeat,
  { issue }: TicketFacts,
): Pick<TicketDecision, 'verdict' | 'why'> | undefined {
  if (row.status === 'cancelled') return { verdict: 'cancelled', why: 'given_back' }
  const isOlder = row.status === 'reissued' || issue < row.issue
  return isOlder ? { verdict: 'older_ticket', why: 'replaced' } : undefined
}

/** Returns the earliest boarding with a ticket that this phone knows of, including its own checks. */
function findFirstBoarding(
  ticket_id: string,
  row: ManifestSeat | undefined,
  scans: TicketDecisionData['scans'],
): Boarding | undefined {
  const own = scans
    .filter((scan) => scan.ticket_id === ticket_id && scan.verdict === 'valid')
    .map(({ scanned_at, device, place, by }) => ({
      at: scanned_at,
      device,
      place: place ?? null,
      by: by ?? null,
    }))
  const all = [...own, ...(row?.boardings ?? [])]
  return all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))[0]
}

/** What a list contains about a ticket whose code was typed. */
export type ListedTicket = Pick<
  ManifestSeat,
  'ticket_id' | 'seat' | 'leg_from' | 'issue' | 'passenger'
>

/** Returns the claims of a listed ticket as if it had been scanned. For typed codes. */
export function makeTicketFacts(ticket: ListedTicket, { trip }: Manifest): TicketFacts {
  const { ticket_id, seat, leg_from, issue, passenger } = ticket
  const departs_at = Date.parse(trip.departs_at)
  return { ticket_id, trip_id: trip.id, seat, leg_from, issue, name: passenger, departs_at }
}
