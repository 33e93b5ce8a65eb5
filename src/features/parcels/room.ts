import type { Parcel } from '#contract/parcels/model'
import { ofPerson } from '#lib/device'
import { type Room, screensOf } from '#lib/room'
import type { ParcelData } from './parcel-draft.ts'

declare module '#lib/device' {
  interface Kept {
    current_parcel_data: ParcelData
    /** The last parcel that was created or paid, whole: it opens even if IndexedDB was lost. */
    current_parcel_booking: Parcel
    /** The bus that is to carry it. */
    parcel_choice: { trip_id: string }
  }
}

/** Where a parcel is, for anyone; in the first install, since it opens without a network. */
export const tracking = () => import('./track-parcel.screen.tsx')

const screen = screensOf(() => import('./sending.screens.ts'))
const pay = screensOf(() => import('./pay-parcel.screen.tsx'))
const waybill = screensOf(() => import('./waybill.screens.ts'))
// With the login forms, for logged-out people.
const stranger = screensOf(() => import('./sign-in.screens.tsx'))
const flow = { layout: 'flow' } as const

export const room: Room = {
  name: 'parcels',
  routes: [
    screen('/send-parcel', 'SendParcelScreen', { layout: 'bare' }),
    screen('/customizeparcel', 'CustomizeScreen', flow),
    screen('/request-parcel', 'RequestScreen', flow),
    stranger('/request-parcel/proceed', 'ProceedScreen', flow),
    stranger('/request-parcel/loginscreen', 'RequestLogInScreen', flow),
    stranger('/request-parcel/signupscreen', 'RequestSignUpScreen', flow),
    screen('/request-parcel/almostthere', 'AlmostThereScreen', flow),
    screen('/request-parcel/successParcelRequest', 'RequestedScreen', { ...flow, quiet: true }),
    waybill('/waybill/summary', 'SummaryScreen', flow),
    pay('/waybill/proceed', 'PayParcelScreen', flow),
    waybill('/waybill/success', 'SuccessScreen', flow),
    screensOf(tracking)('/track-parcel', 'TrackParcelScreen', flow),
  ],
  payable: {
    kind: 'parcel',
    path: (tracking_id) => `/waybill/proceed?parcel=${tracking_id}`,
    screens: ['/waybill/proceed', '/waybill/success'],
    query: (tracking_id) => ['getParcel', tracking_id],
    labels: {
      bought: 'the waybill number',
      landed: 'Your payment has landed. The waybill is saved on this phone.',
    },
    note: async (queries, tracking_id) =>
      (await import('./queries.ts')).renewParcel(queries, tracking_id),
  },
  outboxKinds: {
    parcel: {
      endpoint: async () => (await import('#contract/parcels/endpoints')).createParcel,
      ref: true,
      word: 'Parcel',
      edit_path: '/request-parcel/almostthere',
    },
  },
  navigation: [
    {
      in: 'tabs',
      at: 3,
      to: '/track-parcel',
      label: 'Parcels',
      icon: 'M12 3 4 7v10l8 4 8-4V7zM4 7l8 4 8-4M12 11v10M8 5l8 4',
    },
    {
      in: 'Travel',
      at: 2,
      to: '/waybill/summary',
      label: 'My parcels',
    },
  ],
  storageKeys: {
    current_parcel_data: ofPerson('current parcel data'),
    current_parcel_booking: ofPerson('current parcel booking'),
    parcel_choice: ofPerson('current parcel choice', 'new_start', 'session'),
  },
}
