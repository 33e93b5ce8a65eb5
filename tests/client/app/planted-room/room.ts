import { reportFuelPrice } from '#contract/fuel/endpoints'
import { makeDeviceKey, makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    planted_note: string
    planted_look: string
  }
}

/** The arguments with which the room's idle work was called. */
export const prefetched: unknown[] = []

/** Payments noted for the fixture room's items: the reference, and whether it counted as paid. */
export const notedPayments: (readonly [reference: string, isPaid: boolean])[] = []

/** A fixture room: everything that belongs to it is in its folder. */
export const room: Room = {
  name: 'planted',
  routes: [
    {
      path: '/planted',
      screen: async () => (await import('./screen.tsx')).PlantedScreen,
      needs_login: true,
    },
  ],
  payable: {
    kind: 'planted',
    path: (reference) => `/planted?plant=${reference}`,
    screens: ['/planted'],
    query: (reference) => ['getPlant', reference],
    labels: { bought: 'the plant', landed: 'Your payment has landed. The plant is yours.' },
    note: (_, reference, isPaid) => notedPayments.push([reference, isPaid]),
  },
  outboxKinds: {
    planted: {
      endpoint: reportFuelPrice,
      ref: true,
      word: 'Planted thing',
      edit_path: '/planted',
    },
  },
  storageKeys: {
    planted_note: makePersonKey('planted-note', 'string'),
    planted_look: makeDeviceKey('planted-look', 'string'),
  },
  stores: {
    planted: { of: 'person', until: 'dropped', read_ms: 5000, list_ms: 5000, shape: 'any' },
  },
  prefetch: [{ at: 55, work: (queries) => void prefetched.push(queries) }],
  navigation: [
    { in: 'top', at: 7, to: '/planted', label: 'Planted' },
    { in: 'Explore', at: 9, to: '/planted', label: 'See what was planted' },
    { in: 'Travel', at: 9, to: '/planted', label: 'My plants', hint: 'What grows' },
  ],
}
