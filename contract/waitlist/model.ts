import { formatCount } from '#contract/quantities'
import * as z from 'zod/mini'
import { maxSeats } from '#contract/policy'
import { code, day, id, instant, kobo, tripId, wholeNumber } from '#contract/shapes'
import { TripSummary } from '#contract/trips/model'
import { alertChannels, maxAlertDays } from './rules.ts'

const maxRequestDays = 7

const travellers = wholeNumber(1, maxSeats)

const maxFare = z.optional(
  kobo.check(z.minimum(10_000, 'Enter at least ₦100.'), z.maximum(100_000_000, 'Enter a fare.')),
)

const endsLater = 'The last day comes before the first.'

const tooLong = (days: number) => `Choose at most ${formatCount(days, 'day')} in a row.`

const span = (it: { first_day: string; last_day: string }) =>
  (Date.parse(it.last_day) - Date.parse(it.first_day)) / 86_400_000

const placesAndDays = { from: code, to: code, first_day: day, last_day: day }

type PlacesAndDays = { from: string; to: string; first_day: string; last_day: string }

const whatDays = (most: number) =>
  [
    z.refine<PlacesAndDays>((it) => it.from !== it.to, {
      error: 'Choose two different cities.',
      path: ['to'],
    }),
    z.refine<PlacesAndDays>((it) => span(it) >= 0, { error: endsLater, path: ['last_day'] }),
    z.refine<PlacesAndDays>((it) => span(it) < most, { error: tooLong(most), path: ['last_day'] }),
  ] as const

/** A requested route: cities by code, possible days, and the highest total in kobo that one traveller would pay. */
export const TravelRequestInput = z
  .strictObject({
    ...placesAndDays,
    travellers,
    max_fare_kobo: maxFare,
    client_ref: z.optional(id),
  })
  .check(...whatDays(maxRequestDays))

export const JoinTravelRequestInput = z.strictObject({
  request: id,
  travellers,
  max_fare_kobo: maxFare,
})

export const JoinWaitingListInput = z.strictObject({ trip_id: tripId, travellers })

const alertKinds = ['price', 'first_departure'] as const

const alertWay = z.enum(alertChannels, 'Choose push, SMS or email.')

/**
 * An alert for a price or a first departure. `below_kobo`: for a price alert, the highest total for one adult at which
 * the person is notified.
 */
export const RouteAlertInput = z
  .strictObject({
    ...placesAndDays,
    kind: z.enum(alertKinds, 'Choose a price or the first departure.'),
    below_kobo: maxFare,
    ways: z.array(alertWay).check(
      z.minLength(1, 'Choose how we should tell you.'),
      z.maxLength(3),
      z.refine((ways) => new Set(ways).size === ways.length, 'One of them is listed twice.'),
    ),
  })
  .check(
    ...whatDays(maxAlertDays),
    z.refine((it) => (it.kind === 'price') === (it.below_kobo !== undefined), {
      error: 'Enter a price in naira, like 12,500.',
      path: ['below_kobo'],
    }),
  )

const City = z.object({ name: z.string(), code: z.string() })

const routeFields = { from: City, to: City, first_day: z.string(), last_day: z.string() }

/** How many people request a route for these days, and for how many travellers in total. Contains no names. */
export const TravelRequest = z.object({
  id: z.string(),
  ...routeFields,
  people: z.int(),
  travellers: z.int(),
  departures: z.int(),
  created_at: instant,
})

export type TravelRequest = z.output<typeof TravelRequest>

/**
 * A travel request for operators. `named_a_fare`: the number of its travellers for whom a highest fare was entered;
 * `median_fare_kobo`: the median of these fares.
 */
export const RequestedRoute = z.extend(TravelRequest, {
  named_a_fare: z.int(),
  median_fare_kobo: z.nullable(kobo),
})

const queueStates = ['waiting', 'offered', 'taken', 'lapsed', 'left', 'ended'] as const

/** Seats held for the caller until `expires_at`. `booking`: the reference to pay. */
const SeatOffer = z.object({
  booking: z.string(),
  state: z.enum(['open', 'taken', 'lapsed', 'declined']),
  seats: z.array(z.int()),
  total_kobo: kobo,
  offered_at: instant,
  expires_at: instant,
  trip: TripSummary,
})

/**
 * The caller's entry on a waiting list: for a travel request (`request`) or a sold-out departure (`trip`). `ahead`:
 * travellers before the caller. `server_time`: the current time of the clock by which `expires_at` is set. The newest
 * offer comes first.
 */
export const WaitlistEntry = z.object({
  id: z.string(),
  state: z.enum(queueStates),
  travellers: z.int(),
  max_fare_kobo: z.nullable(kobo),
  joined_at: instant,
  ahead: z.int(),
  request: z.nullable(TravelRequest),
  trip: z.nullable(TripSummary),
  offers: z.array(SeatOffer),
  server_time: instant,
})

export type WaitlistEntry = z.output<typeof WaitlistEntry>

/**
 * An alert. Once it has found a trip, `told_day` is the day of that trip, and `told_kobo` the price for one adult.
 */
export const RouteAlert = z.object({
  id: z.string(),
  kind: z.enum(alertKinds),
  ...routeFields,
  below_kobo: z.nullable(kobo),
  ways: z.array(alertWay),
  state: z.enum(['watching', 'told', 'ended']),
  told_day: z.nullable(z.string()),
  told_kobo: z.nullable(kobo),
  created_at: instant,
})

export type RouteAlert = z.output<typeof RouteAlert>

const clock = z
  .string()
  .check(
    z.regex(/^20\d{2}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/, 'Enter it like 2026-11-24T07:30.'),
  )

/** A new departure for a request: motor parks by code, `leaves_at` in local time, the seat's fare without fees. */
const NewDeparture = z.strictObject({
  from_park: code,
  to_park: code,
  leaves_at: clock.check(
    z.refine((value) => !Number.isNaN(Date.parse(`${value}:00Z`)), 'This day does not exist.'),
  ),
  minutes: wholeNumber(10, 2880),
  vehicle: code,
  fare_kobo: kobo.check(z.minimum(10_000), z.maximum(100_000_000)),
})

/** An operator's offer: an existing or a new departure. */
export const OfferDepartureInput = z
  .strictObject({ request: id, trip_id: z.optional(tripId), departure: z.optional(NewDeparture) })
  .check(
    z.refine((it) => !it.trip_id !== !it.departure, {
      error: 'Choose one of your departures, or describe a new one.',
      path: ['trip_id'],
    }),
  )
