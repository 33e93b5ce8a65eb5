// Written by npm run tables from the migrations.
import type { Bytes, Generated, Json, Timestamp } from '#server/db/column-types'

/** answers of writes, for repeats */
export interface Idempotency {
  principal: string
  key: string
  route: string
  body_sha256: Bytes
  status: number
  response: string
  created_at: Generated<Timestamp>
}

/** what has been seeded or imported */
export interface Installed {
  name: string
  detail: Generated<Json>
  installed_at: Generated<Timestamp>
}

/** token buckets */
export interface RateBucket {
  key: string
  tokens: number
  refilled_at: Generated<Timestamp>
}
