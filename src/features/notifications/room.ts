import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    /** The bookings for which the person declined the question. */
    not_told: string[]
  }
}

export const room: Room = {
  name: 'notifications',
  storageKeys: { not_told: makePersonKey('not-told') },
}
