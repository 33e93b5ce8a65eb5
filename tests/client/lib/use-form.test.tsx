import { QueryClient, QueryClientProvider, timeoutManager } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { BookingCodeInput } from '#contract/bookings/model'
import { makeCheckCharacter } from '#contract/reference'
import { CallError } from '#lib/api'
import { useForm } from '#lib/use-form'
import { TextField } from '#ui/fields'

const reference = `0000000000${makeCheckCharacter('0000000000')}`
const queries = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queries }, children)

test('a field that is wrong for a moment does not let an unanswered form be sent twice', async () => {
  const keys: string[] = []
  const { result, rerender } = renderHook(
    ({ phone }) =>
      useForm(BookingCodeInput, {
        draft: { value: phone, discard: () => undefined },
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
        draft: {
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

test('what was saved counts as saved until something is changed, also while it was sent', async () => {
  const answer = Promise.withResolvers<string>()
  const { result, rerender } = renderHook(
    ({ phone }) =>
      useForm(BookingCodeInput, {
        draft: { value: phone },
        read: () => ({ reference, phone }),
        send: () => answer.promise,
      }),
    { wrapper, initialProps: { phone: '+2348031234567' } },
  )
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.isSending).toBe(true))
  rerender({ phone: '+2348031234568' })
  answer.resolve('saved')
  await waitFor(() => expect(result.current.isDone).toBe(true))
  expect(result.current.isSaved).toBe(false)
  act(() => result.current.submit())
  await waitFor(() => expect(result.current.isSaved).toBe(true))
  rerender({ phone: '+2348031234569' })
  expect(result.current.isSaved).toBe(false)
})

test('a form that was left while it is sent sets no timer again and again, and is forgotten afterwards', async () => {
  vi.useFakeTimers()
  const answer = Promise.withResolvers<string>()
  const { result, unmount } = renderHook(
    () =>
      useForm(BookingCodeInput, {
        draft: { value: 'left' },
        read: () => ({ reference, phone: '+2348031234567' }),
        send: () => answer.promise,
      }),
    { wrapper },
  )
  const findSending = () =>
    queries.getMutationCache().find({ predicate: ({ state }) => state.variables === '"left"' })
  act(() => result.current.submit())
  unmount()
  const setTimer = vi.spyOn(timeoutManager, 'setTimeout')
  await vi.advanceTimersByTimeAsync(500)
  expect(setTimer.mock.calls.length).toBeLessThan(10)
  expect(findSending()).toBeDefined()
  answer.resolve('saved')
  await vi.advanceTimersByTimeAsync(2000)
  expect(findSending()).toBeUndefined()
  vi.useRealTimers()
})

/** A form that has a field for the phone only. Its server refuses `fields`. */
function PhoneForm({ fields }: { fields: Record<string, string> }) {
  const { form, submit, errors, problem } = useForm(BookingCodeInput, {
    draft: { value: '' },
    read: () => ({ reference, phone: '+2348031234567' }),
    send: () => Promise.reject(new CallError({ code: 'invalid_input', fields })),
  })
  return (
    <form ref={form} onSubmit={submit}>
      <TextField label="Phone" value="" error={errors['phone']} onChange={() => undefined} />
      {problem instanceof CallError && <p role="alert">{Object.values(problem.fields)}</p>}
      <button type="submit">Send</button>
    </form>
  )
}

test('a refused field that is not on the screen is said by the form, any other only at the field', async () => {
  const { rerender } = render(<PhoneForm fields={{ reference: 'No such booking.' }} />, { wrapper })
  fireEvent.click(screen.getByRole('button'))
  expect((await screen.findByRole('alert')).textContent).toBe('No such booking.')
  rerender(<PhoneForm fields={{ phone: 'Not this phone.' }} />)
  fireEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('Not this phone.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  expect(screen.queryByRole('alert')).toBeNull()
})
