import { lazyPart } from '#lib/lazy'
import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))
const topUp = screensOf(() => import('./top-up.screen.tsx'))
const own = { layout: 'flow', needs_login: true } as const

export const room: Room = {
  name: 'wallet',
  routes: [
    screen('/profile/wallet', 'WalletScreen', own),
    screen('/profile/wallet/pin', 'PinScreen', own),
    topUp('/profile/wallet/add', 'TopUpScreen', own),
    screen('/profile/transaction', 'TransactionsScreen', own),
  ],
  moneyMoved: (queries) => {
    for (const name of ['getWalletBalance', 'listWalletMonths', 'listWalletTransactions'])
      void queries.invalidateQueries({ queryKey: [name] })
  },
  navigation: [
    {
      in: 'account',
      at: 1,
      to: '/profile/wallet',
      label: 'Wallet',
      Live: lazyPart(async () => (await import('./index.ts')).WalletBalance),
    },
    {
      in: 'Money',
      at: 2,
      to: '/profile/transaction',
      label: 'Transactions',
    },
  ],
}
