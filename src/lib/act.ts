import { CallError } from '#lib/api'
import { useRef } from 'react'

/**
 * Idempotency keys for a button. An act (`what`) keeps its key while it is repeated after silence or a server
 * failure. After an answer (`settle`), or for another act, there is a new key.
 */
export function useActKey() {
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

/** The message after a failed act: the server's sentence, or `offline` without an answer. */
export function sentenceOf(error: Error, offline: string): string {
  if (!(error instanceof CallError)) return 'This did not work on the phone. Please try again.'
  if (error.is_offline) return offline
  return Object.values(error.fields)[0] ?? error.detail
}

/** The server's errors by field; empty for other failures. */
export function fieldsOf(error: Error | null): Record<string, string> {
  return error instanceof CallError ? error.fields : {}
}
