import { afterAll, expect, test } from 'vitest'
import { findTrips, getRoute } from '#contract/trips/endpoints'
import {
  getOperator,
  getOperatorMark,
  listOperators,
  recordLicence,
  setOperatorMark,
} from '#contract/operators/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { recomputeDirectory, makeOperatorApiKey, makeStaffApiKey } from '#server/rooms/operators'
import { testDatabase } from '#tests/support/database/test-database'
import { aJpeg, addCameraData } from '#tests/support/files/jpegs'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const count = () => inTransaction(db, recomputeDirectory)

test('the directory has every operator of the country, the best rated first', async () => {
  const { data, meta } = await call(listOperators, { per_page: 100 })
  expect(meta.total).toBeGreaterThanOrEqual(16)
  expect(data.length).toBe(meta.total)
  const ratings = data.map(({ rating }) => rating ?? 0)
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
  for (const one of data) {
    expect(one.cities, one.name).toBeGreaterThan(0)
    expect(one.roads, one.name).toBeGreaterThan(0)
    expect(one.price_from_kobo, one.name).toBeGreaterThan(0)
  }
})

test('filters narrow it down, and together they narrow it further', async () => {
  const all = (await call(listOperators, { per_page: 100 })).data
  const wifi = (await call(listOperators, { amenity: ['wifi'], per_page: 100 })).data
  expect(wifi.length).toBeGreaterThan(0)
  expect(wifi.map(({ code }) => code).toSorted()).toEqual(
    all
      .filter(({ amenities }) => amenities.includes('wifi'))
      .map(({ code }) => code)
      .toSorted(),
  )
  const best = (await call(listOperators, { amenity: ['wifi'], rating: 4, per_page: 100 })).data
  expect(best.every(({ rating }) => (rating ?? 0) >= 4)).toBe(true)
  const large = (await call(listOperators, { size: ['large'], per_page: 100 })).data
  expect(large.every(({ sizes }) => sizes.includes('large'))).toBe(true)
  const named = (await call(listOperators, { q: 'ÌROKO' })).data
  expect(named.map(({ name }) => name)).toEqual(['Iroko Transit'])
  expect((await call(listOperators, { q: '%' })).data).toEqual([])
})

test('a state or a city leaves those who stop there', async () => {
  const { data } = await call(listOperators, { state: 'Borno', per_page: 100 })
  expect(data.length).toBeGreaterThan(0)
  for (const { code } of data) {
    const page = (await call(getOperator, { code })).data
    expect(page.served.map(({ state }) => state)).toContain('Borno')
  }
  const there = (await call(listOperators, { city: 'maiduguri', per_page: 100 })).data
  expect(there.length).toBeGreaterThan(0)
  expect((await call(listOperators, { state: 'Nowhere' })).data).toEqual([])
})

test('sorted by name they are in the order of their plain letters', async () => {
  const names = (await call(listOperators, { sort: 'name', per_page: 100 })).data.map(
    ({ name }) => name,
  )
  const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  expect(names.length).toBeGreaterThan(2)
  expect(names.map(plain)).toEqual(names.map(plain).toSorted())
})

test('sorted by price the cheapest stands first, by roads the largest', async () => {
  const prices = (await call(listOperators, { sort: 'price', per_page: 100 })).data.map(
    ({ price_from_kobo }) => price_from_kobo ?? Infinity,
  )
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const roads = (await call(listOperators, { sort: 'roads', per_page: 100 })).data.map(
    (one) => one.roads,
  )
  expect(roads).toEqual(roads.toSorted((a, b) => b - a))
})

