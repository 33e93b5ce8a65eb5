import { lazyPart } from '#lib/lazy'
import type { Room } from '#lib/room'

export const room: Room = {
  name: 'wallet',
  part: 'Profile and wallet',
  routes: [
    {
      path: '/profile/wallet',
      screen: async () => (await import('./wallet.screen.tsx')).WalletScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/wallet/pin',
      screen: async () => (await import('./pin.screen.tsx')).PinScreen,
      layout: 'flow',
      needs_login: true,
      purchase: true,
    },
    {
      path: '/profile/wallet/add',
      screen: async () => (await import('./top-up.screen.tsx')).TopUpScreen,
      layout: 'flow',
      needs_login: true,
      purchase: true,
    },
    {
      path: '/profile/transaction',
      screen: async () => (await import('./transactions.screen.tsx')).TransactionsScreen,
      layout: 'flow',
      needs_login: true,
    },
  ],
  onBalanceChange: (queries) => {
    for (const name of ['getWalletBalance', 'listWalletMonths', 'listWalletTransactions'])
      void queries.invalidateQueries({ queryKey: [name] })
  },
  navigation: [
    {
      in: 'account',
      at: 1,
      to: '/profile/wallet',
      label: 'Wallet',
      Live: lazyPart(async () => (await import('./balance.tsx')).WalletBalance),
    },
    {
      in: 'Money',
      at: 2,
      to: '/profile/transaction',
      label: 'Transactions',
    },
  ],
}
