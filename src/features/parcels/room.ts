import { createParcel } from '#contract/parcels/endpoints'
import type { Parcel } from '#contract/parcels/model'
import type { Shape } from '#contract/shape'
import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'
import type { ParcelData } from './parcel-draft.ts'

declare module '#lib/device' {
  interface StoredValues {
    current_parcel_data: ParcelData
    /** The full data of the last parcel that was created or paid. It opens even if IndexedDB was lost. */
    current_parcel_booking: Parcel
    /** The bus that is chosen to carry the parcel. */
    parcel_choice: { trip_id: string }
  }
}

const end: Shape = { at: 'string', location: 'string' }

/** The shape of a stored `ParcelData`. Drafts of other versions may lack a field, which is then empty. */
const storedParcelData: Shape = {
  'from?': 'string',
  'to?': 'string',
  'drop_off?': end,
  'pick_up?': end,
  'size?': 'string',
  'length?': 'string',
  'width?': 'string',
  'height?': 'string',
  'weight?': 'string',
  'type?': 'string',
  'add_ons?': ['string'],
  'value?': 'string',
}

export const room: Room = {
  name: 'parcels',
  part: 'Sending parcels',
  routes: [
    {
      path: '/send-parcel',
      screen: async () => (await import('./send-parcel.screen.tsx')).SendParcelScreen,
      layout: 'bare',
      prerender_head: true,
      purchase: true,
    },
    {
      path: '/customizeparcel',
      screen: async () => (await import('./customize.screen.tsx')).ParcelSizeScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/request-parcel',
      screen: async () => (await import('./request.screen.tsx')).ParcelRequestScreen,
      layout: 'flow',
      prerender_head: true,
      purchase: true,
    },
    {
      path: '/request-parcel/proceed',
      screen: async () => (await import('./sign-in.screens.tsx')).ParcelLogInScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/request-parcel/loginscreen',
      screen: async () => (await import('./sign-in.screens.tsx')).RequestLogInScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/request-parcel/signupscreen',
      screen: async () => (await import('./sign-in.screens.tsx')).RequestSignUpScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/request-parcel/almostthere',
      screen: async () => (await import('./almost-there.screen.tsx')).AlmostThereScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/request-parcel/successParcelRequest',
      screen: async () => (await import('./requested.screen.tsx')).ParcelRequestedScreen,
      layout: 'flow',
      quiet: true,
      purchase: true,
    },
    {
      path: '/waybill/summary',
      screen: async () => (await import('./summary.screen.tsx')).ParcelSummaryScreen,
      layout: 'flow',
    },
    {
      path: '/waybill/proceed',
      screen: async () => (await import('./pay-parcel.screen.tsx')).PayParcelScreen,
      layout: 'flow',
      purchase: true,
    },
    {
      path: '/waybill/success',
      screen: async () => (await import('./success.screen.tsx')).ParcelPaidScreen,
      layout: 'flow',
    },
    {
      path: '/track-parcel',
      screen: async () => (await import('./tracking/track-parcel.screen.tsx')).TrackParcelScreen,
      layout: 'flow',
      prerender_head: true,
      installed: true,
      part: 'Tickets and tracking',
    },
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
      (await import('./queries.ts')).refetchParcel(queries, tracking_id),
  },
  outboxKinds: {
    parcel: {
      endpoint: createParcel,
      ref: true,
      word: 'Parcel',
      edit_path: '/request-parcel/almostthere',
    },
  },
  navigation: [
    { in: 'more', at: 1, to: '/send-parcel', label: 'Send a parcel' },
    { in: 'more', at: 2, to: '/track-parcel', label: 'Track a parcel' },
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
    current_parcel_data: makePersonKey('current parcel data', storedParcelData),
    current_parcel_booking: makePersonKey('current parcel booking', { tracking_id: 'string' }),
    parcel_choice: makePersonKey(
      'current parcel choice',
      { trip_id: 'string' },
      'new_start',
      'session',
    ),
  },
}
