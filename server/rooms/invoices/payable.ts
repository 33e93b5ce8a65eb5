import type { Payable } from '#server/platform/payable'
import { notifyOfInvoicePayment } from './news.ts'
import {
  describeInvoiceParts,
  findInvoiceFaults,
  findInvoiceRefundContact,
  findInvoicePartToPay,
  selectInvoicePartAwaitsPayment,
} from './payable-repository.ts'

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
  find: findInvoicePartToPay,
  selectWaits: selectInvoicePartAwaitsPayment,
  makeGoods: () => ({}),
  notify: notifyOfInvoicePayment,
  describe: describeInvoiceParts,
  findRefundContact: findInvoiceRefundContact,
  findFaults: findInvoiceFaults,
}
