// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

/** tickets checked at the door of a bus, append-only */
export interface BoardingScan {
  id: string
  operator_id: string
  key_id: string
  trip_id: string
  ticket_id: Bytes
  seat: number
  issue: number
  verdict: 'valid' | 'already_used' | 'older_ticket' | 'wrong_bus' | 'cancelled' | 'wrong_time'
  scanned_at: Timestamp
  device: string
  place: string | null
  checked_by: string | null
  received_at: Generated<Timestamp>
  in_time: Generated<boolean>
}
