import { CallError } from './error.ts'
import { useRef } from 'react'

/**
 * Returns idempotency keys for a button. An action (`what`) keeps its key while it is repeated after a missing answer
 * or a server failure. After an answer (`settle`), or for another action, there is a new key.
 */
export function useIdempotencyKey() {
  const act = useRef({ what: '', key: '' })
  return {
    keyFor(what: string): string {
      if (act.current.what !== what) act.current = { what, key: crypto.randomUUID() }
      return act.current.key
    },
    settle(error?: Error): void {
      const isOpen = error instanceof CallError && (error.is_offline || error.status >= 500)
      if (!isOpen) act.current = { what: '', key: '' }
    },
  }
}
