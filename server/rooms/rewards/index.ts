export { giveUpPoints, pointsLeft, pointsOf, redeem } from './points.ts'
export { rewardRoutes } from './routes.ts'
export { rewardJobs, sweepRewards } from './sweep.ts'
