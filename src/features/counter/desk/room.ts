import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/counter',
      label: 'Counter',
      waiting: 'reservations',
      at: 11,
      isFor: ({ operator, may }) => operator !== null && may.includes('counter'),
      screen: async () => (await import('./counter.tsx')).CounterScreen,
    },
    {
      path: '/sales',
      detail_path: '/sales/:reference',
      label: 'Sales',
      at: 12,
      isFor: ({ operator, may }) => operator !== null && may.includes('counter'),
      screen: async () => (await import('./sales.tsx')).SalesScreen,
    },
    {
      path: '/drawers',
      label: 'Drawers',
      at: 13,
      isFor: ({ operator, may }) => operator !== null && may.includes('drawers'),
      screen: async () => (await import('./drawers.tsx')).DrawersScreen,
    },
  ],
}
