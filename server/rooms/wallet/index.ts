export { requirePin } from './pin.ts'
export { room } from './room.ts'
export { creditReward } from './service.ts'
