import { parseArgs } from 'node:util'
import { recheckPaymentsSince } from '#server/rooms/payments'
import { logConsoleEvent, reportFromDatabase } from './console.ts'

const usage = `npm run recheck-payments -- --days=120   asks the payment companies about every attempt of the last 120 days`

/** Returns the number of days; undefined if it is missing or not a number of days. */
function findDays(args: string[]): number | undefined {
  try {
    const { values } = parseArgs({ args, options: { days: { type: 'string' } } })
    const days = Number(values.days)
    return Number.isInteger(days) && days > 0 && days <= 3650 ? days : undefined
  } catch {
    return undefined
  }
}

const days = findDays(process.argv.slice(2))
if (days === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 1
} else
  await reportFromDatabase('waka payments', async (db) => {
    const count = await recheckPaymentsSince(db, new Date(Date.now() - days * 86_400_000))
    logConsoleEvent('money.recheck', `days:${days}`)
    return `The processes will ask the companies about ${count} attempts, at most twenty a second.`
  })
