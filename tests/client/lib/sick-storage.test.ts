import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from '#lib/api/error'
import { openStore } from '#lib/device/store'
import { openQueryPersister } from '#lib/queries/persister'
import { retention } from '#lib/queries/retention'

/** Phones whose storage is slow or sick. */

afterEach(() => vi.restoreAllMocks())

/** Runs a query as on a phone that was just switched on. */
function runQuery(keeper: ReturnType<typeof openQueryPersister>, answer: () => Promise<string>) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, persister: (ask, ctx, query) => keeper.persist(ask, ctx, query) },
    },
  })
  return client.fetchQuery({
    queryKey: ['getTrip', 'one'],
    queryFn: answer,
    ...retention.month(),
  })
}

test('a phone that reads late still shows what it kept when no network answers', async () => {
  const keeper = openQueryPersister('slow')
  await runQuery(keeper, () => Promise.resolve('kept'))
  await vi.waitFor(async () => expect(await openStore('answers', 'slow').entries()).toHaveLength(1))
  const get = IDBObjectStore.prototype.get
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    const real = get.call(this, key)
    const late = { onsuccess: () => {}, result: undefined as unknown }
    real.addEventListener('success', () => {
      late.result = real.result
      setTimeout(() => late.onsuccess(), 700)
    })
    return late as unknown as IDBRequest<unknown>
  })
  const silent = () => Promise.reject(new CallError({ is_offline: true }))
  expect(await runQuery(keeper, silent)).toBe('kept')
  await expect(runQuery(openQueryPersister('empty'), silent)).rejects.toThrow('You are offline')
})

test('that saving does not work is said once, however many databases find it out', async () => {
  vi.resetModules()
  const { openStore } = await import('#lib/device/store')
  const { reportStorageProblem, storageProblem } = await import('#lib/device/storage-trouble')
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  })
  vi.useFakeTimers()
  const [first, second] = [openStore('drafts', 'ada'), openStore('vault', 'ada')]
  const sooner = first.get('a')
  await vi.advanceTimersByTimeAsync(500)
  const later = second.get('b')
  await vi.advanceTimersByTimeAsync(800)
  await sooner
  expect(storageProblem.now()).toBe('not_saving')
  reportStorageProblem('none')
  await vi.advanceTimersByTimeAsync(2000)
  await later
  vi.useRealTimers()
  expect(storageProblem.now()).toBe('none')
})

test('a change that a full phone refuses is no error of the page, and is noted in the second place', async () => {
  const store = openStore('drafts', 'full')
  await store.set('note', { body: 'before' })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  expect(await store.change('note', () => ({ body: 'after' }))).toBe(true)
  process.off('uncaughtException', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
  expect(await store.get('note')).toEqual({ body: 'after' })
})

test('what is deleted while a full phone frees space does not come back', async () => {
  const store = openStore('drafts', 'tidy')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { promise: freed, resolve } = Promise.withResolvers<boolean>()
  const free = vi.fn(() => freed)
  vi.stubGlobal('caches', { delete: free })
  onTestFinished(() => void vi.unstubAllGlobals())
  const writing = store.set('note', { body: 'sent' })
  await vi.waitFor(() => expect(free).toHaveBeenCalled())
  await store.delete('note')
  put.mockRestore()
  resolve(true)
  await writing
  expect(await store.get('note')).toBeUndefined()
})
