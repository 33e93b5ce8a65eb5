import { formatNumber } from '#contract/quantities'
import { parseArgs } from 'node:util'
import { writeBaseLists } from '#server/db/base/index'
import { explainConnectionError } from '#server/db/client'
import {
  FeedError,
  importTimetable,
  type ImportOptions,
  formatImportSummary,
} from '#server/rooms/timetables'
import { withMigratedDatabase } from './console.ts'

const usage = `npm run import -- FILE.zip [options]      imports a GTFS timetable, whole or not at all
  --name NAME               name of the feed; default: its publisher, its only operator, or the file name
  --rate CODE=NAIRA         exchange rate: naira per unit of a currency; may be repeated
  --extend                  continue weekly patterns that have ended
  --operator-vehicle CODE   vehicle of the feed’s operators (default: hiace-15)
  --dry-run                 read and check everything, write nothing
  --help                    print this help`

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const parsed = readArguments(args)
  if (parsed === 'help') {
    console.log(usage)
    return 0
  }
  if (typeof parsed === 'string') {
    console.error(`${parsed}\n\n${usage}`)
    return 1
  }
  try {
    await takeIn(parsed.file, parsed.options)
    return 0
  } catch (error) {
    const message =
      error instanceof FeedError
        ? `The feed is refused; nothing has been written.\n${error.message}`
        : explainConnectionError(error)
    if (message === undefined) throw error
    console.error(message)
    return 1
  }
}

async function takeIn(file: string, options: ImportOptions): Promise<void> {
  await withMigratedDatabase('waka import', async (db) => {
    await writeBaseLists(db)
    const summary = await importTimetable(db, file, { ...options, onProgress: progressLine() })
    console.log(formatImportSummary(summary))
  })
  console.log(
    `Took ${Math.round(process.uptime())} s and at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory.`,
  )
  if (options.dry_run) console.log('This was a dry run: nothing has been written.')
}

/** Returns the file and options, `help`, or an error message. */
function readArguments(args: string[]): { file: string; options: ImportOptions } | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        rate: { type: 'string', multiple: true, default: [] },
        extend: { type: 'boolean', default: false },
        'operator-vehicle': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return 'help'
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) return 'Give one file.'
    const rates = values.rate.map((rate) => /^([A-Za-z]{3})=(\d{1,6}(?:\.\d{1,6})?)$/.exec(rate))
    if (rates.includes(null)) return 'A rate looks like --rate CAD=95: naira for one unit.'
    const options: ImportOptions = {
      name: values.name,
      rates: Object.fromEntries(rates.map((rate) => [rate?.[1]?.toUpperCase(), Number(rate?.[2])])),
      extend: values.extend,
      dry_run: values['dry-run'],
    }
    const vehicle = values['operator-vehicle']
    return { file, options: vehicle === undefined ? options : { ...options, vehicle } }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns a function that prints rows and rows per second, once a second and after each file. */
function progressLine(): NonNullable<ImportOptions['onProgress']> {
  let [file, read, started, told] = ['', 0, 0, 0]
  const tell = () => {
    told = performance.now()
    const rate = Math.round(read / Math.max(0.001, (told - started) / 1000))
    if (read > 0) console.log(`${file}: ${formatNumber(read)} rows, ${formatNumber(rate)} rows/s`)
  }
  return (doing, rows) => {
    if (doing !== file) {
      tell()
      ;[file, started] = [doing, told]
      if (rows === 0) console.log(`${doing} …`)
    }
    read = rows
    if (performance.now() - told > 1000) tell()
  }
}
