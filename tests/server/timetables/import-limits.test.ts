import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FeedError, importTimetable, type ImportOptions } from '#server/rooms/timetables'
import { aCountryForFeeds } from './timetable-world.ts'
import { aFeed, packRepeated, smallFeed, type FeedText } from '#tests/support/files/feeds'

const { db, standing } = await aCountryForFeeds()

const header = 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n'
const junk = 'x,y,z,q,r\n'
const megabytes = (bytes: number) => bytes / 1024 ** 2

/** Imports a feed that exceeds a limit; returns the refusal, and what had been read by then. */
async function refusal(changes: FeedText, options: ImportOptions = {}) {
  const read: Record<string, number> = {}
  const before = await standing()
  const path = aFeed(changes)
  const onProgress = (file: string, rows: number) => (read[file] = rows)
  const refused = await importTimetable(db, path, { onProgress, ...options }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(FeedError)
  expect(await standing()).toEqual(before)
  const { faults } = refused as FeedError
  return { says: String(refused), faults, read, packed: megabytes(statSync(path).size) }
}

describe('a feed that is made to exhaust its reader is refused', () => {
  test('1.9 GB of newlines in less than 2 MB, before a byte of it is read', async () => {
    const { says, read, packed } = await refusal({ 'stop_times.txt': packRepeated('\n', 1900) })
    expect(packed).toBeLessThan(2)
    expect(says).toContain('stop_times.txt: would unpack to 1,904 MB; at most 256 MB of one file')
    expect(read).toEqual({})
  })

  test('400 MB of junk rows in less than 2 MB, before a byte of it is read', async () => {
    const { says, read, packed } = await refusal({ 'stop_times.txt': packRepeated(junk, 400) })
    expect(packed).toBeLessThan(2)
    expect(says).toContain('stop_times.txt: would unpack to')
    expect(read).toEqual({})
  })

  test('200 MB that pack 500 times smaller, as no timetable does', async () => {
    const { says, read } = await refusal({ 'stop_times.txt': packRepeated(junk, 200) })
    expect(says).toMatch(/stop_times.txt: would unpack to [\d,]+ times its size/)
    expect(read).toEqual({})
  })

  test('newlines that pack less well, after three million of them', async () => {
    const { faults } = await refusal(
      { 'stop_times.txt': packRepeated('\n', 200) },
      { limits: { ratio: 5000 } },
    )
    expect(faults).toHaveLength(1)
    expect(faults[0]?.reason).toContain('has more than 3,000,000 lines')
    expect(faults[0]?.rows[0]?.line).toBeLessThan(3_100_000)
  })

  test('junk rows that pack less well, after a thousand wrong cells', async () => {
    const { says, faults, read } = await refusal(
      { 'stop_times.txt': Buffer.from(header + junk.repeat(1_000_000)) },
      { limits: { ratio: 5000 } },
    )
    expect(says).toContain('stop_times.txt line 2: "y": arrival_time is not a time')
    expect(says).toContain('is not read on after 1000 wrong cells')
    expect(faults.reduce((sum, { total }) => sum + total, 0)).toBeLessThan(1010)
    expect(read['stop_times.txt']).toBeUndefined()
  })

  test('a file that unpacks to more than it says', async () => {
    const { deflated } = packRepeated('\n', 16)
    const { says } = await refusal({ 'stop_times.txt': { deflated, size: 5000 } })
    expect(says).toContain('stop_times.txt')
    expect(says).toContain('damaged')
  })

  test('many files that are too much together', async () => {
    const { says } = await refusal({}, { limits: { all_lines: 20 } })
    expect(says).toContain('more than 20 lines are in the feed up to here')
    const files = Object.fromEntries(
      ['trips.txt', 'stop_times.txt', 'routes.txt'].map((file) => [file, packRepeated('\n', 200)]),
    )
    const unpacked = await refusal(files, { limits: { ratio: 5000 } })
    expect(unpacked.says).toContain('its files would unpack to 601 MB; at most 512 MB are read')
  })

  test('what takes too long, while it is read and afterwards', async () => {
    const { says } = await refusal({}, { limits: { seconds: 0 } })
    expect(says).toContain('took longer than 0 seconds; the import is cancelled')
    const slow = await refusal({}, { limits: { seconds: 0.001, all_lines: 1_000_000 } })
    expect(slow.says).toContain('the import is cancelled')
  })

  test('but an honest feed is not', async () => {
    expect(Object.keys(smallFeed)).toContain('stop_times.txt')
    expect((await importTimetable(db, aFeed(), {})).changed).toBe(true)
  })
})
