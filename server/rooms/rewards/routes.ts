import { getReferral, getRewards, listPoints, redeemPoints } from '#contract/rewards/endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const rewardRoutes = [
  serve(getRewards, (ctx) => service.getRewards(ctx)),
  serve(listPoints, (ctx, input) => service.listPoints(ctx, input)),
  serve(redeemPoints, (ctx, input) => service.redeemPoints(ctx, input)),
  serve(getReferral, (ctx) => service.getReferral(ctx)),
]
