// Written by npm run tables from the migrations.
import type { Bytes, Generated, Timestamp } from '#server/db/column-types'

/** what was done at a desk, by whom and why; append-only */
export interface AuditEntry {
  id: Generated<number>
  operator_id: string | null
  member_id: string | null
  act: string
  subject: string | null
  reason: string | null
  made_at: Generated<Timestamp>
}

/** logins that have shown a second factor */
export interface FactorProof {
  login_id: string
  proved_at: Generated<Timestamp>
}

/** who works at the desk of an operator, or at our own */
export interface Member {
  id: string
  person_id: string
  operator_id: string | null
  role: string
  joined_at: Generated<Timestamp>
  ended_at: Timestamp | null
  ended_as: 'removed' | 'erased' | null
}

/** who was invited to a desk, by e-mail */
export interface MemberInvitation {
  id: string
  operator_id: string | null
  email: string
  role: string
  code_sha256: Bytes
  invited_by: string | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  ended_at: Timestamp | null
  accepted_by: string | null
}

/** codes for who has lost their app, each good once */
export interface RecoveryCode {
  person_id: string
  code_hash: Bytes
  used_at: Timestamp | null
}

/** secrets of authenticator apps, sealed */
export interface SecondFactor {
  person_id: string
  sealed: string
  made_at: Generated<Timestamp>
  confirmed_at: Timestamp | null
  last_step: Generated<number>
}
