import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'tickets',
  routes: [screen('/ticket/:reference', 'TicketScreen', { layout: 'flow', quiet: true })],
}
