// Written by npm run tables from the migrations.
import type { Bytes, Generated, Json, Timestamp } from '#server/db/column-types'

/** held, paid and past bookings */
export interface Booking {
  id: string
  reference: string
  trip_id: string
  leg_from: number
  leg_to: number
  seats: number[]
  passenger_types: string[]
  status: 'held' | 'awaiting_payment' | 'confirmed' | 'travelled' | 'completed' | 'expired' | 'cancelled' | 'operator_cancelled'
  user_id: string | null
  guest_token_sha256: Bytes | null
  holder: string
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  kin_name: string | null
  kin_phone: string | null
  kin_relationship: string | null
  insurance: Generated<boolean>
  fare: Json
  total_kobo: number
  paid_kobo: Generated<number>
  refunded_kobo: Generated<number>
  hold_expires_at: Timestamp | null
  hold_extended: Generated<boolean>
  reseated: Generated<boolean>
  free_cancel_until: Timestamp | null
  reschedules_left: Generated<number>
  fee_percent_floor: Generated<number>
  created_at: Generated<Timestamp>
  confirmed_at: Timestamp | null
  cancelled_at: Timestamp | null
  rewarded_at: Timestamp | null
  network: string | null
  is_vouched: Generated<boolean>
  payable_id: string | null
  return_trip_id: string | null
  way: 'out' | 'back' | null
}

/** codes that let a device into a guest's booking, hashed */
export interface BookingCode {
  booking_id: string
  device: string
  code_hash: Bytes
  tries_left: number
  expires_at: Timestamp
  id: Generated<string>
}

/** where moved bookings came from, append-only */
export interface BookingMove {
  booking_id: string
  number: number
  trip_id: string
  leaves_at: Timestamp
  fee_percent: number
  price_kobo: number
  cancel_kobo: number
  back_kobo: number
  moved_at: Generated<Timestamp>
}

/** devices that were let into a guest's booking, by the hash of their token */
export interface BookingProof {
  token_sha256: Bytes
  booking_id: string
  device: string
  created_at: Generated<Timestamp>
  code_id: string | null
}

/** what another vehicle did to a booking */
export interface BookingReseat {
  change_id: string
  booking_id: string
  moved_from: number[]
  moved_to: number[]
  lost: number[]
  back_kobo: number
  done_at: Generated<Timestamp>
}

/** the manifest, one traveller a seat */
export interface Passenger {
  booking_id: string
  seat: number
  full_name: string
  gender: 'female' | 'male'
  passenger_type: string
  phone: string | null
  address: string
  state: Generated<'travelling' | 'cancelled'>
}

/** ways out and back that are paid as one */
export interface ReturnTrip {
  id: string
  payable_id: string | null
  created_at: Generated<Timestamp>
}

/** who has which seat on which leg */
export interface SeatClaim {
  trip_id: string
  seat: number
  leg: number
  booking_id: string | null
  block_id: string | null
  expires_at: Timestamp | null
}

/** proofs of work that have been used */
export interface SpentProof {
  id: string
  expires_at: Timestamp
}

/** departures that got another vehicle */
export interface VehicleChange {
  id: string
  trip_id: string
  from_vehicle: string
  to_vehicle: string
  worth_percent: number
  asked_at: Generated<Timestamp>
  done_at: Timestamp | null
}
