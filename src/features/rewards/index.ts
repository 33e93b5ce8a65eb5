export { getRewardsQuery } from './queries.ts'
export { ConvertPoints } from './turn-points.tsx'
