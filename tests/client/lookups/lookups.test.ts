import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld({ country: true })

/** A phone that has just started: the lists' own code and an empty memory. */
let lists: typeof import('#src/features/lookups/list-queries.ts')
let citiesQuery: typeof import('#src/features/lookups/queries.ts').citiesQuery
let refreshLists: typeof import('#src/features/lookups/refresh.ts').refreshLists
let client: QueryClient

beforeEach(async () => {
  world.restart()
  await registerAllRooms()
  lists = await import('#src/features/lookups/list-queries.ts')
  citiesQuery = (await import('#src/features/lookups/queries.ts')).citiesQuery
  refreshLists = (await import('#src/features/lookups/refresh.ts')).refreshLists
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.mount()
})
afterEach(() => client.unmount())

const stored = (name: string): unknown => JSON.parse(localStorage.getItem(name) ?? 'null')
const texts = ['name', 'code', 'hint', 'city', 'state', 'address', 'label', 'from_city', 'to_city']
const more = ['station', 'fuel', 'title', 'body', 'kind']
const times = { published_at: '2026-11-21T10:00:00Z', as_of: '2026-11-21T10:00:00Z' }
/** An item that has what every list needs. */
const item = {
  id: 1,
  ...Object.fromEntries([...texts, ...more].map((field) => [field, 'Old'])),
  ...times,
  price_kobo: 1,
  fare_percent: 1,
}
const old = [item]
const oldOf = (name: string) =>
  name === 'connections' ? { from_cities: old, to_cities: old } : old

/** Local-storage names as in the specification, then those of lists that it does not name. */
const names = [
  'parcel-size',
  'parcel-locations',
  'parcel-route',
  'parcel-type',
  'parcel-addon',
  'vehicle-type',
  'fuel-stations',
  'fuel-monitor',
  'currency-type',
  'service-type',
  'announcements',
  'cities',
  'connections',
  'passenger-types',
]

test('after a start every list stands in local storage under its exact name', async () => {
  await refreshLists(client)
  for (const name of names) {
    const list = stored(name)
    expect([name, list === null || JSON.stringify(list) === '[]']).toEqual([name, false])
  }
  expect(stored('parcel-size')).toContainEqual(expect.objectContaining({ code: 'small' }))
  expect(stored('vehicle-type')).toContainEqual(
    expect.objectContaining({ label: expect.any(String) }),
  )
  expect(stored('announcements')).toHaveLength(10)
  expect(world.sent).toContain('GET /api/v1/waka/announcements?per_page=10&page=1')
  expect(world.sent).toHaveLength(names.length)
})

test('a second start on the same day asks for nothing, one six hours later for everything', async () => {
  await refreshLists(client)
  world.sent.length = 0
  await refreshLists(new QueryClient())
  expect(world.sent).toEqual([])
  const earlier = Date.now() - 6 * 3_600_000 - 1
  localStorage.setItem('lists-refreshed-at', String(earlier))
  const told = Object.keys(stored('lists-told-at') as object).map((name) => [name, earlier])
  localStorage.setItem('lists-told-at', JSON.stringify(Object.fromEntries(told)))
  await refreshLists(new QueryClient())
  expect(world.sent).toHaveLength(names.length)
})

test('what is stored comes at once and is refreshed after', async () => {
  localStorage.setItem('service-type', JSON.stringify(old))
  const seen: unknown[] = []
  const observer = new QueryObserver(client, lists.serviceTypesQuery)
  const stop = observer.subscribe(({ data }) => seen.push(data))
  expect(observer.getCurrentResult().data).toEqual(old)
  await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(3))
  expect(stored('service-type')).toEqual(seen.at(-1))
  stop()
})

test('without an answer the stored lists stay, nobody is told, and the rest come with the network', async () => {
  for (const name of names) localStorage.setItem(name, JSON.stringify(oldOf(name)))
  world.loseServer()
  const observer = new QueryObserver(client, citiesQuery)
  const stop = observer.subscribe(() => undefined)
  const refreshed = refreshLists(client)
  await vi.waitFor(() => expect(world.sent.length).toBeGreaterThanOrEqual(2))
  expect(observer.getCurrentResult().data).toEqual(old)
  for (const name of names) expect([name, stored(name)]).toEqual([name, oldOf(name)])
  world.goOnline()
  await refreshed
  expect(stored('fuel-monitor')).not.toEqual(old)
  expect(localStorage.getItem('lists-refreshed-at')).toBeNull()
  stop()
})

test('with neither storage nor network there are the four cities, and the real ones once it is back', async () => {
  world.loseServer()
  expect(await client.fetchQuery(citiesQuery)).toEqual([
    { name: 'Abuja', code: 'abuja' },
    { name: 'Ibadan', code: 'ibadan' },
    { name: 'Lagos', code: 'lagos' },
    { name: 'Port Harcourt', code: 'port-harcourt' },
  ])
  expect(localStorage.getItem('cities')).toBeNull()
  world.goOnline()
  expect((await client.fetchQuery(citiesQuery)).length).toBeGreaterThan(37)
})

test('sizes of parcels are null where there are none, which is only logged', async () => {
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  world.loseServer()
  expect(await client.fetchQuery(lists.parcelSizesQuery)).toBeNull()
  expect(said.mock.calls.flat()).toContain('The sizes of parcels could not be loaded.')
  expect(localStorage.getItem('parcel-size')).toBeNull()
  world.goOnline()
  expect(await client.fetchQuery(lists.parcelSizesQuery)).toHaveLength(5)
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'on a line like %o nothing is fetched ahead',
  async (connection) => {
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    await refreshLists(client)
    Reflect.deleteProperty(navigator, 'connection')
    expect(world.sent).toEqual([])
    expect(localStorage.getItem('cities')).toBeNull()
  },
)
