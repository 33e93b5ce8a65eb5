import * as z from 'zod/mini'
import { count, instant, kobo } from '#contract/shapes'
import { minRedeemedPoints } from './rules.ts'

const Tier = z.enum(['traveller', 'regular', 'road_captain'])

/** A person's points, in whole numbers. `next`: what is missing to the next tier; null at the top. */
export const Rewards = z.object({
  points: z.int(),
  worth_kobo: kobo,
  tier: Tier,
  trips_this_year: z.int(),
  next: z.nullable(z.object({ tier: Tier, trips_missing: z.int() })),
  lapsing: z.nullable(z.object({ points: z.int(), at: instant })),
})

export type Rewards = z.output<typeof Rewards>

export const PointsEntry = z.object({
  id: z.string(),
  kind: z.enum(['trip', 'redeemed', 'lapsed', 'given_up']),
  words: z.string(),
  points: z.int(),
  balance: z.int(),
  booking: z.nullable(z.string()),
  created_at: instant,
})

export type PointsEntry = z.output<typeof PointsEntry>

export const RedeemPointsInput = z.strictObject({ points: count(minRedeemedPoints, 1_000_000) })

/**
 * The caller's referral code, and the friends who joined with it. `state` of a friend: waits for their first trip,
 * rewarded, or not counted (monthly limit, same person).
 */
export const Referral = z.object({
  code: z.string(),
  link: z.string(),
  share_text: z.string(),
  reward_kobo: kobo,
  friends: z.array(
    z.object({
      first_name: z.string(),
      joined_at: instant,
      state: z.enum(['waiting', 'rewarded', 'not_counted']),
    }),
  ),
  earned_kobo: kobo,
})

export type Referral = z.output<typeof Referral>
