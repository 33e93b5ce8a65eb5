import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, inject, test } from 'vitest'
import { demo } from '#demo/index'
import { readConfig } from '#server/config'
import type { Db } from '#server/db/client'
import { payables } from '#server/rooms'
import { guardMutations, tryGuardMutation } from '#tests/load/canaries/guard-mutations'
import { plantedDamage, tryPlantedDamage } from '#tests/load/canaries/planted-damage'
import { invariantNames } from '#tests/load/invariants/invariants'
import { apiProgram, startFleet } from '#tests/load/run/fleet'
import { runCounterFight } from '#tests/load/run/counter-fight'
import { runFaults } from '#tests/load/run/run'
import { withScratchDatabase } from '#tests/load/canaries/scratch'
import { testDatabase } from '#tests/support/database/test-database'

const { db, url } = await testDatabase({ country: true })
const data_dir = mkdtempSync(join(tmpdir(), 'waka-faults-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

function scratch<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { url: admin, template } = inject('postgres')
  return withScratchDatabase(admin, template, work)
}

test.each(guardMutations)('a check bites when its guard is gone: $guard', async (mutation) => {
  const { guarded, unguarded } = await tryGuardMutation(mutation, scratch)
  expect(guarded).toBe(0)
  expect(unguarded).toBeGreaterThan(0)
})

test('every invariant has a canary', () => {
  const tried = new Set<string>([
    ...guardMutations.map(({ detectedBy }) => detectedBy),
    ...Object.keys(plantedDamage),
  ])
  expect(invariantNames.filter((name) => !tried.has(name))).toEqual([])
})

test('a check finds planted damage, and none in good books', async () => {
  for (const { check, good, planted } of await scratch(tryPlantedDamage)) {
    expect([check, good]).toEqual([check, 0])
    expect([check, planted > 0]).toEqual([check, true])
  }
})

test('in a fresh demo country nothing is lost or doubled while buyers fight for seats and vehicles, senders send, companies give money back, and processes are killed', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: data_dir })
  await demo.seed(db, { config, log: pino({ level: 'silent' }), payables })
  const public_url = 'http://127.0.0.1:4196'
  const where = { port: 4196, processes: 2, public_url, program: apiProgram }
  const fleet = await startFleet({ url, data_dir, ...where })
  try {
    const report = await runFaults({
      db,
      url,
      config,
      fleet,
      seed: 1,
      buyers: 6,
      wallets: 3,
      senders: 2,
      hirers: 2,
      goals: { charges: 60, parcels: 10, charters: 10, kills: 4 },
      // Enough for a slow machine; the run ends when its goals are reached.
      seconds: 300,
      kill_every: 3000,
    })
    const wrong = Object.entries(report.invariants).filter(([, { count }]) => count > 0)
    expect(wrong).toEqual([])
    expect(report.kills.api).toBeGreaterThanOrEqual(3)
    expect(report.counts['charges']).toBeGreaterThan(10)
    for (const done of [
      'added_to_wallets',
      'paid_from_wallets',
      'parcels_paid',
      'charters_paid',
      'samples_of_money',
      'company_refund',
      'company_dispute',
      'company_charge_again',
      'company_reverse',
    ])
      expect([done, (report.counts[done] ?? 0) > 0]).toEqual([done, true])
  } finally {
    await fleet.stop()
  }
}, 480_000)

test('two counters and the web sell no seat twice and lose no sale while connections break and processes are killed', async () => {
  const { db, url } = await testDatabase()
  const public_url = 'http://127.0.0.1:4186'
  const where = { port: 4186, processes: 2, public_url, program: apiProgram }
  const fleet = await startFleet({ url, data_dir, ...where })
  try {
    const report = await runCounterFight({
      db,
      url,
      fleet,
      seed: 1,
      seats: 50,
      operators: 1,
      kill_every: 3000,
    })
    const wrong = Object.entries(report.invariants).filter(([, { count }]) => count > 0)
    expect(wrong).toEqual([])
    expect([report.lost, report.broken]).toEqual([[], []])
    expect(report.sold.counter).toBeGreaterThan(10)
    expect(report.sold.web).toBeGreaterThan(0)
    expect(report.sold.offline).toBeGreaterThan(0)
  } finally {
    await fleet.stop()
  }
}, 180_000)
