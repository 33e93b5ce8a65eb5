import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/businesses',
      label: 'Businesses',
      group: 'Manage',
      at: 50,
      isFor: ({ operator, may }) => operator === null && may.includes('directory'),
      screen: async () => (await import('./listings.tsx')).ListingsScreen,
    },
  ],
}
