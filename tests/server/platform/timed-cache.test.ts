import { afterEach, expect, test, vi } from 'vitest'
import { makeCache } from '#server/platform/timed-cache'

afterEach(() => vi.restoreAllMocks())

test('what is kept is made once for all who ask, and again when it is old or failed', async () => {
  let made = 0
  let fails = true
  const ask = makeCache(1000, (_whom: object) => {
    made += 1
    return fails ? Promise.reject(new Error('not now')) : Promise.resolve(made)
  })
  const one = {}
  await expect(ask(one)).rejects.toThrow('not now')
  fails = false
  expect(await Promise.all([ask(one), ask(one), ask(one)])).toEqual([2, 2, 2])
  expect(await ask({})).toBe(3)
  expect(await ask(one)).toBe(2)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1001)
  expect(await ask(one)).toBe(4)
})

test('an old one that fails late leaves the newer one', async () => {
  const attempts: PromiseWithResolvers<string>[] = []
  const ask = makeCache(1000, (_whom: object) => {
    const attempt = Promise.withResolvers<string>()
    attempts.push(attempt)
    return attempt.promise
  })
  const one = {}
  const old = ask(one)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1001)
  const newer = ask(one)
  attempts[0]?.reject(new Error('late'))
  await expect(old).rejects.toThrow('late')
  attempts[1]?.resolve('newer')
  expect(await newer).toBe('newer')
  expect(await ask(one)).toBe('newer')
  expect(attempts).toHaveLength(2)
})
