import { sayHowIAm } from '#contract/sharing/endpoints'
import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    /** The codes of links that were made on this phone, by id. The server has only their hashes. */
    trip_links: Record<string, string>
  }
}

export const room: Room = {
  name: 'sharing',
  routes: [
    {
      path: '/ticket/:reference/share',
      screen: async () => (await import('./share-trip.screen.tsx')).ShareTripScreen,
      layout: 'flow',
      quiet: true,
    },
  ],
  outboxKinds: {
    trip_sign: {
      endpoint: sayHowIAm,
      ref: true,
      word: 'Trip update',
      // Each report is changed on the page of its own trip.
      edit_path: '/profile/trip',
    },
  },
  storageKeys: { trip_links: makePersonKey('trip-links', { '*': 'string' }) },
}
