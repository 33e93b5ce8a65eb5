export { getRewardsQuery } from './queries.ts'
export { ConvertPointsButton } from './convert-points-button.tsx'
