import { demo } from '#demo/index'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findBuiltApp } from '#server/platform/built-app'
import { type Db, openDatabase } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { seedCountry } from '#demo/country/index'
import { openJobs } from '#server/jobs/all-jobs'
import { sql } from '#server/db/sql'
import { withBareStack } from '#tests/load/bench/bare-stack'
import { benchBooking, benchBytes } from '#tests/load/bench/browser'
import { benchFlows } from '#tests/load/bench/flows'
import { benchFrozenDatabase } from '#tests/load/bench/frozen'
import { benchInteractions } from '#tests/load/bench/interactions'
import { benchJobs, measureTicketDelays } from '#tests/load/bench/jobs'
import { benchReadLimits } from '#tests/load/bench/limits'
import { benchLogin } from '#tests/load/bench/login'
import { benchOneAddress } from '#tests/load/bench/one-address'
import { benchPages } from '#tests/load/bench/pages'
import { benchPhone } from '#tests/load/bench/phone'
import { benchPhotos } from '#tests/load/bench/photos'
import { seedMillionTrips, benchSearch } from '#tests/load/bench/search'
import { benchSql } from '#tests/load/bench/sql'
import { benchSharedCache } from '#tests/load/bench/shared-cache'
import { benchStreams } from '#tests/load/bench/streams'
import { benchTaps } from '#tests/load/bench/taps'
import { benchTimetables } from '#tests/load/bench/timetables'
import { type Fleet, startFleet } from '#tests/load/run/fleet'
import { startOwnPostgres } from '#tests/load/run/own-postgres'
import { benchYears } from '#tests/load/bench/years'
import { type Measurement, saveBenchResult, printTable } from '#tests/load/bench/report'
import { withScratchDatabase } from '#tests/load/canaries/scratch'
import { aLargeFeed, aSmallCountry } from '#tests/support/files/feeds'
import { replaceDatabase } from '#tests/support/database/database-url'

const data_dir = mkdtempSync(join(tmpdir(), 'waka-bench-'))
const importer = resolve(import.meta.dirname, '../../server/commands/import.ts')

/** The public URL of all processes of a fleet, so that a token of one is valid at the others. */
const public_url = 'http://127.0.0.1:4281'

/** The limits of one IP address as in production. Most parts measure without limits. */
const usualLimits = { RATE_LIMIT_FACTOR: '1' }

type Scratch = (work: (db: Db, url: string) => Promise<Measurement[]>) => Promise<Measurement[]>

const { values: settings, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    bookings: { type: 'string', default: '1000000' },
  },
})
const runs = Number(settings.runs)
const only = settings.only.split(',').filter(Boolean)

