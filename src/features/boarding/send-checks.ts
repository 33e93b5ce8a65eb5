import { reportBoardingScans } from '#contract/boarding/endpoints'
import { computeRetryPause } from '#contract/sending'
import { call, CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import {
  type TicketCheck,
  storeCheck,
  readBoardingData,
  loadBoardingData,
  recordRefusal,
  filterUnsentChecks,
} from './store.ts'

const most = 100

/** How often in a row the server was busy, and when to send again, ms by the server's clock. */
let [attempts, next_at] = [0, 0]

/**
 * Sends the checks that are not sent yet. Only one tab sends at a time. Checks that fail stay for the next call. If the
 * server is busy, calls before the end of a pause do nothing.
 */
export async function sendChecks(): Promise<void> {
  if (serverNow() < next_at) return
  if (!('locks' in navigator)) return sendOnce()
  await navigator.locks.request('boarding', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await sendOnce()
  })
}

let isSending = false

async function sendOnce(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    await loadBoardingData()
    for (let size = most; ;) {
      const batch = filterUnsentChecks(readBoardingData().checks).slice(0, size)
      const key = readBoardingData().desk?.key
      if (batch.length === 0 || key === undefined) return
      size = await sendBatch(batch, key)
      if (size === 0) return
    }
  } finally {
    isSending = false
  }
}

/** Sends a batch. Returns how many checks to send next; 0 to stop for now. */
async function sendBatch(batch: readonly TicketCheck[], bearer: string): Promise<number> {
  try {
    const results = await call(
      reportBoardingScans,
      { scans: batch.map(({ scan }) => scan) },
      { bearer },
    )
    attempts = 0
    const answers = new Map(results.map((answer) => [answer.id, answer]))
    for (const check of batch) {
      const answer = answers.get(check.scan.id)
      if (answer === undefined) return 0
      await storeCheck({ ...check, answer })
    }
    return most
  } catch (error) {
    if (!(error instanceof CallError) || error.is_offline) return 0
    if (error.status === 401) recordRefusal()
    if (error.status === 429 || error.status >= 500)
      next_at = serverNow() + computeRetryPause((attempts += 1), Math.random(), error.retry_after)
    if (error.status !== 400) return 0
    // One check is invalid. It must not block the others, so the checks are then sent one at a time.
    const [first] = batch
    if (batch.length > 1 || first === undefined) return 1
    await storeCheck({ ...first, answer: { id: first.scan.id, result: 'unknown' } })
    return 1
  }
}
