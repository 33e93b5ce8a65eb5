import { describe, expect, test } from 'vitest'
import { formatImportSummary } from '#server/rooms/timetables'
import { aCountryForFeeds } from './timetable-world.ts'
import { joinCsvLines, smallFeed, type FeedText } from '#tests/support/files/feeds'

const { standing, bring, schedules, scheduleOf } = await aCountryForFeeds()

const text = (file: string) => String(smallFeed[file])

function edit(file: string, ...changes: [from: string, to: string][]): FeedText {
  let changed = text(file)
  for (const [from, to] of changes) {
    if (!changed.includes(from)) throw new Error(`${file} has no ${from}`)
    changed = changed.replace(from, to)
  }
  return { [file]: changed }
}

/** The small feed with a trip Z of route R1 that has these rows of stop_times.txt. */
const withZones = (...rows: string[]): FeedText => ({
  'trips.txt': `${text('trips.txt')}${joinCsvLines('R1,daily,Z,Around')}`,
  'stop_times.txt': joinCsvLines(
    `${text('stop_times.txt').split('\n')[0]},location_id,location_group_id,start_pickup_drop_off_window,end_pickup_drop_off_window`,
    ...text('stop_times.txt').trim().split('\n').slice(1),
    ...rows,
  ),
})

const windows = '06:00:00,09:00:00'
const left_out = 'this trip serves a zone on demand, not only stops at fixed times: it is left out'

describe('a trip of zones is left out by name and the rest is imported, when', () => {
  test.each([
    ['both ends are in a zone', [`Z,,,,1,2,1,zone,,${windows}`, `Z,,,,2,1,2,zone,,${windows}`]],
    ['both ends are a group of stops', [`Z,,,,1,2,1,,g,${windows}`, `Z,,,,2,1,2,,g,${windows}`]],
    ['a zone is between stops', ['Z,6:00:00,6:00:00,K,1', `Z,,,,2,2,2,zone,,${windows}`]],
    ['it calls at stops on demand', [`Z,,,K,1,2,1,,,${windows}`, `Z,,,T,2,1,2,,,${windows}`]],
    ['the zone is named as a stop', [`Z,,,zone,1,2,1,,,${windows}`, `Z,,,zone,2,1,2,,,${windows}`]],
  ])('%s', async (_, rows) => {
    const summary = await bring(withZones(...rows))
    expect(summary.rejected).toContainEqual({
      file: 'trips.txt',
      reason: left_out,
      total: 1,
      rows: [{ line: 5, value: 'Z' }],
    })
    expect(formatImportSummary(summary)).toContain(`trips.txt line 5: "Z": ${left_out}`)
    expect(summary.counts).toMatchObject({ runs: 3, stop_times: 8 })
    const keys = (await schedules()).map(({ key }) => key)
    expect(keys).toContain('A')
    expect(keys).not.toContain('Z')
  })

  test('it repeats by headway', async () => {
    const { counts } = await bring({
      ...withZones(`Z,,,,1,2,1,zone,,${windows}`, `Z,,,,2,1,2,zone,,${windows}`),
      'frequencies.txt': joinCsvLines(
        'trip_id,start_time,end_time,headway_secs',
        'Z,6:00:00,7:00:00,600',
      ),
    })
    expect(counts.runs).toBe(3)
  })
})

test('a row with neither stop nor zone is refused with its line', async () => {
  const before = await standing()
  await expect(bring(withZones('Z,6:00:00,6:00:00,,1', 'Z,7:00:00,7:00:00,T,2'))).rejects.toThrow(
    'stop_times.txt line 10: "Z": stop_id is empty',
  )
  expect(await standing()).toEqual(before)
})

test('a feed of zones alone is refused, and says why', async () => {
  const before = await standing()
  const zones = {
    'frequencies.txt': null,
    'stop_times.txt': joinCsvLines(
      'trip_id,stop_id,stop_sequence,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window',
      ...['A', 'B', 'O'].flatMap((trip) => [
        `${trip},,1,zone,${windows}`,
        `${trip},,2,zone,${windows}`,
      ]),
    ),
  }
  const refused = await bring(zones).catch(String)
  expect(refused).toContain(`trips.txt line 2: "A": ${left_out}`)
  expect(refused).toContain('trips.txt: no trip is left to import')
  expect(await standing()).toEqual(before)
})

describe('what is required only under a condition', () => {
  test('may be missing where the condition does not hold', async () => {
    // departure_time: required only at exact stops. Names of boarding areas, and the name and agency of a route.
    const summary = await bring({
      ...edit('stops.txt', ['-0.21,Tema', '-0.21,']),
      ...edit('routes.txt', ['R2,k,2,Kaneshie to Tema', 'R2,k,,']),
      'stop_times.txt': joinCsvLines(
        'trip_id,arrival_time,stop_id,stop_sequence',
        'A,7:10:00,J1,10',
        'A,25:10:00,K,40',
        'B,6:00:00,K,1',
        'B,6:45:00,T,2',
        'O,6:00:00,K,1',
        'O,6:45:00,T,2',
      ),
    })
    expect(summary.mended).toContainEqual({
      file: 'stops.txt',
      reason: 'has no name: it is called by its stop_id',
      total: 1,
      rows: [{ line: 5, value: 'T' }],
    })
    expect((await scheduleOf('O'))?.stops).toBe('Kaneshie+0, T+2700')
  })

  test('a discount for changing buses does not refuse the fares beside it', async () => {
    await bring({
      'fare_products.txt': joinCsvLines(
        'fare_product_id,amount,currency',
        'seat,500,ngn',
        'transfer,-100,NGN',
      ),
      'fare_leg_rules.txt': joinCsvLines('fare_product_id', 'seat'),
    })
    expect((await scheduleOf('A'))?.flat).toBe(50_000)
  })

  test('a fare without an operator, of several, is named', async () => {
    const { warnings } = await bring({
      'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type', 'f,500,NGN'),
    })
    expect(warnings).toContain('fares that name no operator hold for each of several: 1')
  })
})

