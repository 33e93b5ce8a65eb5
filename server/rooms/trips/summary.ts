import { computeAdultTotal } from '#contract/fare'
import { refundPolicySentence } from '#contract/policy'
import type { ListedTrip, TripSummary } from '#contract/trips/model'
import { amenities } from '#contract/trips/rules'
import type { DepartureDetail } from './departure-repository.ts'
import { makeTripId } from './trip-id.ts'

/** Returns the total for one adult, kobo; null for an unknown fare. */
export function computeAdultPrice(
  departure: Pick<DepartureDetail, 'seat_fare_kobo' | 'park_fee_kobo'>,
): number | null {
  return departure.seat_fare_kobo === null
    ? null
    : computeAdultTotal(departure.seat_fare_kobo, departure.park_fee_kobo)
}

/** Returns whether a trip arrives between 19:00 and 05:00 local time. */
function isNightArrival({ arrives_hour }: DepartureDetail): boolean {
  return arrives_hour >= 19 || arrives_hour < 5
}

const minute = 60_000

/** Converts milliseconds to minutes, rounded to the nearest. */
export function toMinutes(ms: number): number {
  return Math.round(ms / minute)
}

/** Returns a trip as a card displays it. */
export function toTripSummary(departure: DepartureDetail): TripSummary {
  return {
    id: makeTripId(departure),
    operator: {
      id: departure.operator_id,
      name: departure.operator_name,
      code: departure.operator_code,
      logo: departure.operator_logo,
      rating: departure.operator_rating,
      reviews: departure.operator_reviews,
    },
    vehicle: {
      name: departure.vehicle_name,
      code: departure.vehicle_code,
      size: departure.vehicle_size,
      seats: departure.vehicle_seats,
      amenities: amenities.filter((amenity) => departure.amenities.includes(amenity)),
    },
    from: {
      city: {
        name: departure.from_city_name,
        code: departure.from_city,
        state: departure.from_state,
      },
      park: { name: departure.from_park_name, code: departure.from_park },
    },
    to: {
      city: { name: departure.to_city_name, code: departure.to_city, state: departure.to_state },
      park: { name: departure.to_park_name, code: departure.to_park },
    },
    departs_at: departure.departs_at.toISOString(),
    arrives_at: departure.arrives_at.toISOString(),
    service_date: departure.service_date,
    zone: departure.zone,
    duration_minutes: toMinutes(departure.arrives_at.getTime() - departure.departs_at.getTime()),
    distance_km: departure.distance_km,
    seats_left: departure.seats_left,
    fare_kobo: computeAdultPrice(departure),
    refund_policy: refundPolicySentence,
    is_night_arrival: isNightArrival(departure),
    status: departure.status,
    ...(departure.sales_closed && { sales_closed: true }),
  }
}

/** Returns a trip as a list of trips on sale displays it. */
export function toListedTrip(departure: DepartureDetail): ListedTrip {
  return { ...toTripSummary(departure), seats_held: departure.seats_held }
}
