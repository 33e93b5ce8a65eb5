import * as z from 'zod/mini'
import { afterAll, describe, expect, test } from 'vitest'
import { logInWithGoogle, logInWithGoogleToken, resetPassword } from '#contract/accounts/endpoints'
import { endpoints } from '#contract/all'
import { holdSeats } from '#contract/bookings/endpoints'
import { type Endpoint, endpoint } from '#contract/endpoint'
import { subscribePush, unsubscribePush } from '#contract/notifications/endpoints'
import { listLocations } from '#contract/lookups/endpoints'
import { createParcel, quoteParcel } from '#contract/parcels/endpoints'
import type { Parcel } from '#contract/parcels/model'
import { findTrips, getTrip } from '#contract/trips/endpoints'
import { openDatabase } from '#server/db/client'
import { makeDemoOperatorKey, demoStaffKey } from '#server/db/demo-marks'
import { seedCountry } from '#demo/country/index'
import { sql } from '#server/db/sql'
import { bindEndpoint } from '#server/http/serve'
import { testDatabase } from '#tests/support/database/test-database'
import { type KnownValues, fuzzEndpoint } from '#tests/support/fuzz/fuzz'
import { aStaffMember } from '#tests/support/makers/members'
import { aParcelInput, aParcelScan, makeParcelPaymentArrive } from '#tests/support/makers/parcels'
import { findFreePort } from '#tests/support/server/free-port'
import { aPhone } from '#tests/support/makers/phones'
import { aUser } from '#tests/support/makers/people'
import { aConfig, aServer } from '#tests/support/server/test-server'

/** `npm run faults` sets 1,000. */
const cases = Number(process.env['FUZZ_CASES'] ?? 100)

const { db, url } = await testDatabase()
const patient = openDatabase(url, { statement_timeout_ms: 0 })
await seedCountry(patient)
await patient.destroy()
// The server listens because the stand-in of Google is called over the network.
const port = await findFreePort()
const google = {
  ...aConfig().google,
  token_url: `http://127.0.0.1:${port}/sandbox/google/token`,
  jwks_url: `http://127.0.0.1:${port}/sandbox/google/certs`,
  tokeninfo_url: `http://127.0.0.1:${port}/sandbox/google/tokeninfo`,
}
const api = await aServer(db, { config: { port, google } })
await api.app.listen({ port, host: '127.0.0.1' })
const ngozi = await aUser(api, { email: 'ngozi@people.example', phone: '+2348031234567' })
afterAll(() => api.close())

const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10)
const trips = (await api.call(findTrips, { from: 'lagos', to: 'abuja', date: tomorrow })).data

/** Names that exist, so that cases get past "not found". */
async function knownNames(): Promise<KnownValues> {
  const codes = async (table: string) => {
    const { rows } = await sql<{ code: string }>`
      select code from ${sql.ref(table)} order by code limit 4`.execute(db)
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
    state: ['Lagos', 'Kano'],
    station: await codes('fuel_station'),
    ...(await aListeningPhone()),
    date: [tomorrow],
    operator: await codes('operator'),
    code: await codes('article'),
    vehicle_size: ['small,large'],
    amenity: ['ac', 'ac,wifi'],
    departs: ['morning', 'evening,early'],
    id: ids,
    trip_id: ids,
    seats: [[3], [5, 6], [9], [12, 11]],
    passenger_types: [['adult'], ['adult', 'child']],
    login: ['ngozi@people.example', '+2348031234567'],
    password: [ngozi.password],
  }
}

/** A phone that gets notifications at the latest of two URLs. */
async function aListeningPhone() {
  const { keys } = aPhone('')
  const endpoint = ['one', 'other'].map((name) => `https://fcm.googleapis.com/fcm/send/${name}`)
  for (const address of endpoint) await api.call(unsubscribePush, { endpoint: address })
  await api.call(subscribePush, { endpoint: endpoint[0] ?? '', keys }, { as: ngozi.as })
  return { endpoint, replaces: endpoint, keys: [keys] }
}

const { data: counters } = await api.call(listLocations, {})
/** A quote input for a parcel that one of the operator's buses can take tomorrow. */
const parcelQuote = {
  route: 'lagos_abuja',
  size: 'small',
  type: 'clothes',
  add_ons: [],
  declared_value_kobo: 300_000,
  drop_off: { at: 'door' as const },
  pick_up: {
    at: 'park' as const,
    location: counters.find((one) => one.city === 'Abuja')?.code ?? '',
  },
  trip_id: trips.at(-1)?.id ?? '',
}

