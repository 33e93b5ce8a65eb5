import { makeDeviceKey } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    /** Whether the person has answered the question whether to install the app. */
    install_answered: boolean
  }
}

export const room: Room = {
  name: 'offline',
  storageKeys: { install_answered: makeDeviceKey('install-answered', 'boolean') },
  routes: [
    { path: '/phone', screen: async () => (await import('./storage.screen.tsx')).StorageScreen },
    {
      path: '/phone/outbox',
      screen: async () => (await import('./outbox.screen.tsx')).OutboxScreen,
      quiet: true,
    },
  ],
  navigation: [
    {
      in: 'Account',
      at: 5,
      to: '/phone',
      label: 'Storage on this phone',
    },
    {
      in: 'Account',
      at: 6,
      to: '/phone/outbox',
      label: 'Waiting to be sent',
    },
  ],
}
