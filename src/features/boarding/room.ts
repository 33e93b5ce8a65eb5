import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'boarding',
  routes: [screen('/verify', 'VerifyScreen', { layout: 'flow', quiet: true })],
  stores: {
    // Data of the check-in belongs to the phone and the operator; logins and logouts do not matter.
    boarding: { of: 'device', until: 'old', read_ms: 5000, list_ms: 5000 },
  },
}
