export { requireWalletPin } from './pin.ts'
export { room } from './room.ts'
export { writeStatementCsv } from './statement-csv.ts'
export { creditReward } from './service.ts'