/** Each part can run alone: `npm run bench -- sql search`; `npm run bench -- pages --runs 3 --only /,/bookride`. */
const parts: Record<string, (scratch: Scratch) => Promise<Measurement[]>> = {
  sql: (scratch) => scratch((_, url) => benchSql(url, data_dir)),
  http: async (scratch) => {
    const lines: Measurement[] = []
    for (const processes of [1, 2])
      lines.push(
        ...(await scratch((db, url) =>
          withFleet(url, processes, async (fleet) => [
            ...(await benchFlows({ db, fleet, postgres })),
            ...(await measureTicketDelays(db)),
          ]),
        )),
      )
    return lines
  },
  years: (scratch) =>
    scratch((db, url) =>
      withFleet(url, 1, (fleet) => benchYears({ db, fleet, postgres }, Number(settings.bookings))),
    ),
  search: (scratch) =>
    scratch(async (db, url) => {
      const count = await seedMillionTrips(db)
      const lines = await withFleet(url, 1, (fleet) => benchSearch(db, fleet))
      return [['trips', '1,000,000', count], ...lines]
    }),
  bytes: (scratch) =>
    scratch(async (db, url) => {
      await seedCountry(db)
      const booking = await withFleet(url, 1, (fleet) => benchBooking(fleet.origins()[0] ?? ''))
      return [...benchBytes(await findBuiltApp()), ...booking]
    }),
  phone: (scratch) =>
    scratch(async (db, url) => {
      await seedCountry(db)
      return withFleet(url, 1, (fleet) => benchPhone(fleet.origins()[0] ?? ''))
    }),
  inp: (scratch) =>
    scratch(async (db, url) => {
      await seedCountry(db)
      return withFleet(url, 1, (fleet) => benchInteractions(fleet.origins()[0] ?? '', runs))
    }),
  pages: (scratch) =>
    scratch(async (db, url) => {
      await seedCountry(db)
      return withFleet(url, 1, (fleet) =>
        withBareStack({ url, port: 4290, data_dir }, (bare) =>
          benchPages(db, { ours: fleet.origins()[0] ?? '', bare, runs, only }),
        ),
      )
    }),
  import: (scratch) => scratch(benchImport),
  timetables: (scratch) =>
    scratch((db, url) => benchTimetables(db, url, (work) => withFleet(url, 1, work))),
  jobs: (scratch) => scratch(benchJobs),
  login: (scratch) => scratch(benchLogin),
  limits: (scratch) =>
    scratch((db, url) => withFleet(url, 1, (fleet) => benchReadLimits(db, fleet), usualLimits)),
  photos: (scratch) => scratch((_, url) => withFleet(url, 1, benchPhotos)),
  cache: (scratch) =>
    scratch(async (db, url) => {
      await seedCountry(db)
      return withFleet(url, 2, (fleet) => benchSharedCache(db, fleet))
    }),
  address: (scratch) =>
    scratch(async (db, url) => {
      await seedCountry(db)
      return withFleet(url, 1, (fleet) => benchOneAddress(db, fleet), usualLimits)
    }),
  frozen: (scratch) =>
    scratch((db, url) => withFleet(url, 1, (fleet) => benchFrozenDatabase(db, fleet, postgres))),
  taps: benchTaps,
  streams: (scratch) => scratch((_, url) => withFleet(url, 4, benchStreams)),
}

const asked = positionals.filter((word) => word in parts)
const postgres = await startOwnPostgres(data_dir)
try {
  await migrate(postgres.url)
  await openJobs(postgres.url, undefined, demo).then((queue) => queue.stop())
  const setUp = openDatabase(postgres.url)
  await setUp.destroy()
  const scratch: Scratch = (work) =>
    withScratchDatabase(replaceDatabase(postgres.url, 'postgres'), 'waka', work)
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
    const lines = (await parts[name]?.(scratch)) ?? []
    printTable(`Bench: ${name}`, [['', 'goal', 'reached'], ...lines])
    saveBenchResult(`bench ${name}`, {
      lines: lines.map(([what, goal, reached]) => ({ what: what.trim(), goal, reached })),
    })
  }
} finally {
  await postgres.stop()
  const { home } = JSON.parse(readFileSync(join(data_dir, 'database.json'), 'utf8')) as {
    home: string
  }
  for (const place of [home, data_dir]) rmSync(place, { recursive: true, force: true })
}

async function withFleet<T>(
  url: string,
  processes: number,
  work: (fleet: Fleet) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  await findBuiltApp()
  const db = openDatabase(url)
  await sql`insert into installed (name) values ('demo country') on conflict do nothing`.execute(db)
  await db.destroy()
  const fleet = await startFleet({ url, port: 4281, processes, data_dir, public_url, env })
  try {
    return await work(fleet)
  } finally {
    await fleet.stop()
  }
}

/** Runs `npm run import` on a feed with a million stop_times. Returns how many it imported, its memory and its time. */
async function benchImport(db: Db, url: string): Promise<Measurement[]> {
  await aSmallCountry(db)
  const feed = aLargeFeed(1_000_000)
  const env = { ...process.env, DATABASE_URL: url, NODE_ENV: 'test', DATA_DIR: data_dir }
  const said = await new Promise<string>((done, failed) =>
    execFile(process.execPath, [importer, feed], { env, maxBuffer: 1e8 }, (error, out, err) =>
      error === null ? done(`${out}${err}`) : failed(new Error(`${out}${err}`)),
    ),
  )
  rmSync(dirname(feed), { recursive: true, force: true })
  const heard = (what: RegExp) => what.exec(said)?.[1] ?? '?'
  return [
    ['import, stop_times taken in', '1,000,000', heard(/with ([\d,]+) stop times/)],
    ['  memory at most', '≤ 512 MB', `${heard(/at most (\d+) MB/)} MB`],
    ['  it took', '', `${heard(/Took (\d+) s/)} s`],
  ]
}
