export { announceRefunds, requestRefund } from './refunds.ts'
export { room } from './room.ts'
