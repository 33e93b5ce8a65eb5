import type { Fuel } from '#contract/fuel/rules'
import { ofPerson } from '#lib/device'
import { type Room, screensOf } from '#lib/room'

declare module '#lib/device' {
  interface Kept {
    /** The prices that this phone shows first; `state` is a state's name. */
    fuel_choice: { state: string; fuel: Fuel }
  }
}

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'fuel',
  routes: [screen('/fuel-price', 'FuelPriceScreen')],
  outboxKinds: {
    fuel_report: {
      endpoint: async () => (await import('#contract/fuel/endpoints')).reportFuelPrice,
      ref: true,
      word: 'Fuel price',
      edit_path: '/fuel-price',
    },
  },
  storageKeys: { fuel_choice: ofPerson('fuel-choice') },
  navigation: [{ in: 'Explore', at: 3, to: '/fuel-price', label: 'Track Fuel Prices' }],
}
