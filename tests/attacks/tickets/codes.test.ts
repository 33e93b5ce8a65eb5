import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { listTickets } from '#contract/tickets/endpoints'
import { trackParcel } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { makeReference } from '#server/platform/ids'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const generous = await aServer(db)
const strict = await aServer(db, { config: { rate_limit_factor: 1 } })
afterAll(async () => {
  await generous.close()
  await strict.close()
})

const open = (code: string, remoteAddress: string) =>
  strict.app.inject({ method: 'GET', url: `/t/${code}`, remoteAddress })

/** Returns the statuses of `count` guesses at the same time from one IP address. */
const guesses = async (count: number, ip: string) =>
  Promise.all(
    Array.from({ length: count }, async () => (await open(makeReference(), ip)).statusCode),
  )

test('a network that guesses at tickets’ codes is told to wait, whatever it finds', async () => {
  const trip = await aTrip(db)
  const { booking, as } = await aPaidBooking(generous, trip.id, trip.sellable.slice(0, 1))
  const { data } = await generous.call(listTickets, { reference: booking.reference }, { as })
  const code = data[0]?.code ?? ''
  expect((await open(code, '10.1.1.1')).statusCode).toBe(200)
  const statuses = await guesses(80, '10.1.1.1')
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15)
  const late = await open(code, '10.1.1.1')
  expect(late.statusCode).toBe(429)
  expect(late.body).toContain('Too many codes that do not exist')
  expect((await open(code, '10.1.1.2')).statusCode).toBe(200)
})

test('tickets and parcels are guessed at out of one budget', async () => {
  await guesses(60, '10.1.1.3')
  const { status } = await strict.call(
    trackParcel,
    { tracking_id: makeReference() },
    { as: { ip: '10.1.1.3' } },
  )
  expect(status).toBe(429)
})

test('what is no code at all was mistyped and guesses nothing', async () => {
  for (let at = 0; at < 70; at += 1)
    expect((await open(`WRONG${at}`, '10.1.1.4')).statusCode).toBe(404)
})

test('guesses from everywhere at once raise an alarm, and nobody is refused for it', async () => {
  const said: string[] = []
  const heard = await aServer(db, {
    config: { rate_limit_factor: 1 },
    log: pino({ level: 'error' }, { write: (line: string) => void said.push(line) }),
  })
  const look = (at: number) =>
    heard.app.inject({ url: `/t/${makeReference()}`, remoteAddress: `10.2.${at}.1` })
  expect((await look(1)).statusCode).toBe(404)
  expect(said).toEqual([])
  await sql`update rate_bucket set tokens = 0 where key = 'code-miss:house'`.execute(db)
  expect((await look(2)).statusCode).toBe(404)
  expect(said.join('')).toContain('codes.guessed')
  await heard.close()
})
