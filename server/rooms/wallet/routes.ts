import * as endpoints from '#contract/wallet/endpoints'
import { bindEndpoint } from '#server/http/serve'
import { setWalletPin } from './pin.ts'
import { getWalletBalance, listWalletMonths, listWalletTransactions } from './service.ts'
import { getWalletReceipt, getWalletStatementCsv, getWalletStatementPdf } from './statement.ts'

export const walletRoutes = [
  bindEndpoint(endpoints.getWalletBalance, getWalletBalance),
  bindEndpoint(endpoints.listWalletTransactions, listWalletTransactions),
  bindEndpoint(endpoints.listWalletMonths, listWalletMonths),
  bindEndpoint(endpoints.getWalletStatementCsv, getWalletStatementCsv),
  bindEndpoint(endpoints.getWalletStatementPdf, getWalletStatementPdf),
  bindEndpoint(endpoints.getWalletReceipt, getWalletReceipt),
  bindEndpoint(endpoints.setWalletPin, setWalletPin),
]
