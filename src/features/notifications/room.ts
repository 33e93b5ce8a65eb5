import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    /** The references of bookings and parcels of which the person does not want to be notified, the newest twenty. */
    not_told: string[]
  }
}

export const room: Room = {
  name: 'notifications',
  storageKeys: { not_told: makePersonKey('not-told', ['string']) },
}
