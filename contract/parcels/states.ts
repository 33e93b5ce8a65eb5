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

/** All states of a parcel: before its first scan, those of its scans, and cancelled. */
export const parcelStates = ['pending_payment', 'paid', ...parcelEventKinds, 'cancelled'] as const

export type ParcelState = (typeof parcelStates)[number]

/** Whether a parcel has not yet reached its destination. Only then it has a planned arrival. */
export const isComing = (state: ParcelState): boolean =>
  state === 'pending_payment' ||
  state === 'paid' ||
  state === 'received' ||
  state === 'loaded' ||
  state === 'in_transit' ||
  state === 'at_hub'

/** Whether a parcel has reached a final state; false for an unknown one. */
export const hasEnded = (state: ParcelState | undefined): boolean =>
  state === 'delivered' || state === 'returned' || state === 'cancelled'
