import { basename } from 'node:path'
import type { Db } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { enqueue } from '#server/jobs/queue'
import { makeTimetableDepartures } from '#server/jobs/make-departures'
import { findBrokenRows, findImpossibleRows, findSkippedRows } from './checks-repository.ts'
import { createTripDistances } from './distances-repository.ts'
import { applyFareRules, createFareTables, type ExchangeRates } from './fares-repository.ts'
import { feedFiles } from './feed-files.ts'
import {
  countFeed,
  findFeedName,
  findSameFeed,
  findWarnings,
  saveFeedResult,
  writeFeed,
} from './feeds-repository.ts'
import { assignParks } from './feed-cities.ts'
import {
  formatFault,
  makeFaultCollector,
  FeedError,
  maxListedRows,
  makeFault,
  type FeedFault,
} from './faults.ts'
import {
  countTrips,
  findFastTrips,
  excludeNonBusTrips,
  excludeFlexTrips,
} from './left-out-repository.ts'
import { findSwappedParks } from './swapped-places.ts'
import {
  findStopsWithoutPark,
  findFeedOperators,
  findParksAndCities,
  findVehicleCodes,
  createParkTables,
  writeOperators,
  writeParks,
} from './places-repository.ts'
import {
  createScheduleTables,
  createTripStopTables,
  retireSchedules,
  writeSchedules,
} from './runs-repository.ts'
import { feedLimits, makeTimeFault, type FeedLimits } from './limits.ts'
import { readRows } from './rows.ts'
import {
  completeStagingTables,
  createStagingTables,
  stageRows,
  waitForImportTurn,
} from './staging-repository.ts'
import { type ImportSummary, formatWithdrawnDepartures } from './summary.ts'
import {
  createRetainedTripTable,
  withdrawMissingTrips,
  type WithdrawnDeparture,
} from './withdrawn-repository.ts'
import { openFeed, hashFile, type FeedZip } from './zip.ts'

export type ImportOptions = {
  /** The feed's name. By default its publisher, its only operator, or the file name. */
  name?: string | undefined
  /** Naira for one unit of a currency, by its code. */
  rates?: ExchangeRates
  /** Continues a weekly pattern that has ended. */
  extend?: boolean
  /** The vehicle of the feed's operators, by its code. */
  vehicle?: string
  /** Rolls back everything at the end. */
  dry_run?: boolean
  /** Reports progress: rows read per batch, then the later steps. */
  onProgress?: (doing: string, rows: number) => void
  /** Limits that replace the default ones. */
  limits?: Partial<FeedLimits>
}

const luggage = 'One bag of up to 20 kg. Ask the operator about more.'

/**
 * The version of the code that reads feeds. Raise it when the code reads more from a file, so that the next import of
 * the same file is not skipped.
 */
const readingVersion = 3

class DryRunRollback extends Error {
  readonly summary: ImportSummary
  constructor(summary: ImportSummary) {
    super('a dry run is undone')
    this.summary = summary
  }
}

/**
 * Imports a GTFS zip in one transaction, with the departures of the coming days: the whole feed or nothing. Throws
 * FeedError, with file, line and reason, if the feed is damaged, incomplete, contradictory or has broken references.
 * Rows on which nothing depends are skipped and listed in the summary. Departures with bookings never change.
 */