test('an operator’s page has roads with a price, parks with a place, its fleet and its rules', async () => {
  const { data } = await call(getOperator, { code: 'iroko-transit' })
  expect(data).toMatchObject({ name: 'Iroko Transit', insurer: 'Baobab General Insurance' })
  expect(data.road_list.length).toBeGreaterThan(5)
  expect(data.parks.every(({ latitude }) => latitude !== null)).toBe(true)
  expect(data.fleet.map(({ code }) => code)).toContain('hiace-15')
  expect(data.licence).toMatchObject({ is_valid: true })
  expect(data.punctuality.counted).toBeGreaterThan(20)
  expect(data.punctuality.on_time).toBeLessThanOrEqual(data.punctuality.counted)
  expect((await call(getOperator, { code: 'nobody' })).problem.code).toBe('not_found')
})

test('a price from is one that a search finds', async () => {
  const operator_id = await anOperator(db, { code: 'priced-lines' })
  const trip = await aTrip(db, { operator_id, fare_kobo: 1_000_000, park_fee_kobo: 20_000 })
  await count()
  const { data } = await call(getOperator, { code: 'priced-lines' })
  const found = await call(findTrips, {
    from: trip.from,
    to: trip.to,
    date: trip.date,
    operator: ['priced-lines'],
  })
  expect(data.price_from_kobo).toBe(found.data[0]?.fare_kobo)
  expect(data.road_list[0]?.price_from_kobo).toBe(found.data[0]?.fare_kobo)
})

test('punctuality counts what was reported of departures that are vouched for, and nothing else', async () => {
  const operator_id = await anOperator(db, { code: 'counted-lines' })
  const past = { operator_id, departs_in_hours: -48, status: 'completed' } as const
  const trips = await Promise.all([0, 1, 2, 3].map(() => aTrip(db, past)))
  const [onTime, late, silent, cancelled] = trips.map(({ trip_id }) => trip_id)
  await sql`update trip set plate = 'LND-1', delay_minutes = 15 where id = ${onTime}`.execute(db)
  await sql`update trip set delay_minutes = 16 where id = ${late}`.execute(db)
  await sql`update trip set status = 'cancelled' where id = ${cancelled}`.execute(db)
  await sql`update trip set vouched_by = 'demo' where id in (${onTime}, ${late})`.execute(db)
  expect(silent).toBeDefined()
  await count()
  const { data } = await call(getOperator, { code: 'counted-lines' })
  expect(data.punctuality).toMatchObject({ days: 90, counted: 2, on_time: 1, cancelled: 1 })
})

test('an operator that was never counted has a page that invents nothing', async () => {
  await anOperator(db, { code: 'new-lines', name: 'New Lines', rating: null })
  const { data } = await call(getOperator, { code: 'new-lines' })
  expect(data).toMatchObject({ price_from_kobo: null, road_list: [], licence: null, rating: null })
  expect(data.punctuality).toMatchObject({ counted: 0, counted_at: null })
})

test('a licence is what our staff saw, and only they say so', async () => {
  await anOperator(db, { code: 'licensed-lines' })
  const seen = { code: 'licensed-lines', number: 'FRSC/1', valid_until: '2090-01-01' }
  const as = { token: await makeStaffApiKey(db, 'Directory', ['directory']) }
  const other = { token: await makeStaffApiKey(db, 'Claims', ['claims']) }
  expect((await call(recordLicence, seen, { as: other })).problem.code).toBe('not_allowed')
  const past = await call(recordLicence, { ...seen, valid_until: '2020-01-01' }, { as })
  expect(past.problem.fields).toHaveProperty('valid_until')
  expect((await call(recordLicence, { ...seen, code: 'nobody' }, { as })).status).toBe(404)
  expect((await call(recordLicence, seen, { as })).data).toMatchObject({ is_valid: true })
  const { data } = await call(getOperator, { code: 'licensed-lines' })
  expect(data.licence).toMatchObject({ number: 'FRSC/1', valid_until: '2090-01-01' })
})

