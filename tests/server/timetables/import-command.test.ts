import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeBaseLists } from '#server/db/base/index'
import { sql } from '#server/db/sql'
import { aCountryForFeeds } from './timetable-world.ts'
import { testDatabase } from '#tests/support/database/test-database'
import { aFeed, aLargeFeed, aZip } from '#tests/support/files/feeds'

const { db, url, standing } = await aCountryForFeeds()
const empty = await testDatabase({ migrated: false })

/** A million takes minutes: IMPORT_ROWS=1000000 npx vitest run tests/server/timetables/import-command.test.ts */
const stopTimes = Number(process.env['IMPORT_ROWS'] ?? 100_000)

const runImport = (...args: string[]) => runImportWith({}, ...args)

function runImportWith(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    NODE_ENV: 'test',
    DATA_DIR: aZip({}).replace(/feed.zip$/, ''),
    ...settings,
  }
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--max-old-space-size=400', 'server/commands/import.ts', ...args],
      { env },
      (error, out, err) =>
        done({ code: error === null ? 0 : Number(error.code), said: `${out}${err}` }),
    )
  })
}

test('the command says what it does, what came of it, and that a second time changes nothing', async () => {
  const first = await runImport(aFeed(), '--name', 'small', '--rate', 'GHS=95')
  expect(first.said).toMatch(/stop_times.txt: 8 rows, [\d,]+ rows\/s/)
  expect(first.said).toMatch(/operators +2\n +motor parks +4 +from 6 stops\n +routes +2\n/)
  expect(first).toMatchObject({ code: 0 })
  const second = await runImport(aFeed(), '--name', 'small', '--rate', 'GHS=95')
  expect(second.said).toContain('nothing has changed')
})

test('the command fails with the reason for a cut zip, a wrong rate, an unknown vehicle, no file', async () => {
  // The command writes the base lists before it reads any feed, so do it before comparing.
  await writeBaseLists(db)
  const before = await standing()
  const cut = aZip({}, 'cut.zip')
  writeFileSync(cut, 'PK')
  expect(await runImport(cut)).toMatchObject({
    code: 1,
    said: expect.stringContaining('cut.zip: this is not a complete zip'),
  })
  expect(await runImport(aFeed(), '--rate', 'CAD')).toMatchObject({
    code: 1,
    said: expect.stringContaining('A rate looks like'),
  })
  expect(await runImport(aFeed(), '--operator-vehicle', 'rocket')).toMatchObject({
    code: 1,
    said: expect.stringContaining('rocket is none of sienna'),
  })
  expect(await runImport()).toMatchObject({
    code: 1,
    said: expect.stringContaining('Give one file.'),
  })
  expect(await standing()).toEqual(before)
})

test(`a feed of ${stopTimes} stop_times comes in within 512 MB`, { timeout: 900_000 }, async () => {
  const { code, said } = await runImport(aLargeFeed(stopTimes))
  expect(said).toContain(`with ${stopTimes.toLocaleString('en')} stop times`)
  expect(Number(/at most (\d+) MB/.exec(said)?.[1])).toBeLessThan(512)
  expect(code).toBe(0)
})

test('npm run import -- --help tells the options', async () => {
  const { code, said } = await new Promise<{ code: number; said: string }>((done) => {
    execFile('npm', ['run', 'import', '--', '--help'], (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), said: `${out}${err}` }),
    )
  })
  expect(said).toMatch(/--name NAME[^]*--rate CODE=NAIRA[^]*--dry-run/)
  expect(code).toBe(0)
})

test('a database that does not answer is told in one sentence without stack or password', async () => {
  for (const [address, why] of [
    ['postgresql://waka:hidden-word@127.0.0.1:9/waka', 'ECONNREFUSED'],
    [url.replace(/[^/]+$/, 'no_such_database'), 'does not exist'],
  ] as const) {
    const { code, said } = await runImportWith({ DATABASE_URL: address }, aFeed())
    expect(said).toMatch(/^The database cannot be reached: [^\n]+\n$/)
    expect(said).toContain(why)
    expect(said).not.toContain('hidden-word')
    expect(code).toBe(1)
  }
})

test('an empty production database takes a timetable in: the base lists come first', async () => {
  // A demo accepts made-up data; an import does not contain the demo country.
  const settings = { DATABASE_URL: empty.url, NODE_ENV: 'production', DEMO: '1' }
  const { code, said } = await runImportWith(settings, aFeed(), '--rate', 'GHS=95')
  expect(said).toMatch(/operators +2\n/)
  expect(code).toBe(0)
  const { rows } = await sql`
    select (select count(*)::int from state) as states, (select count(*)::int from operator) as operators,
      (select string_agg(code, ' ' order by position) from passenger_type) as passengers,
      (select count(*)::int from vehicle_type) as vehicles, (select count(*)::int from service_type) as services,
      (select string_agg(code, ' ') from currency) as currencies, (select count(*)::int from parcel_size) as sizes,
      (select count(*)::int from installed) as demo, (select count(*) > 0 from trip) as runs`.execute(
    empty.db,
  )
  expect(rows).toEqual([
    {
      states: expect.any(Number),
      operators: 2,
      passengers: 'adult child student corps_member senior',
      vehicles: 7,
      services: 3,
      currencies: 'NGN',
      sizes: 5,
      demo: 0,
      runs: true,
    },
  ])
  const twice = await runImportWith(settings, aFeed(), '--rate', 'GHS=95')
  expect(twice.said).toContain('nothing has changed')
})
