import * as z from 'zod/mini'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import { holdSeats } from '#contract/bookings'
import { endpoint } from '#contract/endpoint'
import { findTrips, getTrip } from '#contract/trips'
import { openDatabase } from '#server/db/client'
import { seedCountry } from '#server/db/seed/index'
import { serve } from '#server/http/serve'
import { testDatabase } from '#tests/support/database'
import { type Known, fuzz } from '#tests/support/fuzz'
import { aServer } from '#tests/support/server'

const cases = Number(process.env['FUZZ_CASES'] ?? 1000)

const { db, url } = await testDatabase()
const patient = openDatabase(url, { statement_timeout_ms: 0 })
await seedCountry(patient)
await patient.destroy()
const api = await aServer(db)
afterAll(() => api.close())

const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10)
const trips = (await api.call(findTrips, { from: 'lagos', to: 'abuja', date: tomorrow })).data

/** Names that exist, so that cases get past "there is nothing here". */
async function knownNames(): Promise<Known> {
  const codes = async (table: string) => {
    const { rows } = await sql<{ code: string }>`
      select code from ${sql.table(table)} order by code limit 4`.execute(db)
    return rows.map(({ code }) => code)
  }
  const parks = await codes('motor_park')
  const places = [...(await codes('city')), 'lagos', 'abuja', ...parks]
  const ids = trips.slice(0, 5).map(({ id }) => id)
  return {
    from: places,
    to: places,
    city: places,
    park: parks,
    date: [tomorrow],
    operator: await codes('operator'),
    vehicle_size: ['small,large'],
    amenity: ['ac', 'ac,wifi'],
    departs: ['morning', 'evening,early'],
    id: ids,
    trip_id: ids,
    seats: [[3], [5, 6], [9], [12, 11]],
    passenger_types: [['adult'], ['adult', 'child']],
  }
}

/** A held booking of its own for each round, with the token that opens it. */
async function aHold() {
  for (const { id } of trips.toReversed()) {
    const { data: trip } = await api.call(getTrip, { id })
    const free = trip.seats.find(({ state }) => state === 'free')
    if (free === undefined || trip.fare_kobo === null) continue
    const as = { device_id: crypto.randomUUID() }
    const { status, data } = await api.call(
      holdSeats,
      { trip_id: id, seats: [free.number] },
      { as },
    )
    if (status === 200)
      return { reference: data.reference, headers: { 'x-guest-token': data.guest_token ?? '' } }
  }
  throw new Error('no seat could be held')
}

test.each(endpoints.map((one) => [one.name, one] as const))(
  '%s has somebody who keeps it',
  (_name, { method, path }) => {
    const url = `/api${path}`.replaceAll(/\{(\w+)\}/g, ':$1')
    expect(api.app.hasRoute({ method, url })).toBe(true)
  },
)

test.each(endpoints.map((one) => [one.name, one] as const))(
  `%s answers ${cases} strange requests within its contract`,
  { timeout: 180_000 },
  async (_name, one) => {
    const { reference, headers } = await aHold()
    const known = { ...(await knownNames()), reference: [reference] }
    const statuses = await fuzz(api.app, one, { cases, known, headers })
    const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    expect(all).toBe(cases)
    const isOpen = one.access === 'anyone' && cases >= 300
    expect(statuses.get(200) ?? 0).toBeGreaterThanOrEqual(isOpen ? 1 : 0)
  },
)

describe('the fuzzer bites', () => {
  const text = z.string()
  const name = (at: string) => ({
    name: at,
    summary: at,
    method: 'POST' as const,
    path: `/v1/{p}/${at}`,
    access: 'anyone' as const,
  })
  const crashes = endpoint({
    ...name('crashes'),
    input: z.strictObject({ text }),
    output: z.object({}),
    refusals: [],
  })
  const tells = endpoint({
    ...name('tells'),
    input: z.strictObject({ text }),
    output: z.object({ n: z.int() }),
    refusals: [],
  })

  test.each([
    [
      'a handler that breaks on an emoji',
      crashes,
      () => {
        throw new Error('cannot')
      },
    ],
    ['an answer that is not promised', tells, () => ({ n: 'one' }) as never],
  ] as const)('%s', async (_what, one, handler) => {
    const weak = await aServer(db, { more: [serve(one, handler as never)] })
    await expect(fuzz(weak.app, one, { cases: 200 })).rejects.toThrow(/500/)
    await weak.close()
  })
})
