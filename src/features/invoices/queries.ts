import { getInvoice, getInvoicePdf, listInvoices } from '#contract/invoices/endpoints'
import { call, callFile } from '#lib/api'
import { saveFile } from '#lib/browser'
import { findNextPage, makeRepeatFilter } from '#lib/queries/next-page'
import { retention } from '#lib/queries/retention'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** Query options for the invoice that a link opens. */
export const getInvoiceQuery = (reference: string) =>
  queryOptions({
    queryKey: ['getInvoice', reference],
    queryFn: ({ signal }) => call(getInvoice, { reference }, { signal }),
    ...retention.month(getInvoice.shape),
  })

/** Query options for the invoices addressed to the user, twenty per page: open ones by due date, then the newest. */
export const listInvoicesQuery = infiniteQueryOptions({
  queryKey: ['listInvoices'],
  queryFn: ({ signal, pageParam }) => call(listInvoices, { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: findNextPage,
  select: makeRepeatFilter('reference'),
  ...retention.month(listInvoices.shape),
})

export async function downloadInvoicePdf(reference: string): Promise<void> {
  saveFile(await callFile(getInvoicePdf, { reference }))
}
