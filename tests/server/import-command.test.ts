import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aCountryForFeeds } from '#tests/support/country-for-feeds'
import { aFeed, aLargeFeed, aZip } from '#tests/support/feeds'

const { url, standing } = await aCountryForFeeds()

/** A million takes minutes: IMPORT_ROWS=1000000 npx vitest run tests/server/import-command.test.ts */
const stopTimes = Number(process.env['IMPORT_ROWS'] ?? 100_000)

function runImport(...args: string[]): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    NODE_ENV: 'test',
    DATA_DIR: aZip({}).replace(/feed.zip$/, ''),
  }
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--max-old-space-size=400', 'server/import.ts', ...args],
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
  const before = await standing()
  const cut = aZip({}, 'cut.zip')
  writeFileSync(cut, 'PK')
  expect(await runImport(cut)).toMatchObject({
    code: 1,
    said: expect.stringContaining('cut.zip: this is not a whole zip'),
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
