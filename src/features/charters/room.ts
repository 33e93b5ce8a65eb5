import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./charters.screens.ts'))
const flow = { around: 'flow' } as const
const own = { around: 'flow', own: true } as const

export const room: Room = {
  name: 'charters',
  routes: [
    screen('/charter-marketplace/confirm-payment/success', 'PaidScreen', flow),
    screen('/charter-request/success', 'RequestedScreen', flow),
    screen('/profile/charters', 'ChartersScreen', own),
    screen('/profile/charters/:reference', 'CharterScreen', own),
  ],
  navigation: [
    {
      in: 'Travel',
      at: 6,
      to: '/profile/charters',
      label: 'My charters',
    },
  ],
}
