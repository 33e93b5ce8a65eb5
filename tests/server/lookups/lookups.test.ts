import { afterAll, expect, test } from 'vitest'
import {
  findPlaces,
  listConnections,
  listPassengerTypes,
  listCities,
  listVehicleTypes,
} from '#contract/lookups/endpoints'
import { writeBaseLists } from '#server/db/base/index'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
await aTrip(db, { stops: ['lagos', 'benin-city', 'onitsha'] })
const enugu = await aTrip(db, { stops: ['enugu', 'lagos'] })

const codes = (places: { code: string; kind: string }[], kind = 'city') =>
  places.filter((place) => place.kind === kind).map((place) => place.code)

test('only cities with a motor park are listed', async () => {
  const { data, headers } = await server.call(listCities, {})
  expect(data.map((city) => city.code)).toEqual(['benin-city', 'enugu', 'lagos', 'onitsha'])
  expect(headers['cache-control']).toContain('max-age=300')
  expect(headers['etag']).toBeDefined()
})

test('connections: what can be started from and reached at all', async () => {
  const { data } = await server.call(listConnections, {})
  expect(codes(data.from_cities)).toEqual(['lagos', 'benin-city', 'enugu'])
  expect(codes(data.to_cities)).toEqual(['onitsha', 'benin-city', 'lagos'])
})

test('connections from a city or a park reach only what a bus goes to', async () => {
  const from = async (code: string) =>
    (await server.call(listConnections, { from: code })).data.to_cities
  expect(codes(await from('lagos'))).toEqual(['benin-city', 'onitsha'])
  expect(codes(await from('benin-city'))).toEqual(['onitsha'])
  expect(codes(await from('onitsha'))).toEqual([])
  expect(await from(enugu.from_park)).toEqual([
    { kind: 'city', code: 'lagos', name: 'Lagos', city: 'Lagos', state: 'Lagos' },
  ])
})

test('cities and motor parks are found by the beginnings of words, however they are written', async () => {
  const found = async (q: string) =>
    (await server.call(findPlaces, { q })).data.map(({ kind, code }) => `${kind} ${code}`)
  expect(await found('LAGOS')).toEqual(['city lagos', 'park lagos-test-park'])
  expect(await found('Ónìtshà pa')).toEqual(['park onitsha-test-park'])
  expect(await found('beni cit')).toEqual(['city benin-city', 'park benin-city-test-park'])
  // Kano is not found, since no bus stops there.
  expect(await found('kano')).toEqual([])
  expect(await found(`!&|:*()'\\ --`)).toEqual([])
})

test('a city is listed with its short names and quarters, and found by them', async () => {
  await writeBaseLists(db)
  const { data } = await server.call(listConnections, {})
  const lagos = data.from_cities.find(({ code }) => code === 'lagos')
  expect(lagos?.aliases).toEqual(expect.arrayContaining(['berger', 'eko', 'lekki', 'vi']))
  const { data: found } = await server.call(findPlaces, { q: 'Lekki' })
  expect(codes(found)).toEqual(['lagos'])
  await expect(sql`insert into city_alias values ('Ikeja!', 'lagos')`.execute(db)).rejects.toThrow(
    /city_alias_code_check/,
  )
})

test('the cities with the most buses stand first, and names are sorted as people read them', async () => {
  await sql`update city set name = 'Ẹnugu' where code = 'enugu'`.execute(db)
  const { data: cities } = await server.call(listCities, {})
  expect(cities.map(({ code }) => code)).toEqual(['benin-city', 'enugu', 'lagos', 'onitsha'])
  await sql`update connection set runs = 90 where from_city_id = (select id from city where code = 'enugu')`.execute(
    db,
  )
  const { data } = await server.call(listConnections, {})
  expect(codes(data.from_cities)[0]).toBe('enugu')
})

test('a stop where nobody may get off is no destination', async () => {
  await sql`update schedule_stop set drop_off = false
    where city_id = (select id from city where code = 'onitsha')`.execute(db)
  await sql`select refresh_connections(null)`.execute(db)
  const { data } = await server.call(listConnections, { from: 'lagos' })
  expect(codes(data.to_cities)).toEqual(['benin-city'])
})

test('passengers and vehicles', async () => {
  const { data: types } = await server.call(listPassengerTypes, {})
  expect(types[0]).toMatchObject({ code: 'adult', fare_percent: 100 })
  const { data: vehicles } = await server.call(listVehicleTypes, {})
  expect(vehicles.map((vehicle) => vehicle.seats)).toEqual([6, 15, 18, 28, 45, 49, 59])
  expect(vehicles[1]).toMatchObject({
    value: 'hiace-15',
    label: 'Toyota HiAce, 15 seats',
    size: 'medium',
  })
})
