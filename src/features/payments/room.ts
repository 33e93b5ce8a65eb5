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
// Each comes with the room of what is paid.
const booking = screensOf(() => import('./pay.screen.tsx'))
const parcel = screensOf(() => import('./pay-parcel.screen.tsx'))
const charter = screensOf(() => import('./pay-charter.screen.tsx'))
const wallet = screensOf(() => import('./top-up.screen.tsx'))

export const room: Room = {
  name: 'payments',
  routes: [
    booking('/bookride/pay', 'PayScreen', { around: 'flow', quiet: true }),
    parcel('/waybill/proceed', 'PayParcelScreen', { around: 'flow' }),
    charter('/charter-marketplace/confirm-payment', 'PayCharterScreen', {
      around: 'flow',
      own: true,
    }),
    wallet('/profile/wallet/add', 'TopUpScreen', { around: 'flow', own: true }),
  ],
  storageKeys: {
    pending_payment: ofPerson('pending-payment'),
    pending_top_up: ofPerson('pending-top-up'),
  },
  prefetch: [
    {
      at: 40,
      where: 'pending_payment',
      again: true,
      work: async (queries) => (await door()).lookAfterPayment(queries),
    },
  ],
}
