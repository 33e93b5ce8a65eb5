// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** who waits for a seat, in their order */
export interface QueuePlace {
  id: string
  number: Generated<number>
  person_id: string
  request_id: string | null
  trip_id: string | null
  leg_from: number | null
  leg_to: number | null
  travellers: number
  max_fare_kobo: number | null
  state: Generated<'waiting' | 'offered' | 'taken' | 'lapsed' | 'left' | 'ended'>
  joined_at: Generated<Timestamp>
  ended_at: Timestamp | null
  client_ref: string | null
}

/** departures that operators offer for a travel request */
export interface RequestDeparture {
  request_id: string
  trip_id: string
  leg_from: number
  leg_to: number
  operator_id: string
  fare_kobo: number
  offered_at: Generated<Timestamp>
}

/** prices and first departures that somebody watches */
export interface RouteAlert {
  id: string
  person_id: string
  kind: 'price' | 'first_departure'
  from_city_id: number
  to_city_id: number
  first_day: string
  last_day: string
  below_kobo: number | null
  ways: string[]
  state: Generated<'watching' | 'told' | 'ended'>
  told_day: string | null
  told_kobo: number | null
  looked_at: Generated<Timestamp>
  ended_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** seats held for 30 minutes for whose turn it is */
export interface SeatOffer {
  id: string
  place_id: string
  trip_id: string
  booking_id: string
  state: Generated<'open' | 'taken' | 'lapsed' | 'declined'>
  offered_at: Generated<Timestamp>
  expires_at: Timestamp
  ended_at: Timestamp | null
}

/** roads and days that somebody wants to travel */
export interface TravelRequest {
  id: string
  from_city_id: number
  to_city_id: number
  first_day: string
  last_day: string
  told_travellers: Generated<number>
  created_at: Generated<Timestamp>
  ended_at: Timestamp | null
}
