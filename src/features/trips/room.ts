import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'trips',
  routes: [
    screen('/bookride', 'ResultsScreen', { plain: true }),
    screen('/bookride/details', 'TripScreen', { around: 'flow', plain: true }),
    screen('/ride-board/motor-park/:park', 'RideBoardScreen', { plain: true }),
  ],
}
