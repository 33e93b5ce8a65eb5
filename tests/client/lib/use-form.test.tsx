import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { BookingCodeInput } from '#contract/bookings/model'
import { makeCheckCharacter } from '#contract/reference'
import { CallError } from '#lib/api'
import { useForm } from '#lib/use-form'

const reference = `0000000000${makeCheckCharacter('0000000000')}`
const queries = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queries }, children)

test('a field that is wrong for a moment does not let an unanswered form be sent twice', async () => {
  const keys: string[] = []
  const { result, rerender } = renderHook(
    ({ phone }) =>
      useForm(BookingCodeInput, {
        typed: { value: phone, discard: () => undefined },
        read: () => ({ reference, phone }),
        send: (_, key) => {
          keys.push(key)
          return Promise.reject(new CallError({ is_offline: true }))
        },
      }),
    { wrapper, initialProps: { phone: '+2348031234567' } },
  )
  const submit = async () => {
    act(() => result.current.submit())
    await waitFor(() => expect(result.current.isSending).toBe(false))
  }
  await submit()
  expect(keys).toHaveLength(1)
  rerender({ phone: 'nonsense' })
  await submit()
  expect(result.current.errors['phone']).toBeDefined()
  rerender({ phone: '+2348031234567' })
  await submit()
  await waitFor(() => expect(keys).toHaveLength(2))
  expect(keys[1]).toBe(keys[0])
})

test('what follows a form waits for its draft to be deleted', async () => {
  const order: string[] = []
  const { result } = renderHook(
    () =>
      useForm(BookingCodeInput, {
        typed: {
          value: '',
          discard: async () => {
            await new Promise((resolve) => setTimeout(resolve, 0))
            order.push('discarded')
          },
        },
        read: () => ({ reference, phone: '+2348031234567' }),
        send: () => Promise.resolve('sent'),
        done: () => order.push('done'),
      }),
    { wrapper },
  )
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.isDone).toBe(true))
  expect(order).toEqual(['discarded', 'done'])
})
