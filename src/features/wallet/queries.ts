import {
  getWalletBalance,
  getWalletReceipt,
  getWalletStatementCsv,
  getWalletStatementPdf,
  listWalletMonths,
  listWalletTransactions,
  setWalletPin,
} from '#contract/wallet/endpoints'
import { call, CallError, callFile, type CallInput } from '#lib/api'
import { retention } from '#lib/queries/retention'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { saveFile } from '#lib/browser'
import { read } from '#lib/device'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const loggedOut = { status: 401, code: 'not_signed_in', detail: 'Please log in first.' } as const

/** Query options for the user's wallet balance. Fails with 401 without a call if nobody is logged in. */
export const getWalletBalanceQuery = queryOptions({
  queryKey: ['getWalletBalance'],
  queryFn: async ({ signal }) => {
    if (read('token') === undefined) throw new CallError(loggedOut)
    return call(getWalletBalance, {}, { signal })
  },
  ...retention.month(getWalletBalance.shape),
})

/** Query options for the money in and out over six months, for the chart. */
export const listWalletMonthsQuery = queryOptions({
  queryKey: ['listWalletMonths'],
  queryFn: ({ signal }) => call(listWalletMonths, {}, { signal }),
  ...retention.month(listWalletMonths.shape),
})

/** Query options for every movement, newest first, twenty per page. */
export const listWalletTransactionsQuery = infiniteQueryOptions({
  queryKey: ['listWalletTransactions'],
  queryFn: ({ signal, pageParam }) => call(listWalletTransactions, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('id'),
  ...retention.month(listWalletTransactions.shape),
})

/** `id`: of the movement in the wallet. */
export async function downloadReceipt(id: string): Promise<void> {
  saveFile(await callFile(getWalletReceipt, { id }))
}

/** Downloads the statement of a range of days, as a PDF or for a spreadsheet. */
export async function downloadStatement(
  kind: 'pdf' | 'csv',
  span: CallInput<typeof getWalletStatementCsv>,
): Promise<void> {
  saveFile(await callFile(kind === 'pdf' ? getWalletStatementPdf : getWalletStatementCsv, span))
}

/** Sets the PIN. The old PIN or the password is required. */
export function setOwnWalletPin(
  input: CallInput<typeof setWalletPin>,
): Promise<{ has_pin: boolean }> {
  return call(setWalletPin, input)
}
