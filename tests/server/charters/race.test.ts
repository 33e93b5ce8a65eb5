import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { apiProgram, startFleet } from '#tests/load/run/fleet'
import { excludeDemo } from '#tests/load/run/load-run-setting'
import { rushForVehicle } from '#tests/load/run/rush'
import { testDatabase } from '#tests/support/database/test-database'

const { db, url } = await testDatabase()
const data_dir = mkdtempSync(join(tmpdir(), 'waka-race-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

test('two hundred hire one vehicle for one day at four processes: one has it, all others are told so', async () => {
  await excludeDemo(db)
  const public_url = 'http://127.0.0.1:4186'
  const where = { port: 4186, processes: 4, public_url, program: apiProgram }
  const fleet = await startFleet({ url, data_dir, ...where })
  try {
    const race = await rushForVehicle(db, fleet.origins)
    expect(race).toMatchObject({ hired: 1, refused: 199, let_twice: 0, broken: 0, silent: 0 })
    expect(race.answers).toEqual({ 200: 1, 409: 199 })
  } finally {
    await fleet.stop()
  }
}, 180_000)
