export { getWalletBalanceQuery } from './queries.ts'
export { WalletFunds } from './funds.tsx'
export {
  RefundChoice,
  RefundList,
  Refunds,
  type RefundDestination,
  refundLabels,
} from './refunds.tsx'
