import { counterStores } from '#features/counter'
import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  stores: counterStores,
  // What this phone sold without a network is reported on any screen.
  start: async ({ operator, may }) => {
    if (operator !== null && may.includes('counter'))
      await (await import('#features/counter')).reportOfflineSales().catch(() => undefined)
  },
  routes: [
    {
      path: '/counter',
      label: 'Counter',
      waiting: 'reservations',
      group: 'Sell',
      at: 11,
      isFor: ({ operator, may }) => operator !== null && may.includes('counter'),
      screen: async () => (await import('./counter.tsx')).CounterScreen,
    },
    {
      path: '/sales',
      detail_path: '/sales/:reference',
      label: 'Sales',
      group: 'Sell',
      at: 12,
      isFor: ({ operator, may }) => operator !== null && may.includes('counter'),
      screen: async () => (await import('./sales.tsx')).SalesScreen,
    },
    {
      path: '/drawers',
      label: 'Drawers',
      group: 'Money',
      at: 13,
      isFor: ({ operator, may }) => operator !== null && may.includes('drawers'),
      screen: async () => (await import('./drawers.tsx')).DrawersScreen,
    },
  ],
}
