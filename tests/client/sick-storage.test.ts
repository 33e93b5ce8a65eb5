import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '#lib/call-error'
import { openShelf } from '#lib/device-shelf'
import { openKeeper } from '#lib/keep'
import { keepFor } from '#lib/keep-for'

/** Phones whose storage is slow or sick. */

afterEach(() => vi.restoreAllMocks())

/** Asks as a phone that was just switched on. */
function asked(keeper: ReturnType<typeof openKeeper>, answer: () => Promise<string>) {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, persister: (ask, ctx, query) => keeper.persist(ask, ctx, query) },
    },
  })
  return client.fetchQuery({ queryKey: ['getTrip', 'one'], queryFn: answer, ...keepFor.month })
}

test('a phone that reads late still shows what it kept when no network answers', async () => {
  const keeper = openKeeper('slow')
  await asked(keeper, () => Promise.resolve('kept'))
  await vi.waitFor(async () => expect(await openShelf('answers', 'slow').entries()).toHaveLength(1))
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
  expect(await asked(keeper, silent)).toBe('kept')
  await expect(asked(openKeeper('empty'), silent)).rejects.toThrow('No network')
})

test('that saving does not work is said once, however many databases find it out', async () => {
  vi.resetModules()
  const { noteTrouble, openShelf: open, savingTrouble } = await import('#lib/device-shelf')
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  })
  vi.useFakeTimers()
  const [first, second] = [open('drafts', 'ada'), open('vault', 'ada')]
  const sooner = first.get('a')
  await vi.advanceTimersByTimeAsync(500)
  const later = second.get('b')
  await vi.advanceTimersByTimeAsync(800)
  await sooner
  expect(savingTrouble.now()).toBe('not_saving')
  noteTrouble('none')
  await vi.advanceTimersByTimeAsync(2000)
  await later
  vi.useRealTimers()
  expect(savingTrouble.now()).toBe('none')
})