/** A paid parcel, a new one for each endpoint. */
async function aSentParcel(): Promise<Parcel> {
  const { as } = ngozi
  const { data, status, text } = await api.call(
    createParcel,
    { ...aParcelInput(parcelQuote) },
    { as },
  )
  if (status !== 200) throw new Error(text)
  await makeParcelPaymentArrive(api, data.id)
  return data
}

/** The values that endpoints about parcels need. */
function parcelNames({ tracking_id, sender, receiver }: Parcel): KnownValues {
  const { trip_id: _, ...quote } = parcelQuote
  const scans = (['received', 'loaded', 'on_hold', 'delivered'] as const).map((kind) =>
    aParcelScan(tracking_id, kind),
  )
  return {
    tracking_id: [tracking_id],
    route: [quote.route],
    size: [quote.size],
    type: [quote.type, 'documents'],
    add_ons: [[], ['carton', 'wrap']],
    declared_value_kobo: [0, 300_000],
    drop_off: [quote.drop_off, { at: 'door', address: '12 Allen Avenue' }],
    pick_up: [quote.pick_up],
    quote: [quote],
    sender: [sender],
    receiver: [receiver],
    events: scans.map((one) => [one]),
  }
}

/** A held booking with its guest token, a new one for each endpoint about bookings. */
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

/**
 * Returns the headers of a caller who may use the endpoint; none for guests, and for owners, whose token `aHold`
 * returns.
 */
async function makeCredentials({
  access,
  cookie,
  path,
}: Endpoint): Promise<Record<string, string>> {
  if (access === 'operator')
    return { authorization: `Bearer ${makeDemoOperatorKey(runs.operator)}` }
  if (access === 'staff') return { authorization: `Bearer ${demoStaffKey}` }
  if (access === 'desk') return { authorization: `Bearer ${(await aStaffMember(api)).token}` }
  if (access !== 'user' && cookie === undefined) return {}
  const isOfParcel = path.includes('{tracking_id}')
  const { token, cookie: refresh } = isOfParcel ? ngozi : await aUser(api)
  return cookie === undefined ? { authorization: `Bearer ${token}` } : { cookie: refresh }
}

/** An operator and its departures that no other test data uses: it may cancel them. */
const runs = { operator: trips.at(-1)?.operator.code ?? '', ids: await departuresOf(trips.at(-1)) }

async function departuresOf(trip: (typeof trips)[number] | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from trip t join schedule s on s.id = t.schedule_id join operator o on o.id = s.operator_id
    where o.code = ${trip?.operator.code ?? ''} and t.departs_at > now() + interval '10 days'
    order by t.departs_at, t.id limit 5`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Endpoints that random input seldom satisfies, because a value works only once or must be exactly right. They need not
 * succeed in this test.
 */
const isSeldomRight: readonly Endpoint[] = [
  logInWithGoogle,
  logInWithGoogleToken,
  resetPassword,
  quoteParcel,
]

test.each(endpoints.map((one) => [one.name, one] as const))(
  '%s has somebody who keeps it',
  (_name, { method, path }) => {
    const url = `/api${path}`.replaceAll(/\{(\w+)\}/g, ':$1')
    expect(api.app.hasRoute({ method, url })).toBe(true)
  },
)

test.each(endpoints.map((one) => [one.name, one] as const))(
  `%s answers ${cases} strange requests within its contract`,
  { timeout: 600_000 },
  async (_name, one) => {
    const hold = one.access === 'owner' ? await aHold() : { reference: 'NOBODYS0000', headers: {} }
    const headers = { ...hold.headers, ...(await makeCredentials(one)) }
    const sent = parcelNames(await aSentParcel())
    const own = one.access === 'operator' ? { id: runs.ids, trip_id: runs.ids } : {}
    const known = { ...(await knownNames()), ...sent, ...own, reference: [hold.reference] }
    const statuses = await fuzzEndpoint(api.app, one, { cases, known, headers })
    const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    expect(all).toBe(cases)
    const isAnyones = one.access === 'anyone' || one.name === 'getManifest'
    const isOpen = isAnyones && cases >= 300 && !isSeldomRight.includes(one)
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
    const weak = await aServer(db, { more: [bindEndpoint(one, handler as never)] })
    await expect(fuzzEndpoint(weak.app, one, { cases: 200 })).rejects.toThrow(/500/)
    await weak.close()
  })
})
