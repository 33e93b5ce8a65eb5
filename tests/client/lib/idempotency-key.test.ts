import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deleteUnansweredKeys, useIdempotencyKey } from '#lib/api/idempotency-key'
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

test('an act without an answer keeps its key when the screen is opened again, and on this screen only', () => {
  const open = (isKept?: boolean) => renderHook(() => useIdempotencyKey(isKept)).result.current
  const silence = new CallError({ is_offline: true })
  const before = open()
  const key = before.keyFor('Send')
  before.settle(silence)
  expect(open().keyFor('Send'), 'opened again').toBe(key)
  expect(open().keyFor('Send more'), 'another act').not.toBe(key)
  history.replaceState(null, '', '/elsewhere')
  expect(open().keyFor('Send'), 'on another screen').not.toBe(key)
  history.replaceState(null, '', '/')
  const after = open()
  expect(after.keyFor('Send')).toBe(key)
  after.settle()
  expect(open().keyFor('Send'), 'after the answer').not.toBe(key)
  const secret = open(false)
  const once = secret.keyFor('PIN 1234')
  secret.settle(silence)
  expect(open(false).keyFor('PIN 1234'), 'what contains a secret').not.toBe(once)
})

test('an act whose result has become known in another way gets a new key, also after it was repeated', () => {
  const open = () => renderHook(() => useIdempotencyKey()).result.current
  const pay = (known_results: string[]) =>
    open().keyFor('Pay', { subject: '/pay?booking=A', known_results })
  const [key, other] = [pay(['first']), open().keyFor('Send')]
  expect(pay([]), 'repeated').toBe(key)
  deleteUnansweredKeys('/pay?booking=A', 'first')
  expect(pay([]), 'a result that was known before').toBe(key)
  deleteUnansweredKeys('/pay?booking=B', 'second')
  expect(pay([]), 'the result of another subject').toBe(key)
  deleteUnansweredKeys('/pay?booking=A', 'second')
  expect(pay([]), 'its own result').not.toBe(key)
  expect(open().keyFor('Send'), 'an act about nothing').toBe(other)
})

test.for([5, 'first', { first: true }, null])('%j as stored results harms nothing', (odd) => {
  const open = { key: 'k', at: Date.now(), subject: '/pay', known_results: odd }
  localStorage.setItem('open-keys', JSON.stringify({ a: open, b: null, c: 7 }))
  deleteUnansweredKeys('/pay', 'first')
  expect(localStorage.getItem('open-keys')).toBeNull()
})
