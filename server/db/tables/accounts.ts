// Written by npm run tables from the migrations.
import type { Bytes, Generated, Json, Timestamp } from '#server/db/column-types'

/** codes to prove an address or to set a new password */
export interface ContactCode {
  id: string
  purpose: 'reset' | 'prove'
  contact: string
  person_id: string
  code_hash: Bytes
  tries_left: number
  expires_at: Timestamp
  created_at: Generated<Timestamp>
  used_at: Timestamp | null
  asked_by: string | null
  tries_elsewhere: Generated<number>
  elsewhere: Generated<Json>
}

/** logins on devices */
export interface Login {
  id: string
  person_id: string
  device: string
  created_at: Generated<Timestamp>
  last_used_at: Generated<Timestamp>
  idle_until: Timestamp
  ends_at: Timestamp
  revoked_at: Timestamp | null
  device_key: string | null
}

/** people with an account */
export interface Person {
  id: string
  full_name: string
  email: string | null
  email_verified_at: Timestamp | null
  phone: string | null
  phone_verified_at: Timestamp | null
  password_hash: string | null
  google_sub: string | null
  language: Generated<string>
  data_saver: Generated<boolean>
  notifications: Generated<Json>
  kin_name: string | null
  kin_phone: string | null
  kin_relationship: string | null
  referral_code: string
  referred_by: string | null
  device_id: string | null
  erase_at: Timestamp | null
  erased_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** refresh tokens, hashed */
export interface RefreshToken {
  sha256: Bytes
  login_id: string
  used_at: Timestamp | null
  created_at: Generated<Timestamp>
}
