import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { trackParcel } from '#contract/parcels/endpoints'
import { makeCheckCharacter } from '#contract/reference'
import { type Db, openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeReference } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { aPaidParcel, aParcelScan, aParcelTrip, sendScans } from '#tests/support/makers/parcels'
import { aServer } from '#tests/support/server/test-server'

const { db, url } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)

test('an id that nobody has is not_found; what is paid and not scanned yet is here', async () => {
  const { status, problem } = await server.call(trackParcel, { tracking_id: makeReference() })
  expect([status, problem.code]).toEqual([404, 'not_found'])
  const { parcel } = await aPaidParcel(server, { trip })
  const { data, status: here } = await server.call(trackParcel, {
    tracking_id: parcel.tracking_id,
  })
  expect(here).toBe(200)
  expect(data).toMatchObject({
    state: 'paid',
    words: 'Waiting to be handed in: Lagos Park.',
    storage: null,
    events: [{ kind: 'paid' }, { kind: 'created' }],
  })
  expect(data.expected_at).toBe(parcel.planned.arrives_at)
  expect(data.expected_park).toBe(data.to_place)
  expect(data.stops.every(({ at }) => at === null)).toBe(true)
  const { rows } = await sql<object>`
    select name as place, latitude, longitude from city where name = ${data.stops[0]?.place}
  `.execute(db)
  expect([data.stops[0]]).toMatchObject(rows)
  expect(data.share_text).toContain(data.link)
  const spoken = parcel.tracking_id.toLowerCase().replace(/^(.{4})/, '$1-')
  const { data: same } = await server.call(trackParcel, { tracking_id: spoken })
  expect(same.tracking_id).toBe(parcel.tracking_id)
})

test('the number of an old waybill is tracked as well, as it is written; each look counts as a guess', async () => {
  const { parcel } = await aPaidParcel(server, { trip })
  const waybill = `LA00000029${makeCheckCharacter('1A00000029')}`
  await sql`update parcel set waybill = ${waybill} where id = ${parcel.id}::uuid`.execute(db)
  const strict = await aServer(db, { config: { rate_limit_factor: 1 } })
  const ask = (ip: string) =>
    strict.call(trackParcel, { tracking_id: `la 0000-${waybill.slice(6)}` }, { as: { ip } })
  expect((await ask('10.9.8.5')).data.tracking_id).toBe(parcel.tracking_id)
  const looks = await Promise.all(Array.from({ length: 80 }, () => ask('10.9.8.5')))
  expect(looks.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15)
  await strict.close()
})

test('a parcel is tracked on a replica, which takes no writes; guesses are counted at the primary', async () => {
  const { parcel } = await aPaidParcel(server, { trip })
  const replica = new URL(url)
  replica.searchParams.set('options', '-c default_transaction_read_only=on')
  const replicaDb = openDatabase(replica.href)
  const replicas = {
    read: <T>(work: (at: Db) => Promise<T>) => work(replicaDb),
    countFresh: () => 1,
  }
  const reading = await aServer(db, {
    config: { rate_limit_factor: 1 },
    replicas: { ...replicas, stop: async () => {} },
  })
  const ask = (tracking_id: string) =>
    reading.call(trackParcel, { tracking_id }, { as: { ip: '10.9.8.44' } })
  expect((await ask(parcel.tracking_id)).status).toBe(200)
  for (let n = 0; n < 60; n += 1) expect((await ask(makeReference())).status).toBe(404)
  expect((await ask(makeReference())).problem.code).toBe('too_many_requests')
  await reading.close()
  await replicaDb.destroy()
})

test('what is no tracking id at all is nobody’s parcel: 404, not a wrong field', async () => {
  for (const tracking_id of ['NOPE', '0', 'x'.repeat(200), '….💛', "' or 1=1 --"]) {
    const { status, problem } = await server.call(trackParcel, { tracking_id })
    expect([status, problem.code]).toEqual([404, 'not_found'])
  }
})

