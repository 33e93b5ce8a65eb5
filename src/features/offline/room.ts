import { type Room, screensOf } from '#lib/room'
import { outbox, storage } from './pages.ts'

export const room: Room = {
  name: 'offline',
  routes: [
    screensOf(storage)('/phone', 'StorageScreen'),
    screensOf(outbox)('/phone/outbox', 'OutboxScreen', { quiet: true }),
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
