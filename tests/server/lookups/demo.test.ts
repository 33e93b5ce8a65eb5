import { afterAll, expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import { makeCallUrl } from '#contract/endpoint'
import * as fuel from '#contract/fuel/endpoints'
import * as lists from '#contract/lookups/endpoints'
import { listAnnouncements, listBanners } from '#contract/notifications/endpoints'
import { getArticle, listArticles } from '#contract/site/endpoints'
import { seedCountry } from '#demo/country/index'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())

const installed = async () =>
  (await sql<{ name: string }>`select name from installed order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

test('every list of the demo country together fits on a phone: at most 400 kB of JSON', async () => {
  const lists = endpoints.filter((endpoint) => endpoint.cache === 'lookup')
  const sizes = await Promise.all(
    lists.map(async (endpoint) => {
      const answer = await server.app.inject({ url: makeCallUrl(endpoint, {}) })
      expect([endpoint.name, answer.statusCode]).toEqual([endpoint.name, 200])
      expect(answer.headers['etag'], endpoint.name).toBeDefined()
      expect(answer.body, endpoint.name).not.toBe('{"data":[]}')
      return answer.rawPayload.length
    }),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400_000)
})

test('a sender finds counters and prices on the busy roads, both ways', async () => {
  const { data: cities } = await server.call(lists.listCities, {})
  const { data: counters } = await server.call(lists.listLocations, {})
  expect(new Set(counters.map(({ city }) => city)).size).toBe(cities.length)
  const { data: roads } = await server.call(lists.listParcelRoutes, {})
  const codes = new Set(cities.map(({ code }) => code))
  for (const road of roads) {
    expect(codes).toContain(road.from_city)
    expect(codes).toContain(road.to_city)
    expect(road.base_kobo % 10_000).toBe(0)
  }
  const there = roads.find(({ code }) => code === 'lagos_abuja')
  const back = roads.find(({ code }) => code === 'abuja_lagos')
  expect(there).toMatchObject({ name: 'Lagos – Abuja', distance_km: 747, base_kobo: 400_000 })
  expect(back?.base_kobo).toBe(there?.base_kobo)
})

test('a small parcel costs what parks in the country take, and restricted goods say their condition', async () => {
  const { data: sizes } = await server.call(lists.listParcelSizes, {})
  expect(sizes.map(({ code }) => code)).toEqual(['envelope', 'small', 'medium', 'large', 'sack'])
  expect(sizes.find(({ code }) => code === 'small')).toMatchObject({
    weight_grams: 5000,
    price_percent: 100,
  })
  const { data: types } = await server.call(lists.listParcelTypes, {})
  expect(types.some(({ restricted }) => restricted)).toBe(true)
  expect(types.every(({ hint }) => hint !== '')).toBe(true)
})

test('every state has a price of petrol, a brand that exists, and a moment when it was true', async () => {
  const { data: stations } = await server.call(fuel.listFuelStations, {})
  const { data: prices } = await server.call(fuel.listFuelMonitors, {})
  const petrol = prices.filter(({ fuel }) => fuel === 'petrol')
  expect(new Set(petrol.map(({ state }) => state)).size).toBe(37)
  const brands = stations.map(({ code }) => code)
  for (const { station, as_of } of prices) {
    expect(brands).toContain(station)
    expect(Date.parse(as_of)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(as_of)).toBeGreaterThan(Date.now() - 12 * 86_400_000)
  }
  const lagos = petrol.filter(({ state }) => state === 'Lagos').map(({ price_kobo }) => price_kobo)
  expect(Math.min(...lagos)).toBeGreaterThan(80_000)
  expect(Math.max(...lagos)).toBeLessThan(95_000)
})

test('the strip has something to turn, and news come ten at a time, the newest first', async () => {
  const { data: banners } = await server.call(listBanners, {})
  expect(banners.length).toBeGreaterThanOrEqual(4)
  const { data, meta } = await server.call(listAnnouncements, { per_page: 10, page: 1 })
  expect(data).toHaveLength(10)
  expect(meta).toMatchObject({ page: 1, per_page: 10 })
  expect(meta.total).toBeGreaterThanOrEqual(12)
  const moments = data.map(({ published_at }) => published_at)
  expect(moments).toEqual(moments.toSorted().toReversed())
  const { data: rest } = await server.call(listAnnouncements, { per_page: 10, page: 2 })
  expect(rest).toHaveLength(meta.total - 10)
})

test('each article of the blog can be opened and is long enough to be one', async () => {
  const { data: list } = await server.call(listArticles, {})
  expect(list.length).toBeGreaterThanOrEqual(10)
  for (const { code, title, minutes } of list) {
    const { data: article } = await server.call(getArticle, { code })
    const words = article.paragraphs.join(' ').split(/\s+/).length
    expect([code, words >= 350 && words <= 700]).toEqual([code, true])
    expect(article).toMatchObject({ title, minutes })
  }
  expect((await server.call(getArticle, { code: 'no-such-article' })).status).toBe(404)
})

test('a database that has the demo country gets the parts that came later, and none twice', async () => {
  const all = await installed()
  expect(all).toContain('demo fuel prices')
  const petrol = { state: 'Lagos', fuel: 'petrol' } as const
  await sql`truncate fuel_report, fuel_monitor, fuel_station`.execute(db)
  await sql`delete from installed where name like 'demo fuel %'`.execute(db)
  expect(await seedCountry(db, 99)).toBe(true)
  expect(await installed()).toEqual(all)
  expect((await server.call(fuel.listFuelStations, {})).data).not.toHaveLength(0)
  expect((await server.call(fuel.listFuelReports, petrol)).meta.trend).not.toHaveLength(0)
  expect(await seedCountry(db, 7)).toBe(false)
})

test('listings of the demo come later, too, and leave alone who waits for their own', async () => {
  const waiting = () => sql`select id from business where state = 'pending' order by id`.execute(db)
  const { rows } = await waiting()
  expect(rows).toHaveLength(3)
  await sql`delete from installed where name = 'demo listings'`.execute(db)
  expect(await seedCountry(db, 99)).toBe(true)
  expect((await waiting()).rows).toEqual(rows)
})

test('a database that keeps the demo country out gets no part of it', async () => {
  await sql`delete from installed`.execute(db)
  await sql`insert into installed (name) values ('demo country')`.execute(db)
  expect(await seedCountry(db, 7)).toBe(false)
  expect(await installed()).toEqual(['demo country'])
})
