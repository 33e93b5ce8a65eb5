import {
  decideRewardCase,
  getReferral,
  getRewards,
  listPoints,
  listRewardCasesForStaff,
  redeemPoints,
} from '#contract/rewards/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as cases from './cases.ts'
import * as service from './service.ts'

export const rewardRoutes = [
  bindEndpoint(getRewards, (ctx) => service.getRewards(ctx)),
  bindEndpoint(listPoints, (ctx, input) => service.listPoints(ctx, input)),
  bindEndpoint(redeemPoints, (ctx, input) => service.redeemPoints(ctx, input)),
  bindEndpoint(getReferral, (ctx) => service.getReferral(ctx)),
  bindEndpoint(listRewardCasesForStaff, cases.listRewardCasesForStaff),
  bindEndpoint(decideRewardCase, cases.decideRewardCase),
]
