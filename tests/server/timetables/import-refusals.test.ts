import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FeedError, importTimetable } from '#server/rooms/timetables'
import { aCountryForFeeds } from './timetable-world.ts'
import { aFeed, aZip, joinCsvLines, smallFeed, type FeedText } from '#tests/support/files/feeds'

const { db, standing, bring } = await aCountryForFeeds()

const broken: [why: string, changes: FeedText, ...says: string[]][] = [
  ['a file is missing', { 'stops.txt': null }, 'stops.txt: is missing'],
  [
    'both calendars are missing',
    { 'calendar.txt': null, 'calendar_dates.txt': null },
    'calendar.txt: is missing',
  ],
  [
    'a column is missing',
    { 'trips.txt': joinCsvLines('route_id,trip_id', 'R1,A') },
    'trips.txt line 1: has no column service_id',
  ],
  [
    'an id stands twice',
    {
      'agency.txt': joinCsvLines(
        'agency_id,agency_name,agency_timezone',
        'u,A,Africa/Lagos',
        'k,B,Africa/Lagos',
        'u,C,Africa/Lagos',
      ),
    },
    'agency.txt line 4: "u": this agency_id is listed twice',
  ],
  [
    'a stop is unknown',
    { 'stop_times.txt': edit('stop_times.txt', 'A,,,T,30', 'A,,,X,30') },
    'stop_times.txt line 4: "X": this stop_id is not in stops.txt',
  ],
  [
    'a trip is unknown',
    { 'stop_times.txt': edit('stop_times.txt', 'O,6:45', 'Q,6:45') },
    'stop_times.txt line 9: "Q": this trip_id is not in trips.txt',
  ],
  [
    'a route is unknown',
    { 'trips.txt': edit('trips.txt', 'R2,once', 'R9,once') },
    'trips.txt line 4: "R9": this route_id is not in routes.txt',
  ],
  [
    'a service is unknown',
    { 'trips.txt': edit('trips.txt', 'R2,once', 'R2,onec') },
    'trips.txt line 4: "onec": this service_id is not in calendar.txt or calendar_dates.txt',
  ],
  [
    'an operator is unknown',
    { 'routes.txt': edit('routes.txt', 'R2,k', 'R2,z') },
    'routes.txt line 3: "z": this agency_id is not in agency.txt',
  ],
  [
    'an operator is not named',
    { 'routes.txt': edit('routes.txt', 'R2,k', 'R2,') },
    'routes.txt line 3: "R2": this route needs an agency_id',
  ],
  [
    'a repeated trip is unknown',
    {
      'frequencies.txt': joinCsvLines(
        'trip_id,start_time,end_time,headway_secs',
        'Z,6:00:00,7:00:00,60',
      ),
    },
    'frequencies.txt line 2: "Z": this trip_id is not in trips.txt',
  ],
  [
    'a headway is 0',
    {
      'frequencies.txt': joinCsvLines(
        'trip_id,start_time,end_time,headway_secs',
        'B,6:00:00,7:00:00,0',
      ),
    },
    'frequencies.txt line 2: "B": headway_secs must be above 0',
  ],
  [
    'a fare is unknown',
    {
      'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type', 'f,1,NGN'),
      'fare_rules.txt': joinCsvLines('fare_id,route_id', 'f,R1', 'g,R1'),
    },
    'fare_rules.txt line 3: "g": this fare_id is not in fare_attributes.txt',
  ],
  [
    'a time cannot be read',
    { 'stop_times.txt': edit('stop_times.txt', 'B,6:45:00', 'B,6:75:00') },
    'stop_times.txt line 7: "6:75:00": arrival_time is not a time',
  ],
  [
    'a date does not exist',
    { 'calendar_dates.txt': edit('calendar_dates.txt', '20261225', '20260231') },
    'calendar_dates.txt line 2: "20260231": date is not a date',
  ],
  [
    'a latitude is on no globe',
    { 'stops.txt': edit('stops.txt', '5.56', '95.56') },
    'stops.txt line 4: "95.56": stop_lat is not a latitude',
  ],
  [
    'time goes backwards',
    { 'stop_times.txt': edit('stop_times.txt', 'B,6:45:00,6:45:00', 'B,5:45:00,5:45:00') },
    'stop_times.txt line 7: "B": time goes backwards here',
  ],
  [
    'a sequence stands still',
    { 'stop_times.txt': edit('stop_times.txt', '6:45:00,T,2', '6:45:00,T,1') },
    'stop_times.txt line 7: "B 1": this trip_id and stop_sequence is listed twice',
  ],
  [
    'a trip ends without a time',
    { 'stop_times.txt': edit('stop_times.txt', 'A,25:10:00,25:10:00', 'A,,') },
    'stop_times.txt line 5: "A": the first and the last stop of a trip need a time',
  ],
  [
    'a used stop is nowhere',
    { 'stops.txt': edit('stops.txt', '-0.22,Circle,,C,5.57', ',Circle,,C,') },
    'stops.txt line 6: "C": this stop has no coordinates',
  ],
  [
    'stations stand in each other',
    { 'stops.txt': edit('stops.txt', '6.51,1,,', '6.51,1,J1,') },
    'stops.txt line 2: "J": this parent_station goes in a circle',
  ],
  [
    'a quote never closes',
    { 'trips.txt': joinCsvLines('route_id,service_id,trip_id', 'R1,daily,"A') },
    'trips.txt line 2: cannot be read: Quote Not Closed',
  ],
  [
    'it is not UTF-8',
    { 'routes.txt': Buffer.from(edit('routes.txt', 'Tema', 'T\u00e9ma'), 'latin1') },
    'routes.txt line 3: cannot be read: it is not UTF-8',
  ],
  [
    'it holds NUL',
    { 'routes.txt': edit('routes.txt', 'Tema', 'T\u0000ma') },
    'routes.txt line 3: cannot be read: it holds NUL',
  ],
]

function edit(file: string, from: string, to: string): string {
  const text = String(smallFeed[file])
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  return text.replace(from, to)
}

describe('a feed is refused whole, with the line named, when', () => {
  test.each(broken)('%s', async (_, changes, ...says) => {
    const before = await standing()
    const refused = await bring(changes).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(FeedError)
    for (const words of says) expect(String(refused)).toContain(words)
    expect(await standing()).toEqual(before)
  })

  test('its zip is cut short anywhere, or a bit of it has flipped', async () => {
    const whole = readFileSync(aFeed())
    const path = aZip({})
    for (const part of [0, 0.1, 0.5, 0.9, 0.999]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * part)))
      await expect(importTimetable(db, path, {})).rejects.toThrow('this is not a complete zip file')
    }
    const flipped = Buffer.from(whole)
    const at = flipped.indexOf('Kaneshie to Tema')
    flipped[at] = 0x4c
    writeFileSync(path, flipped)
    await expect(importTimetable(db, path, {})).rejects.toThrow(
      'routes.txt: is damaged: its checksum is wrong',
    )
  })

  test('it holds a file twice; what hides in folders beside it is not looked at', async () => {
    const path = aFeed({ '../../evil.txt': 'x', '__MACOSX/stops.txt': 'x' })
    expect((await importTimetable(db, path, {})).changed).toBe(true)
    const twice = readFileSync(aFeed({ 'bgency.txt': 'x' }))
    for (let at = twice.indexOf('bgency'); at !== -1; at = twice.indexOf('bgency')) twice[at] = 97
    writeFileSync(path, twice)
    await expect(importTimetable(db, path, { name: 'twice' })).rejects.toThrow(
      'this is not a complete zip file (it holds agency.txt twice',
    )
  })
})
