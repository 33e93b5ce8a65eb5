import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/parcels',
      label: 'Parcels',
      waiting: 'parcels',
      group: 'Sell',
      at: 14,
      isFor: ({ operator, may }) => operator !== null && may.includes('counter'),
      screen: async () => (await import('./parcels.tsx')).ParcelsScreen,
    },
    {
      path: '/claims',
      label: 'Claims',
      waiting: 'claims',
      group: 'Money',
      at: 40,
      isFor: ({ may }) => may.includes('claims'),
      screen: async () => (await import('./claims.tsx')).ClaimsScreen,
    },
  ],
}
