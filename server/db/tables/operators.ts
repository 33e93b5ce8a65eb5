// Written by npm run tables from the migrations.
import type { Bytes, Generated, Json, Timestamp } from '#server/db/column-types'

/** what the directory shows of an operator, counted anew by a job */
export interface OperatorCard {
  operator_id: string
  served: Generated<Json>
  road_list: Generated<Json>
  parks: Generated<Json>
  fleet: Generated<Json>
  city_codes: Generated<string[]>
  states: Generated<string[]>
  sizes: Generated<string[]>
  amenities: Generated<string[]>
  roads: Generated<number>
  price_kobo: number | null
  counted: Generated<number>
  on_time: Generated<number>
  cancelled: Generated<number>
  counted_at: Timestamp
}

/** keys with which operators call the API, by their hash */
export interface OperatorKey {
  id: string
  operator_id: string
  name: string
  sha256: Bytes
  label: string
  created_at: Generated<Timestamp>
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
  scopes: string[]
}

/** licences of operators that our staff have seen */
export interface OperatorLicence {
  operator_id: string
  number: string
  checked_on: string
  valid_until: string
  key_id: string | null
}

/** keys with which our own staff call the API, by their hash */
export interface StaffKey {
  id: string
  name: string
  sha256: Bytes
  label: string
  scopes: string[]
  created_at: Generated<Timestamp>
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
}
