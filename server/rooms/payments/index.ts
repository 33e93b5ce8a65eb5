export { payAtCounter, payMoreAtCounter, payRefundsAtCounter } from './counter-repository.ts'
export { announceRefunds, requestRefund } from './refunds.ts'
export { room } from './room.ts'
