import type { Payable } from '#server/platform/payable'
import { announcePaid } from './news.ts'
import {
  describeParts,
  findInvoiceFaults,
  findPartToPay,
  partStanding,
} from './payable-repository.ts'

/** Parts of invoices, as they are paid. */
export const invoicePayable: Payable = {
  kind: 'invoice',
  called: 'invoice',
  words: {
    kept: 'The invoice is open',
    got: 'receipt',
    price: 'the amount due',
    paid: 'This was paid already.',
    gone: 'The invoice was cancelled.',
    late: 'came after the invoice was cancelled.',
  },
  wayBack: (reference, payment) =>
    `/invoice-checkout?reference=${reference.split('-')[0]}&payment=${payment}`,
  find: findPartToPay,
  standing: partStanding,
  goods: () => ({}),
  announce: announcePaid,
  describe: describeParts,
  findFaults: findInvoiceFaults,
}
