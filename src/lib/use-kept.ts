import { type Kept, onDeviceChange, read, type Spot } from '#lib/device'
import { useEffect, useReducer, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the prerendered page and in the draw that takes it over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** What the phone keeps at a spot, followed while it changes; undefined until the page is alive. */
export function useKept<S extends Spot>(spot: S): Kept[S] | undefined {
  const hydrated = useHydrated()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onDeviceChange(spot, drawAgain), [spot])
  return hydrated ? read(spot) : undefined
}
