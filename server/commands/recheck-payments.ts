import { parseArgs } from 'node:util'
import { formatNaira } from '#contract/money'
import { providerNames } from '#contract/payments/rules'
import { readConfig } from '#server/config'
import {
  findUnknownCharges,
  recheckPaymentsSince,
  type UnknownCharge,
} from '#server/rooms/payments'
import { logConsoleSecurityEvent, reportFromDatabase } from './console.ts'

const usage = `npm run recheck-payments -- --days=120
  asks the payment companies again about every attempt of the last 120 days
npm run recheck-payments -- --lost-since=2026-11-29T10:30:00+01:00
  lists their charges since then that belong to no attempt here`

type Arguments = { days: number } | { lostSince: Date }

/**
 * Parses the command line: either `--days` or `--lost-since`. Returns undefined if it has both, neither or an invalid
 * value.
 */
function parseArguments(args: string[]): Arguments | undefined {
  try {
    const options = { days: { type: 'string' }, 'lost-since': { type: 'string' } } as const
    const { values } = parseArgs({ args, options })
    const days = Number(values.days)
    const lostSince = new Date(values['lost-since'] ?? '')
    if (values['lost-since'] === undefined)
      return Number.isInteger(days) && days > 0 && days <= 3650 ? { days } : undefined
    return values.days !== undefined || Number.isNaN(lostSince.getTime())
      ? undefined
      : { lostSince }
  } catch {
    return undefined
  }
}

const describe = ({ provider, reference, provider_id, open_kobo }: UnknownCharge) =>
  `${providerNames[provider]}  ${provider_id}  ${reference}  ${formatNaira(open_kobo)}`

const given = parseArguments(process.argv.slice(2))
if (given === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 1
} else
  await reportFromDatabase('waka payments', async (db) => {
    if ('lostSince' in given) {
      const unknown = await findUnknownCharges({ db, config: readConfig() }, given.lostSince)
      return [`${unknown.length} charges are unknown here.`, ...unknown.map(describe)].join('\n')
    }
    const since = new Date(Date.now() - given.days * 86_400_000)
    const count = await recheckPaymentsSince(db, since)
    logConsoleSecurityEvent('money.recheck', `days:${given.days}`)
    return `The processes will ask the companies about ${count} attempts, at most twenty a second.`
  })
