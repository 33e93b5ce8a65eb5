import { expect, test } from 'vitest'
import { makeCrowdSimulator } from './crowd-world.ts'
import { testDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase()
const evening = await makeCrowdSimulator(db)
/** 5,000 in `npm run faults`. */
const phones = Number(process.env['CROWD_PHONES'] ?? 500)

test('of honest phones behind one address 99.9 % are never refused, and 1 % are asked for work', async () => {
  const told = await evening({ phones })
  expect(told.held).toBeGreaterThan(phones * 0.95)
  expect(told.refused).toBeLessThanOrEqual(phones * 0.001)
  expect(told.asked).toBeLessThanOrEqual(phones * 0.01)
  expect(told.lost).toBe(0)
}, 600_000)

test('a hoarder who works, at another address, holds 200 seats and three tenths of a departure; no honest phone notices', async () => {
  const told = await evening({ phones, hoarder: { at: 'another address', writes_names: true } })
  expect(told.hoarded).toBeLessThanOrEqual(200)
  expect(told.hoarded).toBeGreaterThan(100)
  expect(told.hoarded_of_one).toBeLessThanOrEqual(0.3)
  expect(told.held).toBeGreaterThan(phones * 0.95)
  expect(told.refused).toBeLessThanOrEqual(phones * 0.001)
  expect(told.asked).toBeLessThanOrEqual(phones * 0.01)
}, 600_000)

test('a hoarder who works and writes names behind the address of honest phones is stopped; they log in when told to, and get their seats', async () => {
  // A smaller crowd would not be refused even if nobody logged in.
  const crowd = Math.max(phones, 1500)
  const told = await evening({
    phones: crowd,
    hoarder: { at: 'the same address', writes_names: true },
    log_in: true,
  })
  expect(told.hoarded).toBeGreaterThan(100)
  expect(told.hoarded).toBeLessThanOrEqual(250)
  expect(told.hoarded_of_one).toBeLessThan(0.4)
  expect(told.held).toBeGreaterThan(crowd * 0.95)
  expect(told.logged_in, 'each refused phone was let in by its login').toBe(told.refused)
  expect(told.lost).toBeLessThan(crowd * 0.005)
}, 600_000)

// New visitors at that IP address who do not log in may have to wait, which we accept.
test('the same hoarder where nobody logs in holds no more than a small share', async () => {
  const told = await evening({ phones, hoarder: { at: 'the same address', writes_names: true } })
  expect(told.hoarded).toBeGreaterThan(100)
  expect(told.hoarded).toBeLessThanOrEqual(250)
  expect(told.hoarded_of_one).toBeLessThan(0.4)
  expect(told.lost).toBe(0)
}, 600_000)
