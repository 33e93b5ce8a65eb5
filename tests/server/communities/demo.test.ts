import { expect, test } from 'vitest'
import {
  listGroups,
  listPosts,
  findStopovers,
  listNyscCamps,
} from '#contract/communities/endpoints'
import { findTrips } from '#contract/trips/endpoints'
import { seedCountry } from '#demo/country/index'
import { makeDepartures } from '#server/jobs/make-departures'
import { openDatabase } from '#server/db/client'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db, url } = await testDatabase()
const patient = openDatabase(url, { statement_timeout_ms: 0 })
await seedCountry(patient)
await makeDepartures(patient, new Date().toISOString().slice(0, 10))
await patient.destroy()
const server = await aServer(db)

test('the demo’s community is full of life, and only chosen names are seen', async () => {
  const { data: groups, meta } = await server.call(listGroups, { per_page: 100 })
  expect(meta.total).toBeGreaterThanOrEqual(90)
  expect(groups.filter(({ posts }) => posts > 0).length).toBeGreaterThanOrEqual(35)
  const { data, text } = await server.call(listPosts, { group: 'city-lagos' })
  expect(data.length).toBeGreaterThanOrEqual(3)
  expect(text).not.toContain('people.example')
  await server.close()
})

test('camps have motor parks, and most are reached from Lagos with one stop or none', async () => {
  const other = await aServer(db)
  const { data: camps } = await other.call(listNyscCamps, {})
  expect(camps.filter(({ parks }) => parks.length > 0).length).toBeGreaterThanOrEqual(34)
  const { data: stops } = await other.call(findStopovers, { from: 'lagos', to: 'jos' })
  expect(stops.length).toBeGreaterThan(0)
  const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const asked = { from: 'lagos', to: 'benin-city', date }
  const all = await other.call(findTrips, asked)
  const early = await other.call(findTrips, { ...asked, arrives_before: '14:00' })
  expect(early.meta.total).toBeGreaterThan(0)
  expect(early.meta.total).toBeLessThan(all.meta.total)
  for (const { arrives_at, departs_at } of early.data) {
    const [there, start] = [arrives_at, departs_at].map((at) => Date.parse(at) + 3_600_000)
    expect(new Date(there ?? 0).getUTCHours()).toBeLessThan(14)
    expect(Math.floor((there ?? 0) / 86_400_000)).toBe(Math.floor((start ?? 0) / 86_400_000))
  }
  await other.close()
})
