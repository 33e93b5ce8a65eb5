import type { DeskRoom } from '#lib/desk-room'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/departures',
      detail_path: '/departures/:id',
      label: 'Departures',
      group: 'Sell',
      at: 10,
      isFor: ({ may }) => may.includes('boarding'),
      // Who sells seats but answers for no departures begins with the sale.
      isFirstFor: ({ may }) => may.includes('departures') || !may.includes('counter'),
      screen: async () => (await import('./departures.tsx')).DeparturesScreen,
    },
  ],
}
