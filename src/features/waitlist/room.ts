import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'waitlist',
  routes: [
    screen('/profile/travel-request', 'TravelRequestsScreen', {
      layout: 'flow',
      needs_login: true,
    }),
    // Offline requests wait on this phone, also for a login.
    screen('/profile/travel-request/ask', 'AskScreen', { layout: 'flow' }),
    screen('/profile/travel-request/wait', 'WaitScreen', { layout: 'flow', needs_login: true }),
    screen('/profile/travel-request/watch', 'WatchScreen', { layout: 'flow', needs_login: true }),
  ],
  outboxKinds: {
    travel_request: {
      endpoint: async () => (await import('#contract/waitlist/endpoints')).askForTrip,
      ref: true,
      word: 'Travel request',
      edit_path: '/profile/travel-request/ask',
    },
  },
  navigation: [
    {
      in: 'Travel',
      at: 4,
      to: '/profile/travel-request',
      label: 'Travel requests',
    },
  ],
}
