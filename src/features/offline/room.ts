import type { Room } from '#lib/room'

export const room: Room = {
  name: 'offline',
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
