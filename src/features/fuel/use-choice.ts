import { compareText } from '#contract/order'
import type { FuelMonitor } from '#contract/fuel/model'
import type { Fuel } from '#contract/fuel/rules'
import { fuelLists, useCityOptions } from '#features/lookups'
import { useStored, write } from '#lib/device'
import { useQuery } from '@tanstack/react-query'

/** Returns the chosen state and fuel, stored on this phone. The default is Lagos and petrol. */
export function useFuelChoice() {
  const { state, fuel } = useStored('fuel_choice') ?? { state: 'Lagos', fuel: 'petrol' }
  return {
    state,
    fuel,
    choose: (part: Partial<{ state: string; fuel: Fuel }>) =>
      void write('fuel_choice', { state, fuel, ...part }),
  }
}

/**
 * Returns the brands, and functions that find the name or logo of a code. The name of an unknown code is the code
 * itself.
 */
export function useFuelStations() {
  const stations = useQuery(fuelLists.stations).data ?? []
  const of = (code: string) => stations.find((one) => one.code === code)
  return {
    stations,
    nameOf: (code: string) => of(code)?.name ?? code,
    logoOf: (code: string) => of(code)?.logo ?? null,
  }
}

/** Returns the states that have a motor park or a price, sorted by name, and the chosen one. */
export function useFuelStates(chosen: string): string[] {
  const monitors: readonly FuelMonitor[] = useQuery(fuelLists.monitors).data ?? []
  // A state without a price must be offered, or nobody could report its first one.
  const cities = useCityOptions()
  const names = new Set([
    ...monitors.map(({ state }) => state),
    ...cities.flatMap(({ under }) => under ?? []),
  ])
  if (chosen !== '') names.add(chosen)
  return [...names].toSorted(compareText)
}
