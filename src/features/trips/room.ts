import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'trips',
  routes: [
    screen('/bookride', 'ResultsScreen'),
    screen('/bookride/details', 'TripScreen', { layout: 'flow' }),
    screen('/ride-board/motor-park/:park', 'RideBoardScreen'),
  ],
}
