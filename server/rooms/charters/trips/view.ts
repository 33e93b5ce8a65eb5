import type { Charter } from '#contract/charters/model'
import {
  airportWaitMinutes,
  freeChangeHours,
  meetAfterMinutes,
  mostDateChanges,
} from '#contract/charters/rules'
import { editDays } from '#contract/reviews/rules'
import type { Context } from '#server/context'
import { airportOf } from '#server/rooms/charters/market'
import { charterCode } from './codes.ts'
import type { CharterRow, KeptFlight } from './trip-repository.ts'
import { hoursUntil } from '#server/rooms/charters/journey'

const known: readonly Charter['state'][] = ['booked', 'paid', 'under_way', 'completed']

/** Whether something is paid and the charter is current, or completed. */
export const isKnown = ({ state }: Pick<CharterRow, 'state'>) => known.includes(state)

/** When the vehicle waits for the landed person. */
export function meetAt({ direction, at, international }: KeptFlight): Date {
  const minutes =
    direction === 'drop_off' ? 0 : meetAfterMinutes[international ? 'international' : 'domestic']
  return new Date(Date.parse(at) + minutes * 60_000)
}

function flightOf(flight: KeptFlight): NonNullable<Charter['flight']> {
  const airport = airportOf(flight.airport)
  const zone = airport?.zones.find(({ code }) => code === flight.zone)
  return {
    airport: { code: flight.airport, name: airport?.name ?? flight.airport },
    zone: zone?.name ?? flight.zone,
    direction: flight.direction,
    number: flight.number,
    at: flight.at,
    meet_at: meetAt(flight).toISOString(),
    meeting_point:
      flight.direction === 'pick_up' ? (airport?.meeting_point ?? '') : 'At the address you gave',
    name_board: flight.name_board,
    waiting_minutes: airportWaitMinutes,
  }
}

/** A charter as its customer sees it; codes are included in reads, not in writes. */
export function charterOf(
  { config }: Pick<Context, 'config'>,
  row: CharterRow,
  codes = true,
): Charter {
  const { state, id, server_time } = row
  const showsCodes = codes && (state === 'paid' || state === 'under_way')
  const driver =
    row.driver_name === null || row.driver_phone === null || row.driver_plate === null
      ? null
      : { name: row.driver_name, phone: row.driver_phone, plate: row.driver_plate }
  const { plate: _, ...vehicle } = row.vehicle
  return {
    id,
    reference: row.reference,
    kind: row.kind,
    occasion: row.occasion,
    state,
    vehicle,
    operator: { ...row.operator, phone: isKnown(row) ? row.operator.phone : null },
    stops: row.stops,
    starts_at: row.starts_at.toISOString(),
    from: row.from_day,
    until: row.until_day,
    km: row.km,
    travellers: row.travellers,
    luggage: row.luggage,
    needs: row.needs,
    contact: contactOf(row),
    flight: row.flight === null ? null : flightOf(row.flight),
    offer_terms: row.offer_terms,
    price: row.price,
    paid_kobo: row.paid_kobo,
    instalments: row.instalments.map(({ paid_kobo: _paid, due_at, paid_at, ...one }) => ({
      ...one,
      due_at: utc(due_at),
      paid_at: paid_at === null ? null : utc(paid_at),
    })),
    pay_until: row.pay_until?.toISOString() ?? null,
    pending_payment: row.pending_payment,
    driver: isKnown(row) ? driver : null,
    start_code: showsCodes && state === 'paid' ? charterCode(config, id, 'start') : null,
    end_code: showsCodes && state === 'under_way' ? charterCode(config, id, 'end') : null,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    failure: row.failure,
    review: row.review && reviewOf(row.review),
    refunds: row.refunds,
    invoice: row.invoice,
    can: whatICan(row),
    created_at: row.created_at.toISOString(),
    server_time: server_time.toISOString(),
  }
}

/** A time from a JSON column. */
const utc = (written: string) => new Date(written).toISOString()

export const contactOf = ({ contact_name, contact_phone }: CharterRow) =>
  contact_name === null || contact_phone === null
    ? null
    : { full_name: contact_name, phone: contact_phone }

/** Whether its days can be changed free of charge. */
export const mayChangeDates = ({ state, kind, starts_at, date_changes, server_time }: CharterRow) =>
  (state === 'booked' || state === 'paid') &&
  kind !== 'airport' &&
  date_changes < mostDateChanges &&
  hoursUntil(starts_at, server_time) >= freeChangeHours

/** Whether its flight can be changed: until the vehicle must be there. */
export const mayChangeFlight = ({ state, kind, starts_at, server_time }: CharterRow) =>
  kind === 'airport' &&
  (state === 'awaiting_payment' || state === 'paid') &&
  starts_at > server_time

export const mayCancel = ({ state }: CharterRow) =>
  state === 'awaiting_payment' || state === 'booked' || state === 'paid'

export const mayReview = ({ state, review, server_time }: CharterRow) =>
  state === 'completed' &&
  (review === null || Date.parse(review.first_at) + editDays * 86_400_000 > server_time.getTime())

const reviewOf = ({ first_at: _, written_at, ...review }: NonNullable<CharterRow['review']>) => ({
  ...review,
  written_at: utc(written_at),
})

function whatICan(row: CharterRow): Charter['can'] {
  const { state, pay_until, server_time } = row
  const isWaiting = state === 'awaiting_payment' || state === 'booked'
  return {
    pay: isWaiting && pay_until !== null && pay_until > server_time,
    cancel: mayCancel(row),
    change_dates: mayChangeDates(row),
    change_flight: mayChangeFlight(row),
    review: mayReview(row),
    contract: isKnown(row),
  }
}
