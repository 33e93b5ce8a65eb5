import { ofPerson } from '#lib/device'
import { type Room, screensOf } from '#lib/room'

declare module '#lib/device' {
  interface Kept {
    /** A payment that has no end yet, and what it is for. */
    pending_payment: {
      reference: string
      booking?: string
      parcel?: string
      charter?: string
      invoice?: string
    }
    pending_top_up: { reference: string }
  }
}

const door = () => import('./index.ts')
const screen = screensOf(door)

export const room: Room = {
  name: 'payments',
  routes: [
    screen('/bookride/pay', 'PayScreen', { around: 'flow', quiet: true }),
    screen('/waybill/proceed', 'PayParcelScreen', { around: 'flow' }),
    screen('/charter-marketplace/confirm-payment', 'PayCharterScreen', {
      around: 'flow',
      own: true,
    }),
    screen('/profile/wallet/add', 'TopUpScreen', { around: 'flow', own: true }),
  ],
  storageKeys: {
    pending_payment: ofPerson('pending-payment'),
    pending_top_up: ofPerson('pending-top-up'),
  },
  warm: [
    {
      at: 40,
      where: 'pending_payment',
      again: true,
      work: async (queries) => (await door()).lookAfterPayment(queries),
    },
  ],
}
