import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * Returns false in the prerendered page and during hydration, true afterwards. The update is a transition, so that a
 * person who touches the page does not have to wait for it.
 */
export function useHydrated(): boolean {
  const [alive, setAlive] = useState(false)
  const isTakingOver = useRef(false)
  const isAlone = useSyncExternalStore(
    never,
    () => !isTakingOver.current,
    () => {
      // A transition is needed only where prerendered HTML is hydrated.
      isTakingOver.current = true
      return false
    },
  )
  useEffect(() => {
    if (!isAlone) startTransition(() => setAlive(true))
  }, [isAlone])
  return isAlone || alive
}
