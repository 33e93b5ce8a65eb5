import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False in the prerendered page and in the draw that takes it over, true from then on. The page comes alive
 * in a transition: anyone who touches it meanwhile does not wait for all of it.
 */
export function useHydrated(): boolean {
  const [alive, setAlive] = useState(false)
  const isTakingOver = useRef(false)
  const isAlone = useSyncExternalStore(
    never,
    () => !isTakingOver.current,
    () => {
      // Asked for only where something printed is taken over.
      isTakingOver.current = true
      return false
    },
  )
  useEffect(() => {
    if (!isAlone) startTransition(() => setAlive(true))
  }, [isAlone])
  return isAlone || alive
}
