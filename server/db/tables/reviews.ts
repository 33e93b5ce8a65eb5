// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** what travellers say of operators and motor parks */
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
}
