import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'
import { counterStores } from './stores.ts'

declare module '#lib/device' {
  interface StoredValues {
    /** Whether this phone has unanswered requests for seats, unsold seats or unreported sales. */
    counter_waits: boolean
  }
}

export const room: Room = {
  name: 'counter',
  routes: [
    {
      path: '/counter',
      screen: async () => (await import('./counter.screen.tsx')).OfflineCounterScreen,
      layout: 'flow',
      quiet: true,
      saves_itself: true,
      prerender_head: true,
    },
  ],
  stores: counterStores,
  storageKeys: { counter_waits: makePersonKey('counter-waits', 'boolean') },
  prefetch: [
    {
      at: 42,
      where: 'counter_waits',
      again: true,
      work: async () => (await import('./counter-report.ts')).reportOfflineSales(),
    },
  ],
}
