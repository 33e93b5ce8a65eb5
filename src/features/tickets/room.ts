import type { Room } from '#lib/room'

export const room: Room = {
  name: 'tickets',
  part: 'Tickets and tracking',
  routes: [
    {
      path: '/ticket/:reference',
      screen: async () => (await import('./ticket.screen.tsx')).TicketScreen,
      layout: 'flow',
      quiet: true,
      installed: true,
    },
  ],
}
