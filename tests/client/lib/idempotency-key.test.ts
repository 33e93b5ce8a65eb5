import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { CallError } from '#lib/api'

test('an act keeps its key while nobody knows whether it was carried out, and no longer', () => {
  const { current: act } = renderHook(() => useIdempotencyKey()).result
  const key = act.keyFor('Send')
  act.settle(new CallError({ is_offline: true }))
  expect(act.keyFor('Send'), 'after silence').toBe(key)
  act.settle(new CallError({ status: 503, code: 'unavailable' }))
  expect(act.keyFor('Send'), 'after the server broke down').toBe(key)
  act.settle(new CallError({ status: 409, code: 'conversation_closed' }))
  const next = act.keyFor('Send')
  expect(next, 'after a refusal').not.toBe(key)
  act.settle()
  expect(act.keyFor('Send'), 'after it was done').not.toBe(next)
})
