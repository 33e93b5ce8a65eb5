import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'operators',
  routes: [
    screen('/brands', 'OperatorsScreen'),
    screen('/bookride/:road', 'RoadScreen'),
    screen('/brands/:code', 'OperatorScreen'),
  ],
  navigation: [
    { in: 'top', at: 1, to: '/brands', label: 'Operators' },
    { in: 'Explore', at: 1, to: '/brands', label: 'Browse our Operators' },
  ],
}
