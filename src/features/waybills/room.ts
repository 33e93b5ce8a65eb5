import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'waybills',
  routes: [
    screen('/waybill/summary', 'SummaryScreen', { around: 'flow' }),
    screen('/waybill/success', 'SuccessScreen', { around: 'flow' }),
  ],
  navigation: [
    {
      in: 'Travel',
      at: 2,
      to: '/waybill/summary',
      label: 'My parcels',
      hint: 'Waybills, pickup PINs, where they are',
    },
  ],
}
