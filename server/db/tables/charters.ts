// Written by npm run tables from the migrations.
import type { Generated, Json, Timestamp } from '#server/db/column-types'

/** vehicles that people have hired */
export interface Charter {
  id: string
  reference: string
  person_id: string
  vehicle_id: string
  operator_id: string
  offer_id: string | null
  kind: 'one_way' | 'round_trip' | 'days' | 'airport'
  occasion: string | null
  state: Generated<string>
  came_from: string | null
  stops: Json
  starts_at: Timestamp
  from_day: string
  until_day: string
  km: number
  travellers: number
  luggage: string | null
  needs: string | null
  contact_name: string | null
  contact_phone: string | null
  flight: Json | null
  offer_terms: string | null
  price: Json
  total_kobo: number
  hire_kobo: number
  fee_kobo: number
  vat_kobo: number
  pay_until: Timestamp | null
  driver_name: string | null
  driver_phone: string | null
  driver_plate: string | null
  code_tries: Generated<number>
  tried_on: string | null
  started_at: Timestamp | null
  ended_at: Timestamp | null
  failure: string | null
  date_changes: Generated<number>
  closed_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** days on which a vehicle cannot be had */
export interface CharterDay {
  vehicle_id: string
  day: string
  charter_id: string | null
}

/** parts of a price, each paid by itself */
export interface CharterInstalment {
  id: string
  charter_id: string
  number: number
  kind: 'deposit' | 'balance' | 'all'
  amount_kobo: number
  fee_kobo: number
  vat_kobo: number
  due_at: Timestamp
  state: Generated<'open' | 'paid' | 'closed'>
  paid_kobo: Generated<number>
  paid_at: Timestamp | null
  reminders: Generated<number>
  payable_id: string | null
}

/** what operators offer for a request */
export interface CharterOffer {
  id: string
  request_id: string
  operator_id: string
  vehicle_id: string
  state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn' | 'expired'>
  hire_kobo: number
  price: Json
  terms: string
  valid_until: Timestamp
  created_at: Generated<Timestamp>
}

/** vehicles that people ask operators for */
export interface CharterRequest {
  id: string
  reference: string
  person_id: string
  client_ref: string | null
  state: Generated<'open' | 'accepted' | 'withdrawn' | 'expired'>
  kind: 'one_way' | 'round_trip' | 'days' | 'airport'
  occasion: string | null
  stops: Json
  city_id: number
  starts_at: Timestamp
  from_day: string
  until_day: string
  km: number
  travellers: number
  luggage: string | null
  needs: string | null
  budget_kobo: number | null
  contact_name: string | null
  contact_phone: string | null
  operators_asked: Generated<number>
  open_until: Timestamp
  created_at: Generated<Timestamp>
}

/** what people say of a vehicle they had */
export interface CharterReview {
  id: string
  charter_id: string
  vehicle_id: string
  rating: number
  body: string
  written_by: string
  written_at: Generated<Timestamp>
}

/** what a charter can be */
export interface CharterState {
  state: string
  is_live: boolean
  is_paid: boolean
}

/** which state may follow which */
export interface CharterTransition {
  from_state: string
  to_state: string
}

/** vehicles that can be hired with their drivers */
export interface CharterVehicle {
  id: string
  operator_id: string
  city_id: number
  name: string
  plate: string
  type: string
  year: number
  seats: number
  size: 'small' | 'medium' | 'large'
  amenities: Generated<string[]>
  about: Generated<string>
  fuel_included: Generated<boolean>
  day_kobo: number
  km_kobo: number
  km_a_day: number
  least_kobo: number
  overnight_kobo: number
  overtime_hour_kobo: number
  waiting_hour_kobo: number
  does_airports: Generated<boolean>
  is_active: Generated<boolean>
  stars: Generated<number[]>
  rating: number | null
  reviews: Generated<number>
  created_at: Generated<Timestamp>
}
