import { askForTrip } from '#contract/waitlist/endpoints'
import type { Room } from '#lib/room'

export const room: Room = {
  name: 'waitlist',
  routes: [
    {
      path: '/profile/travel-request',
      screen: async () => (await import('./travel-requests.screen.tsx')).TravelRequestsScreen,
      layout: 'flow',
      needs_login: true,
    },
    // Without `needs_login`, since a request can be written offline and logged out. It is sent after the next login.
    {
      path: '/profile/travel-request/ask',
      screen: async () => (await import('./ask.screen.tsx')).RequestRouteScreen,
      layout: 'flow',
    },
    {
      path: '/profile/travel-request/wait',
      screen: async () => (await import('./wait.screen.tsx')).JoinWaitlistScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/travel-request/watch',
      screen: async () => (await import('./watch.screen.tsx')).RouteAlertScreen,
      layout: 'flow',
      needs_login: true,
    },
  ],
  outboxKinds: {
    travel_request: {
      endpoint: askForTrip,
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
