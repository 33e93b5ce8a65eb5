import { type Room, screensOf } from '#lib/room'

// It comes with the directories, which lead to it.
const road = screensOf(() => import('./road.screen.tsx'))
const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'trips',
  routes: [
    screen('/bookride', 'ResultsScreen'),
    screen('/bookride/details', 'TripScreen', { around: 'flow' }),
    road('/bookride/:road', 'RoadScreen', { plain: true }),
    screen('/ride-board/motor-park/:park', 'RideBoardScreen', { plain: true }),
  ],
}
