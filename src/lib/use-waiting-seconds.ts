import { useEffect, useState } from 'react'

/**
 * Returns 0, then 3 and 7 once `isWaiting` has been true for 3 and 7 seconds. A screen must say within 8 s of the tap
 * that it still waits, and a slow phone needs up to a second to show it: hence 7.
 */
export function useWaitingSeconds(isWaiting: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!isWaiting) return
    const timers = [3, 7].map((second) => setTimeout(setSeconds, second * 1000, second))
    return () => {
      timers.forEach(clearTimeout)
      setSeconds(0)
    }
  }, [isWaiting])
  return seconds
}
