import { reportBoardingScans } from '#contract/boarding/endpoints'
import { CallError } from '#lib/api'
import { makeSingleSender } from '#lib/single-sender'
import { callAsAttendant } from './call-as-attendant.ts'
import {
  type BoardingAttendant,
  type TicketCheck,
  storeCheck,
  readBoardingData,
  loadBoardingData,
  filterUnsentChecks,
  isStillAttendant,
} from './store.ts'

const most = 100

const sender = makeSingleSender('boarding', sendOnce)

/**
 * Sends the checks that are not sent yet. Only one tab sends at a time. Checks that cannot be sent stay for the next
 * call. If the server was too busy or failed, calls do nothing until a pause is over.
 */
export const sendTicketChecks = sender.send

async function sendOnce(): Promise<void> {
  await loadBoardingData()
  /**
   * The ids of checks that arrived before the counter reported the sale of their ticket. The next call repeats them.
   */
  const early = new Set<string>()
  for (let size = most; ;) {
    const batch = filterUnsentChecks(readBoardingData().checks)
      .filter(({ scan }) => !early.has(scan.id))
      .slice(0, size)
    const { desk } = readBoardingData()
    if (batch.length === 0 || desk === undefined) return
    size = await sendBatch(batch, desk, early)
    if (size === 0) return
  }
}

/** Sends a batch, and adds early checks to `early`. Returns how many checks to send next; 0 to stop for now. */
async function sendBatch(
  batch: readonly TicketCheck[],
  desk: BoardingAttendant,
  early: Set<string>,
): Promise<number> {
  try {
    const scans = batch.map(({ scan }) => scan)
    const results = await callAsAttendant(desk, reportBoardingScans, { scans })
    sender.noteSuccess()
    if (!isStillAttendant(desk)) return 0
    const answers = new Map(results.map((answer) => [answer.id, answer]))
    for (const check of batch) {
      const answer = answers.get(check.scan.id)
      if (answer === undefined) return 0
      const { is_early, ...sent } = check
      if (answer.result === 'not_reported') {
        early.add(check.scan.id)
        if (is_early !== true) await storeCheck({ ...sent, is_early: true })
      } else await storeCheck({ ...sent, answer })
    }
    return most
  } catch (error) {
    if (!(error instanceof CallError) || error.is_offline) return 0
    sender.noteFailure(error)
    if (error.status !== 400 || !isStillAttendant(desk)) return 0
    // One check is invalid. It must not block the others, so the checks are then sent one at a time.
    const [first] = batch
    if (batch.length > 1 || first === undefined) return 1
    await storeCheck({ ...first, answer: { id: first.scan.id, result: 'unknown' } })
    return 1
  }
}
