import type { Room } from '#lib/room'

export const room: Room = {
  name: 'businesses',
  routes: [
    {
      path: '/businesses',
      screen: async () => (await import('./businesses.screen.tsx')).BusinessesScreen,
    },
    {
      path: '/businesses/list-yours',
      screen: async () => (await import('./list-yours.screen.tsx')).ListBusinessScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/businesses/:code',
      screen: async () => (await import('./business.screen.tsx')).BusinessScreen,
    },
  ],
  navigation: [
    { in: 'top', at: 2, to: '/businesses', label: 'Businesses' },
    { in: 'Explore', at: 4, to: '/businesses', label: 'Browse our Businesses' },
  ],
}