test('one address misses sixty times at once; what is there is looked at as often as one likes', async () => {
  const { parcel } = await aPaidParcel(server, { trip })
  const strict = await aServer(db, { config: { rate_limit_factor: 1 } })
  const ask = (ip: string, tracking_id = makeReference()) =>
    strict.call(trackParcel, { tracking_id }, { as: { ip } })
  for (let round = 0; round < 4; round += 1) {
    const looks = Array.from({ length: 25 }, () => ask('10.9.8.7', parcel.tracking_id))
    expect((await Promise.all(looks)).map(({ status }) => status)).not.toContain(429)
  }
  const answers = await Promise.all(Array.from({ length: 80 }, () => ask('10.9.8.7')))
  const refused = answers.filter(({ status }) => status === 429).length
  expect(refused).toBeGreaterThanOrEqual(15)
  expect((await ask('10.9.8.6')).status).toBe(404)
  await strict.close()
})

test('tells no name, no phone, no address, no contents and no PIN', async () => {
  const made = await aPaidParcel(server, {
    trip,
    quote: { drop_off: { at: 'door' }, pick_up: { at: 'door' } },
  })
  const { id, tracking_id, pickup_pin } = made.parcel
  const letters = fc.stringMatching(/^[A-Z][a-z]{3,9} [A-Z][a-z]{4,9}$/).map((name) => `Zq${name}`)
  const number = fc.stringMatching(/^\+234[789][01]\d{8}$/)
  const places = fc.record({
    drop_off_address: letters.map((name) => `12 ${name} Street`),
    pick_up_address: letters.map((name) => `4 ${name} Close`),
  })
  const people = fc.record({
    sender_name: letters,
    sender_phone: number,
    receiver_name: letters,
    receiver_phone: number,
    driver_name: letters,
    driver_phone: number,
    contents: letters,
    note: letters,
  })
  await sendScans(server, made.operator, [aParcelScan(tracking_id, 'loaded')])
  await fc.assert(
    fc.asyncProperty(people, places, async (who, where) => {
      const all = { ...who, ...where }
      await sql`update parcel p set (sender_name, sender_phone, receiver_name, receiver_phone, driver_name,
          driver_phone, contents, note, drop_off_address, pick_up_address) = (n.sender_name, n.sender_phone,
          n.receiver_name, n.receiver_phone, n.driver_name, n.driver_phone, n.contents, n.note,
          n.drop_off_address, n.pick_up_address)
        from jsonb_populate_record(null::parcel, ${JSON.stringify(all)}::jsonb) n where p.id = ${id}::uuid`.execute(
        db,
      )
      await sendScans(server, made.operator, [aParcelScan(tracking_id, 'at_hub')])
      const { text, status } = await server.call(trackParcel, { tracking_id })
      expect(status).toBe(200)
      for (const secret of [...Object.values(all), String(pickup_pin)])
        expect(text).not.toContain(secret)
    }),
    { numRuns: 40 },
  )
})

test('a parcel that was handed out on the way arrives nowhere else', async () => {
  const far = await aParcelTrip(server, { stops: ['lagos', 'benin-city', 'abuja'] })
  const { parcel, operator } = await aPaidParcel(server, { trip: far })
  await sql`update parcel set created_at = now() - interval '1 day', paid_at = now() - interval '1 day' where id = ${parcel.id}::uuid`.execute(
    db,
  )
  const of = parcel.waybill ?? ''
  const place = 'benin-city-test-park'
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const told = await sendScans(server, operator, [
    aParcelScan(of, 'loaded', { occurred_at: ago(240), place: far.from_park }),
    aParcelScan(of, 'ready_for_pickup', { occurred_at: ago(30), place }),
  ])
  expect(told.map(({ result }) => result)).toEqual(['recorded', 'recorded'])
  const waiting = await server.call(trackParcel, { tracking_id: parcel.tracking_id })
  expect(waiting.data.words).toBe('Ready to be collected: Benin City Park. Bring the pickup PIN.')
  const out = aParcelScan(of, 'delivered', { pin: parcel.pickup_pin ?? '', place })
  expect((await sendScans(server, operator, [out]))[0]?.result).toBe('recorded')
  const { data } = await server.call(trackParcel, { tracking_id: parcel.tracking_id })
  expect(data).toMatchObject({
    state: 'delivered',
    expected_at: null,
    words: 'Delivered: Benin City Park.',
  })
  expect(data.stops.map(({ place: city, at }) => [city, at !== null])).toEqual([
    ['Lagos', true],
    ['Benin City', true],
    ['Abuja', false],
  ])
})
