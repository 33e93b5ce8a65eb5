import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'invoices',
  routes: [
    screen('/invoice-checkout', 'InvoiceScreen', { around: 'flow', quiet: true }),
    screen('/invoice-checkout/success', 'ReceiptScreen', { around: 'flow', quiet: true }),
    screen('/profile/invoices', 'MyInvoicesScreen', { around: 'flow', own: true }),
  ],
  navigation: [
    {
      in: 'Money',
      at: 2.5,
      to: '/profile/invoices',
      label: 'Invoices',
    },
  ],
}
