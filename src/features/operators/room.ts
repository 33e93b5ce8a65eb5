import type { Room } from '#lib/room'

export const room: Room = {
  name: 'operators',
  routes: [
    {
      path: '/brands',
      screen: async () => (await import('./operators.screen.tsx')).OperatorsScreen,
    },
    {
      path: '/bookride/:road',
      screen: async () => (await import('./route.screen.tsx')).RouteScreen,
    },
    {
      path: '/brands/:code',
      screen: async () => (await import('./operator.screen.tsx')).OperatorScreen,
    },
  ],
  navigation: [
    { in: 'top', at: 1, to: '/brands', label: 'Operators' },
    { in: 'Explore', at: 1, to: '/brands', label: 'Browse our Operators' },
  ],
}
