import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { count, instant, kobo, page, PageMeta, perPage } from './shapes.ts'

/** Kobo of fare that earn one point, kobo one point is worth, months until points lapse. */
export const koboPerPoint = 10_000
export const pointWorthKobo = 100
export const pointMonths = 12
export const leastRedeemed = 100

/** What both sides of a referral get after the new traveller's first trip, and how many a month count. */
export const referralKobo = 50_000
export const referralsPerMonth = 10

/** Tiers by trips travelled in the last twelve months; `percent` is what they earn of the usual points. */
export const tiers = [
  { code: 'traveller', name: 'Traveller', from_trips: 0, percent: 100 },
  { code: 'regular', name: 'Regular', from_trips: 4, percent: 125 },
  { code: 'road_captain', name: 'Road captain', from_trips: 12, percent: 150 },
] as const

export const Tier = z.enum(['traveller', 'regular', 'road_captain'])

/** Points are whole numbers. `next`: what is missing to the next tier, null at the top. */
export const Rewards = z.object({
  points: z.int(),
  worth_kobo: kobo,
  tier: Tier,
  trips_this_year: z.int(),
  next: z.nullable(z.object({ tier: Tier, trips_missing: z.int() })),
  lapsing: z.nullable(z.object({ points: z.int(), at: instant })),
})
export type Rewards = z.output<typeof Rewards>

export const getRewards = endpoint({
  name: 'getRewards',
  summary: 'My points, what they are worth, and my tier',
  method: 'GET',
  path: '/v1/{p}/rewards',
  access: 'user',
  input: z.strictObject({}),
  output: Rewards,
  refusals: [],
})

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

export const listPoints = endpoint({
  name: 'listPoints',
  summary: 'Points earned and spent, newest first',
  method: 'GET',
  path: '/v1/{p}/rewards/points',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(PointsEntry),
  meta: PageMeta,
  refusals: [],
})

export const RedeemPointsInput = z.strictObject({ points: count(leastRedeemed, 1_000_000) })

export const redeemPoints = endpoint({
  name: 'redeemPoints',
  summary: 'Turns points into money in my wallet, to pay with at once',
  method: 'POST',
  path: '/v1/{p}/rewards/redemptions',
  access: 'user',
  input: RedeemPointsInput,
  output: z.object({ points: z.int(), credited_kobo: kobo, balance_kobo: kobo }),
  refusals: ['points_too_few'],
  idempotency: 'required',
})

/** `state`: waits for the first trip, was rewarded, or does not count (the month's limit, the same person). */
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

export const getReferral = endpoint({
  name: 'getReferral',
  summary: 'My referral code and link, and who came through it',
  method: 'GET',
  path: '/v1/{p}/referral',
  access: 'user',
  input: z.strictObject({}),
  output: Referral,
  refusals: [],
})
