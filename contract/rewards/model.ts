import * as z from 'zod/mini'
import { count, id, instant, kobo, text } from '#contract/shapes'
import { minRedeemedPoints, selfDealingSigns } from './rules.ts'

const Tier = z.enum(['traveller', 'regular', 'road_captain'])

/**
 * A person's points, in whole numbers. `next`: what is missing to the next tier; null at the top. `checking`: the trips
 * whose rewards our staff are checking.
 */
export const Rewards = z.object({
  points: z.int(),
  worth_kobo: kobo,
  tier: Tier,
  trips_this_year: z.int(),
  next: z.nullable(z.object({ tier: Tier, trips_missing: z.int() })),
  lapsing: z.nullable(z.object({ points: z.int(), at: instant })),
  /** Missing in answers that were stored before this field existed. */
  checking: z.optional(z.int()),
})

export type Rewards = z.output<typeof Rewards>

export const PointsEntry = z.object({
  id: z.string(),
  kind: z.enum(['trip', 'redeemed', 'lapsed', 'given_up', 'taken_back']),
  words: z.string(),
  points: z.int(),
  balance: z.int(),
  booking: z.nullable(z.string()),
  created_at: instant,
})

export type PointsEntry = z.output<typeof PointsEntry>

export const RedeemPointsInput = z.strictObject({ points: count(minRedeemedPoints, 1_000_000) })

/**
 * The caller's referral code, and the newest friends who joined with it (`maxListedFriends`). `reward_kobo`: what each
 * side gets for one seat of a friend's first trip. `state` of a friend: waiting for that trip, rewarded, or not counted
 * (monthly limit, same person).
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

export const DecideRewardCaseInput = z.strictObject({
  id,
  became: z.enum(['approved', 'refused']),
  reason: text(3, 300),
})

/**
 * A booking whose rewards wait for our staff. `fee_kobo`: what we keep of our booking fee on it. The rewards are a
 * share of that sum.
 */
export const RewardCase = z.object({
  /** The id of the booking. */
  id: z.string(),
  booking: z.string(),
  state: z.enum(['open', 'approved', 'refused']),
  signs: z.array(z.enum(selfDealingSigns)),
  who: z.string(),
  /** The person who referred the buyer; null once that referral is decided. */
  referrer: z.nullable(z.string()),
  operator: z.string(),
  from: z.string(),
  to: z.string(),
  departs_at: instant,
  seats: z.int(),
  total_kobo: kobo,
  fee_kobo: kobo,
  /** How many different people bought seats of this departure. */
  buyers: z.int(),
  opened_at: instant,
})

export type RewardCase = z.output<typeof RewardCase>
