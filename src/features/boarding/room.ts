import type { Room } from '#lib/room'

export const room: Room = {
  name: 'boarding',
  part: 'Checking tickets',
  routes: [
    {
      path: '/verify',
      screen: async () => (await import('./verify.screen.tsx')).VerifyScreen,
      layout: 'flow',
      quiet: true,
      head_printed: true,
    },
  ],
  stores: {
    // The data of boarding belongs to the phone and the operator, so it is not deleted at a login or logout.
    boarding: { of: 'device', until: 'old', read_ms: 5000, list_ms: 5000, shape: { '*': 'any' } },
  },
}
