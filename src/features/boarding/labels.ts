import type { Boarding, Manifest, ManifestSeat } from '#contract/boarding/model'
import { boardingHours } from '#contract/boarding/rules'
import { getDeviceId } from '#lib/device/id'
import { formatDayTime, formatTime } from '#lib/format'
import type { TicketDecision } from './decide.ts'
import type { TicketCheck, SavedManifest } from './store.ts'

const verdictLabels: Record<TicketDecision['verdict'], string> = {
  valid: 'Valid',
  already_used: 'Already used',
  older_ticket: 'Older ticket',
  wrong_bus: 'Wrong bus',
  wrong_time: 'Wrong time',
  cancelled: 'Cancelled',
  forged: 'Forged',
  ask: 'Ask the counter',
}

/** Returns the verdict in one or two words, so short that they can be read from the other end of a bus. */
export function formatVerdict({ verdict, why }: TicketDecision): string {
  if (why === 'no_ticket') return 'No ticket'
  return why === 'not_found' ? 'Not found' : verdictLabels[verdict]
}

/** Returns the instruction to the attendant, with the reason for it. */
export function explainDecision(decision: TicketDecision, lists: readonly SavedManifest[]): string {
  const { why, row, first, meant } = decision
  switch (why) {
    case 'on_list':
      return 'Let in.'
    case 'sold_later':
      return 'Let in. It was sold after the list on this phone was saved.'
    case 'other_seat':
      return `Let in. Another vehicle goes: seat ${decision.facts?.seat ?? ''} of the ticket is now seat ${row?.seat ?? ''}.`
    case 'boarded':
      return `${first ? describeBoarding(first, meant) : 'It was used before.'} Do not let in again.`
    case 'too_early':
      return `Too early. ${describeBus(decision)} Tickets are checked from ${boardingHours.before} hours before.`
    case 'too_late':
      return `Too late: this bus has arrived. ${describeBus(decision)}`
    case 'replaced':
      return `This ticket was replaced. ${describeNewerTicket(decision, lists)}`
    case 'other_bus':
      return describeBus(decision)
    case 'other_park':
      return `This traveller gets on at ${row?.from ?? 'a later motor park'}.`
    case 'given_back':
      return 'This ticket was cancelled and refunded. It is no longer valid.'
    case 'trip_cancelled':
      return 'The operator cancelled this bus.'
    case 'key_withdrawn':
      return 'This ticket was withdrawn. The traveller gets a new one from us.'
    case 'not_signed':
      return 'We did not issue this ticket. Do not let in.'
    case 'no_ticket':
      return 'This is not one of our tickets.'
    case 'set_aside':
      return `Set aside for the counter, not yet reported as sold. Ask ${decision.clerk ?? 'the counter'} whether seat ${decision.facts?.seat ?? ''} was sold.`
    case 'released':
      return `Seat ${decision.facts?.seat ?? ''} went back on sale, and the counter has not reported this ticket as sold. Do not let in.`
    case 'not_found':
      return 'No list on this phone has this code. Read it again, or scan the ticket.'
  }
}

/** `Boarded at 9:12 AM at Jibowu, let in by Musa on another phone.` */
function describeBoarding({ at, device, place, by }: Boarding, list?: Manifest): string {
  const where = place === null ? '' : ` at ${place}`
  const who = by === null ? '' : ` by ${by}`
  const phone = device === getDeviceId() ? 'on this phone' : 'on another phone'
  return `Boarded at ${formatTime(at, list?.trip.zone)}${where}, let in${who} ${phone}.`
}

function describeNewerTicket({ row }: TicketDecision, lists: readonly SavedManifest[]): string {
  const newer = lists
    .flatMap(({ manifest }) => manifest.seats.map((seat) => ({ seat, trip: manifest.trip })))
    .find(({ seat }) => seat.booking === row?.booking && /valid|used/.test(seat.status))
  if (newer === undefined) return 'Ask for the newer one.'
  return `The newer one is for seat ${newer.seat.seat}, ${formatDayTime(newer.trip.departs_at, newer.trip.zone)}.`
}

function describeBus({ facts, meant }: TicketDecision): string {
  if (facts === undefined) return ''
  const road = meant === undefined ? '' : `${meant.trip.from} to ${meant.trip.to}, `
  return `It is for ${road}${formatDayTime(facts.departs_at, meant?.trip.zone)}, seat ${facts.seat}.`
}

/**
 * Returns whether a row of a list is of a traveller who was let in although the ticket was cancelled or replaced. False
 * for every row of a cancelled trip.
 */
export const hasBoardedWithoutTicket = (
  { status, boardings }: ManifestSeat,
  { trip }: Manifest,
): boolean =>
  trip.status !== 'cancelled' &&
  (status === 'cancelled' || status === 'reissued') &&
  boardings.length > 0

/** Returns the warning about a traveller for whom `hasBoardedWithoutTicket` is true. */
export function describeTicketlessBoarding(row: ManifestSeat, list: Manifest): string {
  const [first] = row.boardings
  const how = row.status === 'cancelled' ? 'cancelled' : 'replaced'
  return `Seat ${row.seat}, ${row.passenger}: let in, but the ticket had been ${how}. ${first === undefined ? '' : describeBoarding(first, list)}`
}

/** Returns a warning if the server's answer contradicts a check of this phone, such as boarding twice. */
export function findCheckWarning({ scan, passenger, answer }: TicketCheck): string | undefined {
  const who = `Seat ${scan.seat}, ${passenger}`
  if (answer?.first !== undefined) return `${who}: let in twice. ${describeBoarding(answer.first)}`
  if (answer?.result === 'not_live')
    return `${who}: let in, but the ticket had been cancelled or replaced.`
  if (answer?.result === 'wrong_time')
    return `${who}: checked too early or too late, so the ticket was not marked as used.`
  return answer?.result === 'unknown' ? `${who}: this check was not accepted.` : undefined
}
