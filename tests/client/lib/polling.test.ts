import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CallError } from '#lib/api'
import { getCharterQuery } from '#src/features/charters/trips/queries.ts'
import { getCharterRequestQuery } from '#src/features/charters/requests/queries.ts'
import { getPaymentQuery } from '#src/features/payments/queries.ts'

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
type Ask = () => Promise<never>

test.for([
  [
    'a payment',
    (queryFn: Ask) => new QueryObserver(client(), { ...getPaymentQuery('A'), queryFn }),
  ],
  [
    'a charter',
    (queryFn: Ask) => new QueryObserver(client(), { ...getCharterQuery('A'), queryFn }),
  ],
  [
    'a request for a charter',
    (queryFn: Ask) => new QueryObserver(client(), { ...getCharterRequestQuery('A'), queryFn }),
  ],
] as const)('%s that nobody has is not polled; another refusal may pass', async ([, watch]) => {
  vi.useFakeTimers()
  const countCalls = async (error: CallError) => {
    const ask = vi.fn<Ask>(() => Promise.reject(error))
    const stop = watch(ask).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(61_000)
    stop()
    return ask.mock.calls.length
  }
  expect(await countCalls(new CallError({ status: 404, code: 'not_found' }))).toBe(1)
  expect(
    await countCalls(new CallError({ status: 429, code: 'too_many_requests' })),
  ).toBeGreaterThan(1)
})
