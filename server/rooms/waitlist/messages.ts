import { formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { RouteAlert, TravelRequest } from '#contract/waitlist/model'
import type { TripSummary } from '#contract/trips/model'
import { formatLocalTime } from '#server/platform/local-time'
import { homeZone } from '#contract/product'

const noon = (day: string) => formatLocalTime(`${day}T11:00:00Z`, homeZone).date

/** Formats a day as `Tue 24 Nov 2026`, or both ends of a range of days. */
function daysOf({ first_day, last_day }: { first_day: string; last_day: string }): string {
  return first_day === last_day ? noon(first_day) : `${noon(first_day)} to ${noon(last_day)}`
}

interface Offer {
  reference: string
  total_kobo: number
  travellers: number
  until: Date
}

/** States times in the time zone of the trip. */
export function writeOfferMessage(
  trip: TripSummary,
  { reference, total_kobo, travellers, until }: Offer,
) {
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const ends = formatLocalTime(until.toISOString(), trip.zone)
  return {
    title: `${formatCount(travellers, 'seat')} to ${trip.to.city.name} for you`,
    text: `We hold ${formatCount(travellers, 'seat')} from ${trip.from.city.name} to ${trip.to.city.name} with ${trip.operator.name} on ${leaves.date}, ${leaves.time}, until ${ends.time}. ${formatNaira(total_kobo)} in all. Pay before then, or the seats go to the next person.`,
    path: `/bookride/passenger-details?booking=${reference}`,
  }
}

/** Returns the message to operators about a route that enough travellers want. */
export function writeRequestedRouteMail(
  { from, to, first_day, last_day }: Pick<TravelRequest, 'from' | 'to' | 'first_day' | 'last_day'>,
  travellers: number,
  request_id: string,
): { subject: string; text: string } {
  const days = daysOf({ first_day, last_day })
  return {
    subject: `${formatCount(travellers, 'traveller')} want ${from.name} to ${to.name}`,
    text: `${formatCount(travellers, 'traveller')} want to go from ${from.name} to ${to.name}, ${days}, and no bus fits. Offer a departure through your API key: POST travel-requests/${request_id}/departures. Seats are held for them at once, in the order in which they asked.`,
  }
}

/** Returns the message of an alert: the day and its price, kobo. */
export function writeAlertMessage(
  { kind, from, to }: Pick<RouteAlert, 'kind' | 'from' | 'to'>,
  { date, fare_kobo }: { date: string; fare_kobo: number | null },
) {
  const road = `${from.name} to ${to.name}`
  const price = fare_kobo === null ? '' : ` from ${formatNaira(fare_kobo)}`
  return {
    title: kind === 'price' ? `${road} for ${formatNaira(fare_kobo ?? 0)}` : `${road} is on sale`,
    text:
      kind === 'price'
        ? `${road} costs ${formatNaira(fare_kobo ?? 0)} on ${noon(date)}. Prices change as seats are sold.`
        : `The first departure from ${road} is on sale: ${noon(date)}${price}.`,
    path: `/bookride?from=${from.code}&to=${to.code}&date=${date}&passengers=1`,
  }
}
