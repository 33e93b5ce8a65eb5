import type { Room } from '#lib/room'
import { boardingStores } from './stores.ts'

export const room: Room = {
  name: 'boarding',
  part: 'Checking tickets',
  routes: [
    {
      path: '/verify',
      screen: async () => (await import('./verify.screen.tsx')).VerifyScreen,
      layout: 'flow',
      quiet: true,
      prerender_head: true,
    },
  ],
  stores: boardingStores,
}
