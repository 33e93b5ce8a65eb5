// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

/** next of kin who were texted because nobody had said "arrived" */
export interface KinText {
  booking_id: string
  trip_id: string
  sent_at: Generated<Timestamp>
}

/** links to follow a trip, by the hash of their code */
export interface TripLink {
  id: string
  booking_id: string
  number: number
  code_sha256: Bytes
  wants_sms: Generated<boolean>
  created_at: Generated<Timestamp>
  ended_at: Timestamp | null
}

/** what travellers say of themselves on the way */
export interface TripSign {
  id: string
  booking_id: string
  trip_id: string
  kind: 'on_the_way' | 'arrived'
  place: string | null
  said_at: Timestamp
  received_at: Generated<Timestamp>
  client_ref: string | null
}
