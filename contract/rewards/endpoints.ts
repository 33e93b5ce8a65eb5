import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import {
  DecideRewardCaseInput,
  PointsEntry,
  RedeemPointsInput,
  Referral,
  RewardCase,
  Rewards,
} from './model.ts'
import { PageMeta, kobo, signedKobo, page, perPage } from '#contract/shapes'

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

export const redeemPoints = endpoint({
  name: 'redeemPoints',
  summary: 'Turns points into money in my wallet',
  method: 'POST',
  path: '/v1/{p}/rewards/redemptions',
  access: 'user',
  input: RedeemPointsInput,
  output: z.object({ points: z.int(), credited_kobo: kobo, balance_kobo: signedKobo }),
  refusals: ['points_too_few'],
  idempotency: 'required',
})

export const getReferral = endpoint({
  name: 'getReferral',
  summary: 'My referral code and link, and who joined with it',
  method: 'GET',
  path: '/v1/{p}/referral',
  access: 'user',
  input: z.strictObject({}),
  output: Referral,
  refusals: [],
})

export const listRewardCasesForStaff = endpoint({
  name: 'listRewardCasesForStaff',
  summary:
    'Bookings whose rewards wait, since buyer and operator seem to be the same; oldest first',
  method: 'GET',
  path: '/v1/{p}/staff/reward-cases',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(RewardCase),
  meta: PageMeta,
  refusals: [],
})

export const decideRewardCase = endpoint({
  name: 'decideRewardCase',
  summary: 'Our staff give or refuse the rewards of a booking, with a reason',
  method: 'POST',
  path: '/v1/{p}/staff/reward-cases/{id}/decision',
  access: 'staff',
  scope: 'refunds',
  input: DecideRewardCaseInput,
  output: RewardCase,
  refusals: ['not_found'],
  idempotency: 'required',
})
