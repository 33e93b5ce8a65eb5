// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

/** issued tickets; their payload is signed anew from this row */
export interface Ticket {
  id: Bytes
  code: string
  booking_id: string
  trip_id: string
  seat: number
  leg_from: number
  leg_to: number
  issue: Generated<number>
  status: 'valid' | 'used' | 'cancelled' | 'reissued'
  kid: number
  created_at: Generated<Timestamp>
}
