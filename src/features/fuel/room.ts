import { reportFuelPrice } from '#contract/fuel/endpoints'
import type { Fuel } from '#contract/fuel/rules'
import { makePersonKey } from '#lib/device'
import type { Room } from '#lib/room'

declare module '#lib/device' {
  interface StoredValues {
    /** The state (by its name) and the fuel whose prices this phone shows first. */
    fuel_choice: { state: string; fuel: Fuel }
  }
}

export const room: Room = {
  name: 'fuel',
  part: 'Reviews and fuel prices',
  routes: [
    {
      path: '/fuel-price',
      screen: async () => (await import('./fuel-price.screen.tsx')).FuelPriceScreen,
      prerender_head: true,
    },
  ],
  outboxKinds: {
    fuel_report: {
      endpoint: reportFuelPrice,
      ref: true,
      word: 'Fuel price',
      edit_path: '/fuel-price',
    },
  },
  storageKeys: { fuel_choice: makePersonKey('fuel-choice', { state: 'string', fuel: 'string' }) },
  navigation: [
    { in: 'more', at: 6, to: '/fuel-price', label: 'Fuel prices' },
    { in: 'Explore', at: 3, to: '/fuel-price', label: 'Track Fuel Prices' },
  ],
}