export async function importTimetable(
  db: Db,
  path: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const asked = {
    rates: options.rates ?? {},
    extend: options.extend ?? false,
    vehicle: options.vehicle ?? 'hiace-15',
    reading: readingVersion,
  }
  const limits = { ...feedLimits, ...options.limits }
  const said = options.onProgress ?? (() => {})
  const known = Object.keys(feedFiles).map((file) => `${file}.txt`)
  const zip = await openFeed(path, basename(path), known, limits)
  try {
    const sha256 = await hashFile(path)
    return await db.transaction(async (tx) => {
      await waitForImportTurn(tx, () => said('waiting for another import to end', 0))
      await createStagingTables(tx, limits.seconds)
      const same = await findSameFeed(tx, sha256, asked, options.name)
      if (same) {
        const operators = await findFeedOperators(tx, same.name)
        const nothing = { rejected: [], mended: [], withdrawn: [], warnings: [] }
        return { ...same, changed: false, operators, ...nothing }
      }
      const left_out = await readFeed(tx, zip, said, limits)
      const name = options.name ?? (await findFeedName(tx)) ?? basename(path, '.zip')
      const summary = await writeAll(tx, { name, sha256, asked, said, left_out })
      if (options.dry_run) throw new DryRunRollback(summary)
      return summary
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.summary
    if (isTimeout(error)) throw new FeedError([makeTimeFault(limits, basename(path))])
    throw error
  } finally {
    zip.close()
  }
}

/** Reads a feed's files. Returns what is left out of them; throws FeedError if the feed is refused. */
async function readFeed(
  tx: Db,
  zip: FeedZip,
  said: (doing: string, rows: number) => void,
  limits: FeedLimits,
): Promise<FeedFault[]> {
  const missing = Object.entries(feedFiles).filter(
    ([file, { required }]) => required && !zip.has(`${file}.txt`),
  )
  if (!zip.has('calendar.txt') && !zip.has('calendar_dates.txt'))
    missing.push(['calendar', { columns: {} }])
  if (missing.length > 0)
    throw new FeedError(missing.map(([file]) => sayMissing(zip, `${file}.txt`)))
  const unreadable = makeFaultCollector()
  for (const [file, description] of Object.entries(feedFiles)) {
    let rows = 0
    for await (const batch of readRows(
      zip.read(`${file}.txt`),
      `${file}.txt`,
      description,
      unreadable,
      limits.wrong_cells,
    )) {
      await stageRows(tx, file, batch)
      rows += batch.lines.length
      said(`${file}.txt`, rows)
    }
    if (unreadable.total() > limits.wrong_cells) break
    if (rows === 0 && description.required) unreadable.add(`${file}.txt`, 'has no rows', 1, '')
  }
  if (unreadable.all().length > 0) throw new FeedError(unreadable.all())
  said('looking for contradictions', 0)
  await completeStagingTables(tx)
  return leaveOutTrips(tx)
}

/**
 * Leaves out trips and routes whose seats are not sold on a bus, and returns them as faults. Throws FeedError for
 * faults in the other rows.
 */
async function leaveOutTrips(tx: Db): Promise<FeedFault[]> {
  const refuseAny = (faults: FeedFault[]) => {
    if (faults.length > 0) throw new FeedError(faults)
  }
  const left_out = await excludeFlexTrips(tx)
  refuseAny(await findBrokenRows(tx))
  left_out.push(...(await excludeNonBusTrips(tx)))
  refuseAny(await findImpossibleRows(tx))
  if (left_out.length > 0 && (await countTrips(tx)) === 0)
    throw new FeedError([...left_out, makeFault('trips.txt', 'no trip is left to import')])
  return left_out
}

function sayMissing(zip: FeedZip, file: string) {
  const folder = zip.elsewhere(file)
  const where = folder === undefined ? '' : `; it is in ${folder}, away from the other files`
  return makeFault(file, `is missing${where}`)
}

/** Returns whether the database cancelled a statement that took too long. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

type ImportTask = {
  name: string
  sha256: string
  asked: { rates: ExchangeRates; extend: boolean; vehicle: string; reading: number }
  said: (doing: string, rows: number) => void
  left_out: FeedFault[]
}

async function writeAll(
  tx: Db,
  { name, sha256, asked, said, left_out }: ImportTask,
): Promise<ImportSummary> {
  const vehicle = asked.vehicle
  const vehicles = await findVehicleCodes(tx, vehicle)
  if (vehicles[0] !== vehicle) {
    const known =
      vehicles.length > 0 ? vehicles.join(', ') : 'the vehicles known: run npm start once'
    throw new FeedError([makeFault('--operator-vehicle', `${vehicle} is none of ${known}`)])
  }
  const rejected = [...left_out, ...(await findSkippedRows(tx))]
  const feed = await writeFeed(tx, makeId(), name, sha256)
  said('writing operators and parks', 0)
  await writeOperators(tx, feed, { vehicle, luggage })
  const mended = await createParkTables(tx)
  const { parks, cities } = await findParksAndCities(tx, feed)
  const swapped = findSwappedParks(parks, cities)
  if (swapped.refused) throw new FeedError([swapped.refused])
  const doubtful = [...(swapped.named ? [swapped.named] : []), ...(await findFastTrips(tx))]
  const settled = assignParks(parks, cities, feed.zone)
  await writeParks(tx, feed, settled, regionOf)
  const lost = await findStopsWithoutPark(tx)
  if (lost.length > 0) throw new FeedError(lost)
  said('working out times and fares', 0)
  await createTripStopTables(tx)
  await createTripDistances(tx)
  rejected.push(
    ...(await createFareTables(tx, { NGN: 1, ...asked.rates })),
    ...(await applyFareRules(tx)),
  )
  await createScheduleTables(tx, feed, asked.extend)
  said('writing schedules', 0)
  await createRetainedTripTable(tx, feed)
  await retireSchedules(tx, feed)
  await writeSchedules(tx, feed)
  const withdrawn = await withdrawMissingTrips(tx, feed)
  await tellOperators(tx, withdrawn)
  said('making departures', 0)
  await makeTimetableDepartures(tx, feed.id)
  const counts = await countFeed(tx, feed)
  await saveFeedResult(tx, feed, asked, counts)
  const warnings = [
    ...doubtful.flatMap((fault) => formatFault(fault).split('\n')),
    ...sayCities(settled.made),
    ...(await findWarnings(tx, asked.extend)),
  ]
  const operators = await findFeedOperators(tx, name)
  return { name, changed: true, counts, operators, rejected, mended, withdrawn, warnings }
}

/** Emails the operators whose booked departures are off sale, if the feed has their email address. */
async function tellOperators(tx: Db, withdrawn: readonly WithdrawnDeparture[]): Promise<void> {
  for (const [to, theirs] of Map.groupBy(withdrawn, ({ email }) => email ?? '')) {
    if (to === '') continue
    const subject = 'Booked departures that your timetable no longer has'
    const ask =
      'Travellers hold tickets for them, which stay valid. We have stopped selling seats. Run these departures, or cancel them with us so that everybody is refunded.'
    const text = [ask, '', ...formatWithdrawnDepartures(theirs)].join('\n')
    await enqueue(tx, 'mail.send', { to, subject, text })
  }
}

function sayCities(made: readonly { name: string }[]): string[] {
  if (made.length === 0) return []
  const names = made.slice(0, maxListedRows).map(({ name }) => name)
  const more = made.length > names.length ? ', …' : ''
  return [
    `no city of ours is near, so ${made.length} new ones were made: ${names.join(', ')}${more}`,
  ]
}

/** Returns the country of a time zone, which is stored as the region of a foreign city. */
function regionOf(zone: string): { code: string; name: string } {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const regions = letters.flatMap((first) => letters.map((second) => first + second))
  const region = regions.find((code) => {
    const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
      `und-${code}`,
    )
    return locale.getTimeZones?.()?.includes(zone)
  })
  if (region === undefined) return { code: 'X-ABROAD', name: 'Abroad' }
  return {
    code: `X-${region}`,
    name: new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? zone,
  }
}
