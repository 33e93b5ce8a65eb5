export { getRewardsQuery } from './queries.ts'
export { ReferralScreen } from './referral.screen.tsx'
export { RewardsScreen } from './rewards.screen.tsx'
export { TurnPoints } from './turn-points.tsx'
