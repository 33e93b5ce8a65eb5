export { getRewardsQuery } from './queries.ts'
export { TurnPoints } from './turn-points.tsx'
