import { computeRetryPause } from '#contract/sending'
import type { CallError } from '#lib/api'
import { serverNow } from '#lib/clock'

/** Sends stored items from only one tab at a time. */
export interface SingleSender {
  /** Sends, unless the server asked for a pause that is not over. A request during sending makes it send once more. */
  send: () => Promise<void>
  /** Ends the pause and makes the next one short again: the server has accepted something. */
  noteSuccess: () => void
  /** Starts a pause if the server is too busy or failed (429 or 5xx). Each failure in a row makes the pause longer. */
  noteFailure: (error: CallError) => void
}

/** Makes a sender. `lock`: the name of the lock that the tabs share. `sendAll` must not reject. */
export function makeSingleSender(lock: string, sendAll: () => Promise<void>): SingleSender {
  let attempts = 0
  /** When to send again, ms by the server's clock. */
  let next_at = 0
  let isSending = false
  /** Whether sending was requested again while it was running: there may be more to send, or a network now. */
  let isMore = false
  const sendAlone = async () => {
    if (!('locks' in navigator)) return sendAll()
    await navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
      if (held !== null) await sendAll()
    })
  }
  return {
    send: async () => {
      isMore = true
      if (isSending || serverNow() < next_at) return
      isSending = true
      try {
        while (isMore) {
          isMore = false
          await sendAlone()
        }
      } finally {
        isSending = false
      }
    },
    noteSuccess: () => {
      attempts = 0
      next_at = 0
    },
    noteFailure: ({ status, retry_after }) => {
      if (status !== 429 && status < 500) return
      attempts += 1
      next_at = serverNow() + computeRetryPause(attempts, Math.random(), retry_after)
    },
  }
}