test('in the hour after midnight in Nigeria, a licence that ends today has expired', async () => {
  await anOperator(db, { code: 'midnight-lines' })
  const as = { token: await makeStaffApiKey(db, 'Directory', ['directory']) }
  const { rows } = await sql<{ made: string; tomorrow: string }>`
    select pg_get_functiondef('lagos_today()'::regprocedure) as made,
      ((now() at time zone 'UTC')::date + 1)::text as tomorrow`.execute(db)
  const { made = '', tomorrow = '' } = rows[0] ?? {}
  // A day ahead of UTC, as from 23:00 UTC on.
  await sql`create or replace function lagos_today() returns date language sql stable as
    $$ select (now() at time zone 'UTC')::date + 1 $$`.execute(db)
  const seen = { code: 'midnight-lines', number: 'FRSC/2', valid_until: tomorrow }
  const { problem } = await call(recordLicence, seen, { as })
  await sql.raw(made).execute(db)
  expect(problem.fields).toHaveProperty('valid_until')
})

test('an operator gives itself a mark, made anew in 8 kB at most; its address is the logo until it has another', async () => {
  await anOperator(db, { code: 'marked-lines' })
  const as = { token: await makeOperatorApiKey(db, 'marked-lines', 'Office', ['directory']) }
  const other = { token: await makeOperatorApiKey(db, 'marked-lines', 'Gate', ['boarding']) }
  const logoNow = async () => (await call(getOperator, { code: 'marked-lines' })).data.logo
  expect(await logoNow()).toBeNull()
  const give = async (photo: Buffer, who = as) =>
    call(setOperatorMark, { mark: photo.toString('base64') }, { as: who })
  expect((await give(await aJpeg(), other)).problem.code).toBe('not_allowed')
  const broken = await give((await aJpeg()).subarray(0, 90))
  expect(broken.problem.fields).toHaveProperty('mark')

  const seen: string[] = []
  for (const photo of [
    addCameraData(await aJpeg(1600, 900), 'Allen Avenue'),
    await aJpeg(60, 300),
  ]) {
    const { logo } = (await give(photo)).data
    expect(await logoNow()).toBe(logo)
    const version = logo.split('/').at(-1) ?? ''
    const shown = await call(getOperatorMark, { code: 'marked-lines', version })
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { bytes } = shown
    // The bytes after the signature of a lossy WebP.
    expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8 ')
    expect([bytes.readUInt16LE(26), bytes.readUInt16LE(28)]).toEqual([96, 96])
    expect(bytes.length).toBeLessThanOrEqual(8192)
    expect(bytes.toString('latin1')).not.toContain('Allen Avenue')
    seen.push(version)
  }
  const [before = ''] = seen
  expect(new Set(seen).size).toBe(2)
  expect((await call(getOperatorMark, { code: 'marked-lines', version: before })).status).toBe(404)
})

test('a road has its length, time, price from, first and last bus and operators', async () => {
  const { data } = await call(getRoute, { from: 'lagos', to: 'abuja' })
  expect(data).toMatchObject({ from: { name: 'Lagos' }, to: { name: 'Abuja' }, distance_km: 747 })
  expect(data.minutes).toBeGreaterThan(600)
  expect(data.fare_from_kobo).toBeGreaterThan(1_000_000)
  expect(Date.parse(data.first_at ?? '')).toBeLessThan(Date.parse(data.last_at ?? ''))
  expect(data.operators.length).toBeGreaterThan(2)
  expect(data.operators.reduce((sum, one) => sum + one.departures, 0)).toBe(data.departures)
  const day = await call(findTrips, { from: 'lagos', to: 'abuja', date: data.date ?? '' })
  expect(day.meta.total).toBeGreaterThan(0)
  expect(data.departures).toBeGreaterThanOrEqual(day.meta.total)
})

test('a road that nobody runs is nowhere', async () => {
  for (const [from, to] of [
    ['lagos', 'lagos'],
    ['lagos', 'atlantis'],
    ['lagos-jibowu', 'abuja'],
  ]) {
    const answer = await call(getRoute, { from: from ?? '', to: to ?? '' })
    expect(answer.problem.code, `${from} ${to}`).toBe('not_found')
  }
})
