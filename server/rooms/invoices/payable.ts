import type { Payable } from '#server/platform/payable'
import { announcePaid } from './news.ts'
import {
  describeParts,
  findInvoiceFaults,
  findPartRefundContact,
  findPartToPay,
  selectPartWaits,
} from './payable-repository.ts'

/** Parts of invoices as payables. */
export const invoicePayable: Payable = {
  kind: 'invoice',
  contract_name: 'invoice',
  labels: {
    open: 'The invoice is open',
    document: 'receipt',
    price: 'amount due',
    already_paid: 'This was paid already.',
    gone: 'The invoice was cancelled.',
    late: 'came after the invoice was cancelled.',
    late_reason: 'it was cancelled',
    operator_cancelled: 'You do not have to pay',
  },
  makeReturnPath: (reference, payment) =>
    `/invoice-checkout?reference=${reference.split('-')[0]}&payment=${payment}`,
  find: findPartToPay,
  selectWaits: selectPartWaits,
  makeGoods: () => ({}),
  announce: announcePaid,
  describe: describeParts,
  findRefundContact: findPartRefundContact,
  findFaults: findInvoiceFaults,
}
