import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { doAfterFrame } from '#lib/after-frame'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work is done once after the next frame, and after a while if none comes', () => {
  const work = vi.fn<() => void>()
  doAfterFrame(work)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersToNextFrame()
  vi.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(1)

  vi.stubGlobal('requestAnimationFrame', () => 0)
  const late = vi.fn<() => void>()
  doAfterFrame(late)
  vi.advanceTimersByTime(249)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(late).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test('cancelled work is not done', () => {
  const work = vi.fn<() => void>()
  doAfterFrame(work)()
  vi.advanceTimersByTime(1000)
  expect(work).not.toHaveBeenCalled()
})
