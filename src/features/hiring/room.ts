import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./hiring.screens.ts'))
const flow = { around: 'flow' } as const

export const room: Room = {
  name: 'hiring',
  routes: [
    screen('/charter-type', 'TypeScreen', flow),
    screen('/charter-marketplace', 'MarketplaceScreen', flow),
    screen('/charter-marketplace/custom-request', 'CustomRequestScreen', flow),
    screen('/charter-marketplace/browse_charter/:id', 'VehicleScreen', flow),
    screen('/charter-request', 'RequestScreen', flow),
    screen('/charter-airport', 'AirportScreen', flow),
  ],
  outboxKinds: {
    charter_request: {
      endpoint: async () =>
        (await import('#contract/charters/request-endpoints')).createCharterRequest,
      ref: true,
      word: 'Request for a vehicle',
      edit_path: '/charter-request',
    },
  },
  navigation: [{ in: 'top', at: 7, to: '/charter-type', label: 'Charter' }],
}
