import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

/** The reference of a part begins with the invoice's. */
const invoiceOf = (part: string) => part.split('-')[0] ?? part

export const room: Room = {
  name: 'invoices',
  routes: [
    screen('/invoice-checkout', 'InvoiceScreen', { around: 'flow', quiet: true }),
    screen('/invoice-checkout/success', 'ReceiptScreen', { around: 'flow', quiet: true }),
    screen('/profile/invoices', 'MyInvoicesScreen', { around: 'flow', own: true }),
  ],
  payable: {
    kind: 'invoice',
    path: (part) => `/invoice-checkout?reference=${invoiceOf(part)}`,
    screens: ['/invoice-checkout'],
    query: (part) => ['getInvoice', invoiceOf(part)],
    labels: {
      bought: 'the receipt',
      landed: 'Your payment has landed. The receipt is with the invoice.',
    },
    note: (queries, part) =>
      queries.invalidateQueries({ queryKey: ['getInvoice', invoiceOf(part)] }),
  },
  navigation: [
    {
      in: 'Money',
      at: 2.5,
      to: '/profile/invoices',
      label: 'Invoices',
    },
  ],
}
