import { ofPerson } from '#lib/device'
import { type Room, screensOf } from '#lib/room'

declare module '#lib/device' {
  interface Kept {
    /** Codes of links that this phone has made, by id: the server has only their hashes. */
    trip_links: Record<string, string>
  }
}

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'sharing',
  routes: [screen('/ticket/:reference/share', 'ShareTripScreen', { layout: 'flow', quiet: true })],
  outboxKinds: {
    trip_sign: {
      endpoint: async () => (await import('#contract/sharing/endpoints')).sayHowIAm,
      ref: true,
      word: 'Trip update',
      edit_path: '/phone/outbox',
    },
  },
  storageKeys: { trip_links: ofPerson('trip-links') },
}
