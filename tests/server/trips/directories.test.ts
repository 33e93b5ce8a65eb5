import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMotorParks, listRoutes } from '#contract/trips/endpoints'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
beforeAll(async () => {
  await aTrip(db, { stops: ['lagos', 'benin-city', 'onitsha'] })
  await aTrip(db, { stops: ['abuja', 'kaduna'] })
})

const names = async (query: { from?: string; page?: number; per_page?: number }) => {
  const { data } = await server.call(listRoutes, query)
  return data.map(({ from, to }) => `${from.name} to ${to.name}`)
}

test('every route stands in the list once, by name, also from one city and in pages', async () => {
  const all = [
    'Abuja to Kaduna',
    'Benin City to Onitsha',
    'Lagos to Benin City',
    'Lagos to Onitsha',
  ]
  expect(await names({})).toEqual(all)
  expect(await names({ from: 'lagos' })).toEqual(all.slice(2))
  expect(await names({ page: 2, per_page: 3 })).toEqual(all.slice(3))
  expect((await server.call(listRoutes, { per_page: 3 })).meta).toEqual({
    total: 4,
    page: 1,
    per_page: 3,
  })
})

test('search engines get the directories of parks and routes, with what is in them', async () => {
  const sitemap = await server.app.inject('/sitemap.xml')
  for (const path of ['/parks', '/routes']) expect(sitemap.body).toContain(`${path}</loc>`)
  const { data } = await server.call(listMotorParks, {})
  expect(data.map(({ city }) => city.name)).toEqual(data.map(({ city }) => city.name).toSorted())
})
