import * as promises from '#contract/wallet/endpoints'
import { serve } from '#server/http/serve'
import { setWalletPin } from './pin.ts'
import { getWalletBalance, listWalletMonths, listWalletTransactions } from './service.ts'
import { getWalletReceipt, getWalletStatementCsv, getWalletStatementPdf } from './statement.ts'

export const walletRoutes = [
  serve(promises.getWalletBalance, getWalletBalance),
  serve(promises.listWalletTransactions, listWalletTransactions),
  serve(promises.listWalletMonths, listWalletMonths),
  serve(promises.getWalletStatementCsv, getWalletStatementCsv),
  serve(promises.getWalletStatementPdf, getWalletStatementPdf),
  serve(promises.getWalletReceipt, getWalletReceipt),
  serve(promises.setWalletPin, setWalletPin),
]
