import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { importTimetable } from '#server/rooms/timetables'
import { aCountryForFeeds } from './timetable-world.ts'
import { aFeed, aZip, joinCsvLines, smallFeed, type FeedText } from '#tests/support/files/feeds'

const { db, url, standing, bring } = await aCountryForFeeds()

const text = (file: string) => String(smallFeed[file])

function edit(file: string, from: string, to: string): FeedText {
  if (!text(file).includes(from)) throw new Error(`${file} has no ${from}`)
  return { [file]: text(file).replace(from, to) }
}

const wrongValues: [why: string, changes: FeedText, says: string][] = [
  [
    'monday is 2',
    edit('calendar.txt', 'daily,1,', 'daily,2,'),
    'calendar.txt line 2: "2": monday is neither 0 nor 1',
  ],
  [
    'exception_type is 3',
    edit('calendar_dates.txt', '20990101,1', '20990101,3'),
    'calendar_dates.txt line 3: "3": exception_type is neither 1 (runs) nor 2 (does not run)',
  ],
  [
    'stop_sequence is negative',
    edit('stop_times.txt', 'J1,10', 'J1,-10'),
    'stop_times.txt line 2: "-10": stop_sequence is not a whole number from 0',
  ],
  [
    'coordinates are 0,0',
    edit('stops.txt', '-0.20,Kaneshie,,K,5.56', '0,Kaneshie,,K,0'),
    'stops.txt line 4: "K": coordinates near 0,0 lie in the sea',
  ],
  [
    'location_type is 7',
    edit('stops.txt', '6.51,1,,', '6.51,7,,'),
    'stops.txt line 2: "7": location_type is not a kind from 0 to 4',
  ],
  [
    'pickup_type is 9',
    edit('stop_times.txt', 'C,20,1', 'C,20,9'),
    'stop_times.txt line 3: "9": pickup_type is not a way of stopping from 0 to 3',
  ],
  [
    'route_type is 70000',
    edit('routes.txt', 'Tema,700', 'Tema,70000'),
    'routes.txt line 3: "70000": route_type is not a route type',
  ],
  [
    'headway_secs is negative',
    {
      'frequencies.txt': joinCsvLines(
        'trip_id,start_time,end_time,headway_secs',
        'B,6:00:00,7:00:00,-1',
      ),
    },
    'frequencies.txt line 2: "-1": headway_secs is not a whole number from 0',
  ],
  [
    'a price is negative',
    { 'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type', 'f,-100,NGN') },
    'fare_attributes.txt line 2: "-100": price is not an amount',
  ],
  [
    'the time zone is none',
    edit('agency.txt', 'Africa/Accra', 'Africa/Wakanda'),
    'agency.txt line 2: "Africa/Wakanda": agency_timezone is not a time zone like Africa/Lagos',
  ],
]

describe('a value outside what the format allows is refused with its line:', () => {
  test.each(wrongValues)('%s', async (_, changes, says) => {
    const before = await standing()
    await expect(bring(changes)).rejects.toThrow(says)
    expect(await standing()).toEqual(before)
  })
})

describe('a file in another encoding is named with the line', () => {
  const many = Array.from({ length: 9000 }, (_, n) => `R${n + 10},u,,Line number ${n},3`)
  const routes = `${text('routes.txt')}${joinCsvLines(...many)}`

  test('Latin-1 far down a long file, and at the very end', async () => {
    const far = routes.replace('Line number 8123', 'Ligne numéro 8123')
    const latin = Buffer.from(far, 'latin1')
    await expect(bring({ 'routes.txt': latin })).rejects.toThrow(
      'routes.txt line 8127: cannot be read: it is not UTF-8 text; save the file as UTF-8',
    )
    const cut = Buffer.concat([Buffer.from(text('routes.txt').trimEnd()), Buffer.from([0xc3])])
    await expect(bring({ 'routes.txt': cut })).rejects.toThrow('routes.txt line 3: cannot be read')
  })

  test('UTF-16 with and without its mark', async () => {
    const wide = Buffer.from(`\uFEFF${routes}`, 'utf16le')
    await expect(bring({ 'routes.txt': wide })).rejects.toThrow(
      'routes.txt line 1: cannot be read: it is UTF-16 text; save the file as UTF-8',
    )
    await expect(bring({ 'routes.txt': wide.subarray(2) })).rejects.toThrow(
      'routes.txt line 1: cannot be read: it holds NUL characters; if it is UTF-16',
    )
  })

  test('letters of several bytes are whole wherever a piece of the file ends', async () => {
    const long = Array.from({ length: 5000 }, (_, n) => `L${n},u,,Gbọ́ngán ↔ Ìlá ${n} 🚌,3`)
    const summary = await bring({
      'routes.txt': `\uFEFF${text('routes.txt')}${joinCsvLines(...long)}`,
    })
    expect(summary.counts.routes).toBe(5002)
  })
})

describe('a feed in a folder of its zip', () => {
  const under = (folder: string): FeedText =>
    Object.fromEntries(Object.entries(smallFeed).map(([file, value]) => [folder + file, value]))

  test('is read when it is the only one', async () => {
    const files = { ...under('gtfs-2026/feed/'), '__MACOSX/gtfs-2026/stops.txt': 'x' }
    const summary = await importTimetable(db, aZip(files), { name: 'nested' })
    expect(summary.counts).toMatchObject({ operators: 2, runs: 3, stop_times: 8 })
  })

  test('of several folders none is guessed, and a file away from the others is found', async () => {
    const two = { ...under('north/'), ...under('south/') }
    await expect(importTimetable(db, aZip(two), {})).rejects.toThrow(
      'feed.zip: holds timetables in 2 folders (north/, south/); import each as its own zip',
    )
    const away = aFeed({ 'stops.txt': null, 'more/stops.txt': String(smallFeed['stops.txt']) })
    await expect(importTimetable(db, away, {})).rejects.toThrow(
      'stops.txt: is missing; it is in more/, away from the other files',
    )
  })
})

test('a second import at once says that it waits, and goes on when the first has ended', async () => {
  const first = openDatabase(url, { max: 1 })
  const told: string[] = []
  let release: () => void = () => {}
  const held = new Promise<void>((done) => (release = done))
  const locked = Promise.withResolvers<void>()
  const other = first.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('timetable import'))`.execute(tx)
    locked.resolve()
    await held
  })
  await locked.promise
  const waits = Promise.withResolvers<void>()
  const onProgress = (doing: string) => {
    told.push(doing)
    waits.resolve()
  }
  const second = bring({}, { onProgress })
  await waits.promise
  expect(told).toEqual(['waiting for another import to end'])
  release()
  await other
  expect((await second).changed).toBe(true)
  expect(told.length).toBeGreaterThan(1)
  await first.destroy()
})
