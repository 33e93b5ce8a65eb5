import type { Charter } from '#contract/charters/trips/model'
import {
  airportWaitMinutes,
  freeDateChangeHours,
  pickupDelayMinutes,
  maxDateChanges,
} from '#contract/charters/trips/rules'
import { reviewEditDays } from '#contract/reviews/rules'
import type { Context } from '#server/context'
import { findAirport } from '#server/rooms/charters/market'
import { makeCharterCode } from './codes.ts'
import type { CharterRow, StoredFlight } from './trip-repository.ts'
import { countHours } from '#server/rooms/charters/journey'

const known: readonly Charter['state'][] = ['booked', 'paid', 'under_way', 'completed']

/** Whether something is paid and the charter is current or completed, so that both sides may see the contacts. */
export const isContactVisible = ({ state }: Pick<CharterRow, 'state'>) => known.includes(state)

/**
 * Returns when the vehicle meets the traveller: on a pick-up, some time after landing; on a drop-off, at the requested
 * time.
 */
export function findMeetingTime({ direction, at, international }: StoredFlight): Date {
  const minutes =
    direction === 'drop_off' ? 0 : pickupDelayMinutes[international ? 'international' : 'domestic']
  return new Date(Date.parse(at) + minutes * 60_000)
}

function flightOf(flight: StoredFlight): NonNullable<Charter['flight']> {
  const airport = findAirport(flight.airport)
  const zone = airport?.zones.find(({ code }) => code === flight.zone)
  return {
    airport: { code: flight.airport, name: airport?.name ?? flight.airport },
    zone: zone?.name ?? flight.zone,
    direction: flight.direction,
    number: flight.number,
    at: flight.at,
    meet_at: findMeetingTime(flight).toISOString(),
    meeting_point:
      flight.direction === 'pick_up' ? (airport?.meeting_point ?? '') : 'At the address you gave',
    name_board: flight.name_board,
    waiting_minutes: airportWaitMinutes,
  }
}

/**
 * Returns a charter in the form for its customer. `codes`: whether to include the start and end codes. Reads include
 * them, answers to writes do not.
 */
export function toCharter(
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
    operator: { ...row.operator, phone: isContactVisible(row) ? row.operator.phone : null },
    stops: row.stops,
    starts_at: row.starts_at.toISOString(),
    from: row.from_day,
    until: row.until_day,
    km: row.km,
    travellers: row.travellers,
    luggage: row.luggage,
    needs: row.needs,
    contact: toContact(row),
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
    driver: isContactVisible(row) ? driver : null,
    start_code: showsCodes && state === 'paid' ? makeCharterCode(config, id, 'start') : null,
    end_code: showsCodes && state === 'under_way' ? makeCharterCode(config, id, 'end') : null,
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

/** Converts a time of a JSON column to ISO 8601 in UTC. */
const utc = (written: string) => new Date(written).toISOString()

/** Returns a charter's contact in the form of the contract; null once it is deleted. */
export const toContact = ({ contact_name, contact_phone }: CharterRow) =>
  contact_name === null || contact_phone === null
    ? null
    : { full_name: contact_name, phone: contact_phone }

/** Whether the days of a charter can be changed free of charge. */
export const mayChangeDates = ({ state, kind, starts_at, date_changes, server_time }: CharterRow) =>
  (state === 'booked' || state === 'paid') &&
  kind !== 'airport' &&
  date_changes < maxDateChanges &&
  countHours(starts_at, server_time) >= freeDateChangeHours

/** Whether the flight of a charter can be changed, which is possible until the vehicle must be there. */
export const mayChangeFlight = ({ state, kind, starts_at, server_time }: CharterRow) =>
  kind === 'airport' &&
  (state === 'awaiting_payment' || state === 'paid') &&
  starts_at > server_time

/** Whether the state of a charter lets its customer cancel it. */
export const mayCancelCharter = ({ state }: CharterRow) =>
  state === 'awaiting_payment' || state === 'booked' || state === 'paid'

/** Whether a charter can be reviewed: it is completed, and an existing review is still young enough to be changed. */
export const mayReviewCharter = ({ state, review, server_time }: CharterRow) =>
  state === 'completed' &&
  (review === null ||
    Date.parse(review.first_at) + reviewEditDays * 86_400_000 > server_time.getTime())

const reviewOf = ({ first_at: _, written_at, ...review }: NonNullable<CharterRow['review']>) => ({
  ...review,
  written_at: utc(written_at),
})

function whatICan(row: CharterRow): Charter['can'] {
  const { state, pay_until, server_time } = row
  const isWaiting = state === 'awaiting_payment' || state === 'booked'
  return {
    pay: isWaiting && pay_until !== null && pay_until > server_time,
    cancel: mayCancelCharter(row),
    change_dates: mayChangeDates(row),
    change_flight: mayChangeFlight(row),
    review: mayReviewCharter(row),
    contract: isContactVisible(row),
  }
}
