// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

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
