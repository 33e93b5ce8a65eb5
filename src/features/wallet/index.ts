export { getWalletBalanceQuery, listWalletTransactionsQuery } from './queries.ts'
export { MovementList } from './movement-list.tsx'
export { WalletFunds } from './funds.tsx'
export {
  RefundChoice,
  RefundList,
  Refunds,
  type RefundDestination,
  refundLabels,
} from './refunds.tsx'