test.each(['ngn', 'Ngn', ' NGN '])('a fare in "%s" is naira', async (currency) => {
  const { rejected } = await bring({
    'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type', `f,500,${currency}`),
  })
  expect((await scheduleOf('A'))?.flat).toBe(50_000)
  expect(rejected.filter(({ file }) => file === 'fare_attributes.txt')).toEqual([])
})

describe('what is not a bus is never sold as one', () => {
  const offRoad = 'this route is not by road: it is left out with its trips'

  test.each([
    [0, 'tram'],
    [1, 'metro'],
    [2, 'train'],
    [4, 'ferry'],
    [6, 'cable car'],
    [7, 'funicular'],
    [12, 'monorail'],
    [106, 'train'],
    [405, 'monorail'],
    [900, 'tram'],
    [1000, 'ferry'],
    [1100, 'flight'],
    [1200, 'ferry'],
    [1502, 'ferry'],
    [1503, 'train'],
    [1504, 'motorcycle or bicycle'],
    [1702, 'no known road vehicle'],
  ])('route_type %d, a %s', async (type, kind) => {
    const summary = await bring({
      ...edit('routes.txt', ['Tema,700', `Tema,${type}`]),
      'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type', 'f,500,NGN'),
      'fare_rules.txt': joinCsvLines('fare_id,route_id', 'f,R1', 'f,R2'),
    })
    expect(summary.rejected).toContainEqual({
      file: 'routes.txt',
      reason: offRoad,
      total: 1,
      rows: [{ line: 3, value: `R2: ${kind} (route_type ${type})` }],
    })
    expect((await schedules()).map(({ key }) => key)).toEqual(['A'])
  })

  test.each([3, 11, 200, 204, 209, 700, 702, 715, 800, 1500, 1501, 1506])(
    'route_type %d is by road',
    async (type) => {
      const { counts } = await bring(edit('routes.txt', ['Tema,700', `Tema,${type}`]))
      expect(counts.routes).toBe(2)
    },
  )

  test('a feed of ferries alone is refused, and says why', async () => {
    const before = await standing()
    const ferries = edit('routes.txt', ['Kaneshie,3', 'Kaneshie,4'], ['Tema,700', 'Tema,1200'])
    const refused = await bring(ferries).catch(String)
    expect(refused).toContain(`routes.txt line 2: "R1: ferry (route_type 4)": ${offRoad}`)
    expect(refused).toContain('trips.txt: no trip is left to import')
    expect(await standing()).toEqual(before)
  })
})

describe('coordinates in the wrong order', () => {
  const swapped = 'latitude and longitude are swapped'

  test('refuse a feed that has them everywhere', async () => {
    const before = await standing()
    const header = 'stop_lon,stop_name,favourite_colour,stop_id,stop_lat'
    const turned = edit('stops.txt', [
      header,
      'stop_lat,stop_name,favourite_colour,stop_id,stop_lon',
    ])
    const refused = await bring(turned).catch(String)
    expect(refused).toContain(`stops.txt line 2: "Jibowu, Lagos": ${swapped}`)
    expect(refused).toContain(`stops.txt line 4: "Kaneshie, Accra": ${swapped}`)
    expect(await standing()).toEqual(before)
  })

  test('refuse a feed where a stop is called after the city in which it would be', async () => {
    const one = edit('stops.txt', ['3.39,Jibowu,red,J,6.51', '6.51,Lagos Jibowu,red,J,3.39'])
    await expect(bring(one)).rejects.toThrow(`stops.txt line 2: "Lagos Jibowu, Lagos": ${swapped}`)
  })

  test('are named at a single stop, which may be right', async () => {
    const one = edit('stops.txt', ['3.39,Jibowu,red,J,6.51', '6.51,Jibowu,red,J,3.39'])
    const { warnings } = await bring(one)
    expect(warnings.join('\n')).toContain(
      'stops.txt line 2: "Jibowu, Lagos": latitude and longitude may be swapped',
    )
  })

  test('or times are named where no bus could make the trip', async () => {
    const { warnings } = await bring(edit('stops.txt', ['-0.21,Tema', '10.21,Tema']))
    const says = 'would go faster than 250 km/h: check its times and the coordinates of its stops'
    expect(warnings).toContain(`trips.txt line 3: "B": ${says}`)
    expect(warnings).toContain(`trips.txt line 4: "O": ${says}`)
  })
})
