// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** points earned and spent, in sum */
export interface PointsAccount {
  person_id: string
  earned: Generated<number>
  spent: Generated<number>
  next_lapse_at: Timestamp | null
}

/** points, append-only */
export interface PointsEntry {
  id: Generated<string>
  number: Generated<number>
  person_id: string
  kind: 'trip' | 'redeemed' | 'lapsed' | 'given_up'
  points: number
  ref: string
  booking_id: string | null
  expires_at: Timestamp | null
  created_at: Generated<Timestamp>
}

/** what came of referrals */
export interface ReferralReward {
  friend_id: string
  referrer_id: string
  booking_id: string
  refusal: 'same_person' | 'unproved' | 'month_limit' | 'erased' | null
  reward_kobo: number
  created_at: Generated<Timestamp>
}
