import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { importTimetable, formatImportSummary } from '#server/rooms/timetables'
import { aCountryForFeeds } from './timetable-world.ts'
import { aFeed, joinCsvLines, smallFeed } from '#tests/support/files/feeds'

const { db, standing, bring, schedules, scheduleOf } = await aCountryForFeeds()

const feeds = process.env['GTFS_FEEDS'] ?? resolve('..', 'shared', 'gtfs')
const known: Record<string, object> = {
  'accra-trotro-2016.zip': {
    operators: 91,
    routes: 651,
    runs: 651,
    parks: 2565,
    stops: 2565,
    stop_times: 4796,
    fares: 31,
    fare_rules: 608,
  },
  'google-sample-feed-1.zip': {
    operators: 1,
    routes: 5,
    runs: 11,
    parks: 9,
    stops: 9,
    stop_times: 28,
    fares: 2,
    fare_rules: 4,
  },
  'blantyre-prototype.zip': {
    operators: 1,
    routes: 1,
    runs: 6,
    parks: 8,
    stops: 8,
    stop_times: 48,
    fares: 1,
    fare_rules: 1,
  },
}
const small = { operators: 2, routes: 2, runs: 3, parks: 4, stops: 6, stop_times: 8 }
const present = existsSync(feeds) ? readdirSync(feeds).filter((name) => name in known) : []

describe(`public timetables (${present.length} of ${Object.keys(known).length} stand in ${feeds})`, () => {
  // A clone without these feeds uses the small feed instead.
  const paths = present.length > 0 ? present.map((name) => join(feeds, name)) : [aFeed()]
  test.each(paths.map((path) => [basename(path), path] as const))(
    '%s comes in with the counts of its files, and a second time changes nothing',
    async (name, path) => {
      const options = { extend: true, rates: { CAD: 95, USD: 1500, MWK: 1 } }
      const first = await importTimetable(db, path, options)
      expect(first.counts).toMatchObject(known[name] ?? small)
      expect(first.counts.departures).toBeGreaterThan(100)
      const before = await standing()
      const second = await importTimetable(db, path, options)
      expect(second).toMatchObject({ changed: false, counts: first.counts })
      expect(await standing()).toEqual(before)
    },
  )
})

describe('what real feeds do to their readers', () => {
  test('times, stations, quotes and names are read as they are meant', async () => {
    const summary = await bring()
    expect(summary.counts).toMatchObject({ operators: 2, parks: 4, stops: 6, routes: 2, runs: 3 })
    const operators = await sql<{
      name: string
    }>`select name, phone from operator order by name`.execute(db)
    expect(operators.rows).toEqual([
      { name: 'Kwame, "Sons" & Co', phone: '+233302123456' },
      { name: 'NULL', phone: null },
    ])
    expect(await scheduleOf('A')).toMatchObject({
      starts: 7 * 3600 + 600,
      stops: 'Jibowu+0 no exit, Circle+21600 no entry, Tema+43200, Kaneshie+64800 no entry',
    })
  })

  test('parks stand in the nearest known city, else in one called after the time zone', async () => {
    await bring()
    const { rows: parks } = await sql<{ park: string }>`
      select p.name as park, c.name as city, s.name as state, c.zone from motor_park p
      join city c on c.id = p.city_id join state s on s.code = c.state_code order by p.name`.execute(
      db,
    )
    expect(parks).toHaveLength(4)
    expect(parks[0]).toEqual({
      park: 'Circle',
      city: 'Accra',
      state: 'Ghana',
      zone: 'Africa/Accra',
    })
    expect(parks[1]).toEqual({
      park: 'Jibowu',
      city: 'Lagos',
      state: 'Lagos',
      zone: 'Africa/Lagos',
    })
  })

  test('a run that repeats leaves at each headway, not at the end of its window', async () => {
    await bring()
    const keys = (await schedules()).map(({ key }) => key)
    expect(keys).toEqual([
      'A',
      'B@06:00:00',
      'B@06:30:00',
      'B@07:00:00',
      'B@07:30:00',
      'B@23:30:00',
      'B@24:00:00',
      'O',
    ])
    expect(await scheduleOf('B@24:00:00')).toMatchObject({
      starts: 86_400,
      stops: 'Kaneshie+0, Tema+2700',
    })
  })

  test('calendars keep their exceptions, and a service may consist of them alone', async () => {
    await bring()
    expect((await scheduleOf('A'))?.calendar).toMatchObject({
      days: [0, 1, 2, 3, 4, 5, 6],
      removed: ['2026-12-25'],
    })
    expect((await scheduleOf('O'))?.calendar).toMatchObject({ days: [], added: ['2099-01-01'] })
  })

  test('a weekly pattern that has ended makes departures only when it is extended', async () => {
    const ended = {
      'calendar.txt': String(smallFeed['calendar.txt']).replaceAll('20991231', '20170531'),
    }
    const first = await bring(ended)
    expect(first.counts.departures).toBe(0)
    expect(first.warnings.join()).toContain('ended 31 May 2017')
    const second = await bring(ended, { extend: true })
    expect(second.counts.departures).toBeGreaterThan(150)
  })

  test('rows of no use are passed over and named', async () => {
    const { rejected } = await bring()
    expect(
      rejected.map(({ file, reason, rows: named }) => [
        file,
        named[0]?.line,
        named[0]?.value,
        reason,
      ]),
    ).toEqual([
      ['calendar.txt', 3, 'never', 'no trip runs on this service'],
      ['stops.txt', 7, 'N', 'no coordinates, and no trip stops there'],
    ])
  })

  test('the summary names at most 20 rows of a reason and counts the others', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `X${n},Lost,,`)
    const summary = await bring({
      'stops.txt': `${String(smallFeed['stops.txt'])}${joinCsvLines(...many.map((line) => `,Lost,,${line.split(',')[0]},`))}`,
    })
    expect(formatImportSummary(summary)).toContain(
      'stops.txt: 11 more: no coordinates, and no trip stops there',
    )
    expect(formatImportSummary(summary)).toMatch(/rejected rows +32/)
  })

  test('the summary names the operators with the codes under which commands know them', async () => {
    const { operators } = await bring()
    const { rows } = await sql<{ code: string; name: string }>`
      select code, name from operator order by plain(name), code`.execute(db)
    expect(operators).toEqual(rows)
    const again = await bring()
    expect(again).toMatchObject({ changed: false, operators })
    expect(formatImportSummary(again)).toContain(`  NULL: ${operators.at(-1)?.code}`)
  })

  test('a dry run says everything and leaves nothing', async () => {
    const before = await standing()
    expect((await bring({}, { dry_run: true })).counts.departures).toBeGreaterThan(100)
    expect(await standing()).toEqual(before)
  })
})
