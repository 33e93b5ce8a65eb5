import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { pino } from 'pino'
import { listConnections } from '#contract/lookups/endpoints'
import { makeCallUrl } from '#contract/endpoint'
import { type Db, openDatabase } from '#server/db/client'
import { seedCountry } from '#demo/country/index'
import { sql } from '#server/db/sql'
import { importTimetable } from '#server/rooms/timetables'
import { makeComingDepartures } from '#server/jobs/make-departures'
import { benchSearch } from './search.ts'
import type { Fleet } from '#tests/load/run/fleet'
import type { Measurement } from './report.ts'
import {
  aHeadwayFeed,
  type HeadwayFeed,
  manyRoutesFeed,
  manyWindowsFeed,
  sixtyTripsFeed,
} from '#tests/support/files/big-feeds'

type WithFleet = (work: (fleet: Fleet) => Promise<Measurement[]>) => Promise<Measurement[]>

/**
 * Imports the two large feeds on top of the demo country; then measures search, the list of connections on the home
 * page, the job that makes departures, and small imports.
 */
export async function benchTimetables(
  db: Db,
  url: string,
  withFleet: WithFleet,
): Promise<Measurement[]> {
  const owner = openDatabase(url, { max: 1, statement_timeout_ms: 0 })
  try {
    await seedCountry(owner)
    await importOf(owner, sixtyTripsFeed, 0)
    const before = await importOf(owner, sixtyTripsFeed, 5)
    const routes = await importOf(owner, manyRoutesFeed, 0)
    const windows = await importOf(owner, manyWindowsFeed, 0)
    await sql`vacuum analyze`.execute(owner)
    const after = await importOf(owner, sixtyTripsFeed, 10)
    const idle = await timedRoll(db)
    await sql`update schedule set rolled_until = rolled_until - 1 where rolled_until > '-infinity'`.execute(
      owner,
    )
    await sql`delete from trip t using schedule s where s.id = t.schedule_id and t.service_date > s.rolled_until
      and not exists (select from seat_claim c where c.trip_id = t.id)`.execute(owner)
    const night = await timedRoll(db)
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    return [
      ['277 routes, 554 trips, 554 windows: departures', '≥ 1.6 million', routes.departures],
      ['  it took', '', seconds(routes.ms)],
      ['136 routes, 272 trips, 792 windows: departures', '≥ 1.05 million', windows.departures],
      ['  it took', '', seconds(windows.ms)],
      ['most memory of the process so far', '', `${(windows.peak_kb / 1024).toFixed(0)} MB`],
      ['60 trips anew, before them', '', seconds(before.ms)],
      ['60 trips anew, after them', '≤ 3 × before', seconds(after.ms)],
      ['roll with nothing new to make', '≤ 1 s', seconds(idle)],
      ['roll of one night', '', seconds(night)],
      ...(await withFleet(async (fleet) => [
        ...(await connectionLines(fleet)),
        ...(await benchSearch(db, fleet)),
      ])),
    ]
  } finally {
    await owner.destroy()
  }
}

async function importOf(db: Db, feed: HeadwayFeed, shift: number) {
  const path = aHeadwayFeed(feed, shift)
  const started = performance.now()
  const { counts } = await importTimetable(db, path, {})
  const ms = performance.now() - started
  rmSync(dirname(path), { recursive: true, force: true })
  return { ms, departures: counts.departures, peak_kb: process.resourceUsage().maxRSS }
}

/** Makes the departures of the coming days as the job does, with the API's time limit on statements; returns the ms. */
async function timedRoll(db: Db): Promise<number> {
  const started = performance.now()
  await makeComingDepartures({ db, log: pino({ level: 'error' }) })
  return performance.now() - started
}

async function connectionLines(fleet: Fleet): Promise<Measurement[]> {
  const [origin = ''] = fleet.origins()
  const took: number[] = []
  let bytes = 0
  for (let times = 0; times < 50; times += 1) {
    const started = performance.now()
    const answer = await fetch(origin + makeCallUrl(listConnections, {}), {
      headers: { 'accept-encoding': 'identity' },
    })
    if (answer.status !== 200) throw new Error(`connections were answered ${answer.status}`)
    bytes = (await answer.arrayBuffer()).byteLength
    took.push(performance.now() - started)
  }
  const p95 = took.toSorted((a, b) => a - b)[47] ?? 0
  return [
    ["home's list of connections", '≤ 50 kB', `${(bytes / 1000).toFixed(1)} kB`],
    ['  p95', '≤ 30 ms', `${p95.toFixed(1)} ms`],
  ]
}
