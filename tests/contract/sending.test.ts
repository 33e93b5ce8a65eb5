import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeStateAfterRefusal,
  makeSendingState,
  isBeingSent,
  isOutboxItemDue,
  sendingTimeout_ms,
  maxRetryPause_ms,
  computeRetryPause,
  fillDependencyId,
} from '#contract/sending'
import { parseRetryAfter, computeServerTime, measureSkew } from '#contract/server-time'

const now = Date.UTC(2026, 10, 22)
const waiting = { state: 'waiting', next_at: 0, attempts: 1 } as const
const refused = (status: number, retry_after?: number) =>
  ({ status, code: 'some', detail: 'No.', fields: {}, retry_after }) as const

test('a pause grows from seconds to minutes, is never shorter than asked for and ends within the hour', () => {
  expect([1, 2, 3].map((attempts) => computeRetryPause(attempts, 0.5))).toEqual([
    5000, 10_000, 20_000,
  ])
  fc.assert(
    fc.property(
      fc.nat(60),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.nat(100_000), { nil: undefined }),
      (attempts, chance, told) => {
        const pause = computeRetryPause(attempts, chance, told)
        expect(pause).toBeGreaterThanOrEqual(Math.min((told ?? 3) * 1000, maxRetryPause_ms))
        expect(pause).toBeLessThanOrEqual(maxRetryPause_ms)
      },
    ),
  )
})

test('Retry-After is read as seconds; what is none asks for nothing', () => {
  expect(['60', '0', '', 'soon', null, undefined].map(parseRetryAfter)).toEqual([
    60,
    0,
    0,
    undefined,
    undefined,
    undefined,
  ])
})

test('silence and a busy server are waited out, words go back to the writer, a login is asked for', () => {
  expect(computeStateAfterRefusal(waiting, refused(0), now, 0.5)).toEqual({
    state: 'waiting',
    is_unsure: true,
    next_at: now + 5000,
  })
  expect(computeStateAfterRefusal(waiting, refused(429, 60), now, 0.5)).toEqual({
    state: 'waiting',
    is_unsure: false,
    next_at: now + 60_000,
    said: { code: 'some', detail: 'No.', fields: {} },
  })
  expect(computeStateAfterRefusal(waiting, refused(503), now, 0.5)).toHaveProperty(
    'said',
    undefined,
  )
  expect(computeStateAfterRefusal(waiting, refused(503), now, 0.5)).toMatchObject({
    state: 'waiting',
  })
  expect(computeStateAfterRefusal(waiting, refused(422), now, 0.5)).toMatchObject({
    state: 'needs_you',
    said: { code: 'some', detail: 'No.' },
  })
  expect(computeStateAfterRefusal(waiting, refused(401), now, 0.5)).toMatchObject({
    state: 'sign_in',
  })
})

test('what nobody answered is tried early once there is a network; what was put off is not', () => {
  const unsure = { ...waiting, next_at: now + 5000, is_unsure: true }
  expect([isOutboxItemDue(unsure, now, true), isOutboxItemDue(unsure, now, false)]).toEqual([
    true,
    false,
  ])
  expect(isOutboxItemDue({ ...unsure, is_unsure: false }, now, true)).toBe(false)
  // `next_at` was set while the phone's clock was wrong, so the item is due immediately.
  expect(isOutboxItemDue({ ...waiting, next_at: now + 2 * maxRetryPause_ms }, now, false)).toBe(
    true,
  )
})

test('what is being sent is left alone for as long as an answer may take, and no longer', () => {
  const sending = { ...waiting, ...makeSendingState(waiting, now) }
  expect(sending).toMatchObject({ state: 'sending', attempts: 2, is_unsure: true })
  expect(isBeingSent(sending, now)).toBe(true)
  expect(isBeingSent(sending, now + sendingTimeout_ms)).toBe(false)
})

test('the clock is corrected by what the server says, and not by the way or by two seconds', () => {
  const date = new Date(now + 60_000).toUTCString()
  const skew = measureSkew(0, date, now, now) ?? 0
  expect(computeServerTime(now, skew)).toBe(now + 60_000)
  expect(measureSkew(0, new Date(now + 1000).toUTCString(), now, now)).toBe(0)
  expect(measureSkew(0, new Date(now).toUTCString(), now, now + 20_000)).toBe(0)
  expect(measureSkew(5, undefined, now, now)).toBeUndefined()
})

test('what follows another takes the id of its answer', () => {
  expect(fillDependencyId({ id: '$before', body: 'Hello' }, 'one')).toEqual({
    id: 'one',
    body: 'Hello',
  })
})
