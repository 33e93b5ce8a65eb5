export { payAtCounter, payMoreAtCounter, payRefundsAtCounter } from './counter-repository.ts'
export { recheckPaymentsSince } from './recheck.ts'
export { announceRefunds, requestRefund } from './refunds.ts'
export { room } from './room.ts'
