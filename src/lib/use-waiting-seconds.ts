import { useEffect, useState } from 'react'

/**
 * Returns whole seconds since `isWaiting` became true; 0 while it is false. Changes only at 3 and 7: what is shown at 7
 * is on the screen 8 s after the tap on a slow phone.
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
