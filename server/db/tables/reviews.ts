// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

/** what travellers say of operators, motor parks and listed businesses */
export interface Review {
  id: string
  person_id: string
  operator_id: string | null
  motor_park_id: string | null
  rating: number
  body: string
  booking_id: string | null
  is_verified: Generated<boolean>
  client_ref: string | null
  written_at: Generated<Timestamp>
  vouched_by: 'trip' | 'demo' | null
  punctuality: number | null
  driving: number | null
  vehicle: number | null
  staff: number | null
  security: number | null
  touts: number | null
  toilets: number | null
  shade: number | null
  lighting: number | null
  first_at: Generated<Timestamp>
  state: Generated<'shown' | 'waiting' | 'hidden'>
  answer: string | null
  answered_at: Timestamp | null
  answer_key_id: string | null
  answer_member_id: string | null
  business_id: string | null
}

/** what our staff decided, and why */
export interface ReviewDecision {
  id: Generated<number>
  review_id: string
  became: 'shown' | 'hidden'
  reason: string
  staff_key_id: string | null
  decided_at: Generated<Timestamp>
  member_id: string | null
}

/** what it looked like */
export interface ReviewPhoto {
  review_id: string
  number: number
  jpeg: Bytes
}

/** what readers say is wrong with one */
export interface ReviewReport {
  review_id: string
  person_id: string
  reason: 'spam' | 'abuse' | 'private' | 'not_a_trip' | 'other'
  words: string | null
  reported_at: Generated<Timestamp>
  looked_at: Timestamp | null
}
