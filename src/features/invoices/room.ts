import type { Room } from '#lib/room'

/** Returns the reference of the invoice, with which the reference of each part begins. */
const invoiceOf = (part: string) => part.split('-')[0] ?? part

export const room: Room = {
  name: 'invoices',
  routes: [
    {
      path: '/invoice-checkout',
      screen: async () => (await import('./invoice.screen.tsx')).InvoiceScreen,
      layout: 'flow',
      quiet: true,
      purchase: true,
    },
    {
      path: '/invoice-checkout/success',
      screen: async () => (await import('./receipt.screen.tsx')).ReceiptScreen,
      layout: 'flow',
      quiet: true,
    },
    {
      path: '/profile/invoices',
      screen: async () => (await import('./my-invoices.screen.tsx')).MyInvoicesScreen,
      layout: 'flow',
      needs_login: true,
    },
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
