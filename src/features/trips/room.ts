import type { Room } from '#lib/room'

export const room: Room = {
  name: 'trips',
  part: 'Search, trips and parks',
  routes: [
    {
      path: '/bookride',
      screen: async () => (await import('./results.screen.tsx')).ResultsScreen,
      prerender_head: true,
    },
    {
      path: '/bookride/details',
      screen: async () => (await import('./trip.screen.tsx')).TripScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/parks',
      screen: async () => (await import('./parks.screen.tsx')).ParksScreen,
    },
    {
      path: '/routes',
      screen: async () => (await import('./routes.screen.tsx')).RoutesScreen,
    },
    {
      path: '/ride-board/motor-park/:park',
      screen: async () => (await import('./ride-board.screen.tsx')).RideBoardScreen,
    },
  ],
  navigation: [
    { in: 'more', at: 3, to: '/parks', label: 'Motor parks' },
    { in: 'more', at: 4, to: '/routes', label: 'Routes' },
  ],
}
