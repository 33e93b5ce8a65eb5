export { convertPointsToMoney } from './points.ts'
export { room } from './room.ts'
export { sweepRewards } from './sweep.ts'
