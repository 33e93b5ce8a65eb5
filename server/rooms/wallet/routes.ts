import * as endpoints from '#contract/wallet/endpoints'
import { serve } from '#server/http/serve'
import { setWalletPin } from './pin.ts'
import { getWalletBalance, listWalletMonths, listWalletTransactions } from './service.ts'
import { getWalletReceipt, getWalletStatementCsv, getWalletStatementPdf } from './statement.ts'

export const walletRoutes = [
  serve(endpoints.getWalletBalance, getWalletBalance),
  serve(endpoints.listWalletTransactions, listWalletTransactions),
  serve(endpoints.listWalletMonths, listWalletMonths),
  serve(endpoints.getWalletStatementCsv, getWalletStatementCsv),
  serve(endpoints.getWalletStatementPdf, getWalletStatementPdf),
  serve(endpoints.getWalletReceipt, getWalletReceipt),
  serve(endpoints.setWalletPin, setWalletPin),
]
