import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

/** The reference of a part begins with the invoice's. */
const invoiceOf = (part: string) => part.split('-')[0] ?? part

export const room: Room = {
  name: 'invoices',
  routes: [
    screen('/invoice-checkout', 'InvoiceScreen', { layout: 'flow', quiet: true }),
    screen('/invoice-checkout/success', 'ReceiptScreen', { layout: 'flow', quiet: true }),
    screen('/profile/invoices', 'MyInvoicesScreen', { layout: 'flow', needs_login: true }),
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
