import { useEffect } from 'react'

/** Keeps the screen on while a ticket is visible, if the phone allows it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let gone = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (gone) await lock.release()
      } catch {
        // A phone in power-saving mode may refuse. The ticket can be scanned nevertheless.
        lock = undefined
      }
    }
    const look = () => void ask()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', look)
      void lock?.release().catch(() => undefined)
    }
  }, [])
}
