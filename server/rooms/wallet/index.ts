export { provePin } from './pin.ts'
export { walletRoutes } from './routes.ts'
export { creditReward, walletTransactionsOf } from './service.ts'
