import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'operators',
  routes: [
    screen('/brands', 'OperatorsScreen', { plain: true }),
    screen('/bookride/:road', 'RoadScreen', { plain: true }),
    screen('/brands/:code', 'OperatorScreen', { plain: true }),
  ],
  navigation: [
    { in: 'top', at: 1, to: '/brands', label: 'Operators' },
    { in: 'Explore', at: 1, to: '/brands', label: 'Browse our Operators' },
  ],
}
