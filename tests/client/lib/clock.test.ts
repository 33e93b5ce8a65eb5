import { IDBFactory } from 'fake-indexeddb'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { correctSkew } from '#contract/server-time'
import { retention } from '#lib/queries/retention'

const minute_ms = 60_000
const day_ms = 86_400_000
const start = Date.parse('2026-11-21T12:00:00Z')

/** The true time, and how far this phone's clock is ahead of it, ms. */
const world = { now: start, ahead_ms: 0 }
beforeEach(() => {
  Object.assign(world, { now: start, ahead_ms: 0 })
  vi.spyOn(Date, 'now').mockImplementation(() => world.now + world.ahead_ms)
})

/** Opens the app: everything in memory is gone. */
async function openApp() {
  vi.resetModules()
  const [clock, format, persister] = await Promise.all([
    import('#lib/clock'),
    import('#lib/format'),
    import('#lib/queries/persister'),
  ])
  /** The server answers: the phone learns the time. */
  const hear = () => clock.updateClockSkew(new Date(world.now).toUTCString())
  /** Asks for a list and stores it, or reads it without a network. Returns its age as screens show it. */
  const ageOfList = async (isOnline: boolean) => {
    const keeper = persister.openQueryPersister('clock')
    const client = new QueryClient({
      defaultOptions: {
        queries: { retry: false, persister: (ask, ctx, query) => keeper.persist(ask, ctx, query) },
      },
    })
    await client
      .fetchQuery({
        queryKey: ['list'] as readonly unknown[],
        queryFn: () => (isOnline ? Promise.resolve('list') : Promise.reject(new Error('silence'))),
        ...retention.month(),
      })
      .catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 0))
    const at = client.getQueryState(['list'])?.dataUpdatedAt ?? 0
    return format.formatAge(clock.toServerTime(at))
  }
  return { ...clock, ...format, hear, ageOfList }
}

test.for([
  ['two days behind', -2 * day_ms],
  ['right', 0],
  ['two days ahead', 2 * day_ms],
] as const)('ages are of the server’s clock: the phone is %s', async ([, ahead_ms]) => {
  world.ahead_ms = ahead_ms
  const { hear, formatAge, formatMoment, serverNow, ageOfList } = await openApp()
  hear()
  expect(formatAge(serverNow())).toBe('just now')
  expect(formatAge(world.now - 2 * day_ms), 'a price of two days ago').toBe('2 days ago')
  expect(formatMoment(world.now), 'the time of day').toBe('1:00\u00a0PM')
  await ageOfList(true)
  world.now += 5 * minute_ms
  const later = await openApp()
  expect(await later.ageOfList(false)).toBe('5 minutes ago')
})

test.for([
  ['was two days behind', -2 * day_ms],
  ['was two days ahead', 2 * day_ms],
] as const)(
  'what was saved a minute ago is a minute old when the clock is put right offline: it %s',
  async ([, ahead_ms]) => {
    world.ahead_ms = ahead_ms
    const before = await openApp()
    before.hear()
    await before.ageOfList(true)
    const written_at = before.serverNow()
    world.now += minute_ms
    world.ahead_ms = 0
    const after = await openApp()
    expect(after.formatAge(written_at)).toBe('1 minute ago')
    expect(await after.ageOfList(false)).toBe('1 minute ago')
    expect(after.isClockDoubtful()).toBe(false)
    after.hear()
    expect(after.formatAge(written_at)).toBe('1 minute ago')
  },
)

test.for([
  ['an hour behind and was off for an hour', -60 * minute_ms, 62 * minute_ms, -60 * minute_ms],
  ['two days ahead and set back by one', 2 * day_ms, minute_ms, day_ms],
] as const)(
  'a phone that is %s does not claim to know the time',
  async ([, ahead_ms, elapsed_ms, ahead_later_ms]) => {
    world.ahead_ms = ahead_ms
    const before = await openApp()
    before.hear()
    world.now += elapsed_ms
    world.ahead_ms = ahead_later_ms
    const after = await openApp()
    after.serverNow()
    expect(after.isClockDoubtful()).toBe(true)
    after.hear()
    expect(after.isClockDoubtful(), 'the server has answered').toBe(false)
    expect(after.serverNow()).toBe(world.now)
  },
)

test('a clock that is set back offline makes nothing younger, and the app says that it cannot know', async () => {
  const before = await openApp()
  before.hear()
  const written_at = before.serverNow()
  world.now += 3 * minute_ms
  expect(before.formatAge(written_at)).toBe('3 minutes ago')
  world.ahead_ms = -7 * day_ms
  for (const { formatAge, isClockDoubtful } of [before, await openApp()]) {
    expect(formatAge(written_at)).toBe('3 minutes ago')
    expect(isClockDoubtful()).toBe(true)
  }
  const after = await openApp()
  after.hear()
  expect(after.isClockDoubtful(), 'the server has answered').toBe(false)
  expect(after.formatAge(written_at)).toBe('3 minutes ago')
})

test('data on the screen keep their age when the clock turns out to be wrong', async () => {
  const { hear, toPhoneTime, formatAge, toServerTime } = await openApp()
  hear()
  const { queryClient } = await import('#src/app/query-client.ts')
  const sent_at = world.now - 5 * minute_ms
  queryClient.setQueryData(['trip'], 'trip', { updatedAt: toPhoneTime(sent_at) })
  world.ahead_ms = -2 * day_ms
  hear()
  const at = queryClient.getQueryState(['trip'])?.dataUpdatedAt ?? 0
  expect(formatAge(toServerTime(at))).toBe('5 minutes ago')
  globalThis.indexedDB = new IDBFactory()
})

test('time never goes back, whatever happens to the clock', () => {
  for (const skew of [-3, -1, 0, 1, 3].map((days) => days * day_ms))
    for (const elapsed of [-4, -3, -1, 0, 1, 3, 4].map((days) => days * day_ms + minute_ms)) {
      const next = correctSkew(skew, elapsed)
      expect(next + elapsed, `${skew} ${elapsed}`).toBeGreaterThanOrEqual(skew - minute_ms)
    }
  expect(correctSkew(5 * minute_ms, 6 * minute_ms), 'a small error is kept').toBe(5 * minute_ms)
  expect(correctSkew(day_ms, 10 * day_ms), 'a phone that was off for days').toBe(day_ms)
})
