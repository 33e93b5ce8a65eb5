import { priceAdultTotal } from '#contract/fare'
import { refundPolicySentence } from '#contract/policy'
import type { TripSummary } from '#contract/trips/model'
import { amenities } from '#contract/trips/rules'
import type { Offer } from './offer-repository.ts'
import { makeTripId } from './trip-id.ts'

/** Returns the total for one adult, kobo; null for an unknown fare. */
export function priceForAdult(
  offer: Pick<Offer, 'seat_fare_kobo' | 'park_fee_kobo'>,
): number | null {
  return offer.seat_fare_kobo === null
    ? null
    : priceAdultTotal(offer.seat_fare_kobo, offer.park_fee_kobo)
}

/** Returns whether a trip arrives between 19:00 and 05:00 local time. */
function isNightArrival({ arrives_hour }: Offer): boolean {
  return arrives_hour >= 19 || arrives_hour < 5
}

const minute = 60_000

/** Converts milliseconds to minutes. */
export function toMinutes(ms: number): number {
  return Math.round(ms / minute)
}

/** Returns a trip as a card displays it. */
export function toTripSummary(offer: Offer): TripSummary {
  return {
    id: makeTripId(offer),
    operator: {
      id: offer.operator_id,
      name: offer.operator_name,
      code: offer.operator_code,
      logo: offer.operator_logo,
      rating: offer.operator_rating,
      reviews: offer.operator_reviews,
    },
    vehicle: {
      name: offer.vehicle_name,
      code: offer.vehicle_code,
      size: offer.vehicle_size,
      seats: offer.vehicle_seats,
      amenities: amenities.filter((amenity) => offer.amenities.includes(amenity)),
    },
    from: {
      city: { name: offer.from_city_name, code: offer.from_city, state: offer.from_state },
      park: { name: offer.from_park_name, code: offer.from_park },
    },
    to: {
      city: { name: offer.to_city_name, code: offer.to_city, state: offer.to_state },
      park: { name: offer.to_park_name, code: offer.to_park },
    },
    departs_at: offer.departs_at.toISOString(),
    arrives_at: offer.arrives_at.toISOString(),
    service_date: offer.service_date,
    zone: offer.zone,
    duration_minutes: toMinutes(offer.arrives_at.getTime() - offer.departs_at.getTime()),
    distance_km: offer.distance_km,
    seats_left: offer.seats_left,
    fare_kobo: priceForAdult(offer),
    refund_policy: refundPolicySentence,
    is_night_arrival: isNightArrival(offer),
    status: offer.status,
  }
}
