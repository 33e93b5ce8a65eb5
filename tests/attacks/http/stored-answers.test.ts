import { afterAll, expect, test } from 'vitest'
import { getBooking, holdSeats } from '#contract/bookings/endpoints'
import { createParcel } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aParcelInput, aParcelTrip, aQuoteInput } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const keptUnder = async (key: string) => {
  const { rows } = await sql<{ response: string }>`
    select response from idempotency where key = ${key}`.execute(db)
  return rows[0]?.response ?? ''
}

test('who reads the kept answers finds no guest token, and a repeat has it byte for byte', async () => {
  const { id: trip_id } = await aTrip(db)
  const key = crypto.randomUUID()
  const first = await server.call(holdSeats, { trip_id, seats: [3] }, { key })
  const { guest_token = '', reference } = first.data
  expect(guest_token).toMatch(/^[\w-]{43}$/)
  const kept = await keptUnder(key)
  expect(kept).toContain(reference)
  expect(kept).not.toContain(guest_token)
  const again = await server.call(holdSeats, { trip_id, seats: [3] }, { key })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.text).toBe(first.text)
  const as = { guest_token: again.data.guest_token ?? '' }
  expect((await server.call(getBooking, { reference }, { as })).status).toBe(200)
})

test('a sealed token opens only in the answer it was sealed in', async () => {
  const { id: trip_id } = await aTrip(db)
  const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()]
  const as = { device_id: crypto.randomUUID() }
  await server.call(holdSeats, { trip_id, seats: [4] }, { as, key: mine })
  const victim = await server.call(holdSeats, { trip_id, seats: [5] }, { key: theirs })
  const sealed = /"guest_token":"[^"]*"/.exec(await keptUnder(theirs))?.[0] ?? 'none'
  const own = /"guest_token":"[^"]*"/.exec(await keptUnder(mine))?.[0] ?? 'none'
  await sql`update idempotency set response = replace(response, ${own}, ${sealed})
    where key = ${mine}`.execute(db)
  const stolen = await server.call(holdSeats, { trip_id, seats: [4] }, { as, key: mine })
  expect(stolen.problem.code).toBe('idempotency_key_reused')
  expect(stolen.text).not.toContain(victim.data.guest_token)
})

test('what a person writes is kept as they wrote it, also where it looks like a token', async () => {
  const asked = { ...aParcelInput(aQuoteInput(await aParcelTrip(server))) }
  const { as } = await aUser(server)
  const key = crypto.randomUUID()
  const contents = '"guest_token":"mine" and "pickup_pin":"sealed.AAAA"'
  const first = await server.call(createParcel, { ...asked, contents }, { as, key })
  expect(first.status).toBe(200)
  expect(await keptUnder(key)).toContain(JSON.stringify(contents).slice(1, -1))
  const again = await server.call(createParcel, { ...asked, contents }, { as, key })
  expect(again.text).toBe(first.text)
})
