import { type Kept, onDeviceChange, read, type Spot } from '#lib/device'
import { useEffect, useState } from 'react'

/** What the phone keeps at a spot, followed while it changes. Undefined in the first draw, as on the server. */
export function useKept<S extends Spot>(spot: S): Kept[S] | undefined {
  const [kept, setKept] = useState<Kept[S]>()
  useEffect(() => {
    const look = () => setKept(read(spot))
    look()
    return onDeviceChange(spot, look)
  }, [spot])
  return kept
}
