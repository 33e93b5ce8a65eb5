import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))
const listing = screensOf(() => import('./list-yours.screen.tsx'))

export const room: Room = {
  name: 'businesses',
  routes: [
    screen('/businesses', 'BusinessesScreen'),
    listing('/businesses/list-yours', 'ListYoursScreen', { layout: 'flow', needs_login: true }),
    screen('/businesses/:code', 'BusinessScreen'),
  ],
  navigation: [
    { in: 'top', at: 2, to: '/businesses', label: 'Businesses' },
    { in: 'Explore', at: 4, to: '/businesses', label: 'Browse our Businesses' },
  ],
}
