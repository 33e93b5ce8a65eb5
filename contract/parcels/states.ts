/** Kinds of scans. */
export const parcelEventKinds = [
  'received',
  'loaded',
  'in_transit',
  'at_hub',
  'ready_for_pickup',
  'out_for_delivery',
  'delivered',
  'on_hold',
  'damaged',
  'lost',
  'return_in_transit',
  'returned',
] as const

export type ParcelEventKind = (typeof parcelEventKinds)[number]

/** All states of a parcel: before its first scan, what its scans say, and cancelled. */
export const parcelStates = ['pending_payment', 'paid', ...parcelEventKinds, 'cancelled'] as const

export type ParcelState = (typeof parcelStates)[number]

/** Whether a parcel is still to come to where it goes: only then an hour is planned for it there. */
export const isComing = (state: ParcelState): boolean =>
  state === 'pending_payment' ||
  state === 'paid' ||
  state === 'received' ||
  state === 'loaded' ||
  state === 'in_transit' ||
  state === 'at_hub'

/** Whether nothing more happens to a parcel; of one that nobody knows yet it is not said. */
export const hasEnded = (state: ParcelState | undefined): boolean =>
  state === 'delivered' || state === 'returned' || state === 'cancelled'
