import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '#lib/api'
import { QueryResult, type QueryState } from '#ui/query-result'
import { Page } from '#ui/page'
import { QueryResultGroup } from '#ui/lists/query-result-group'

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

const hour = 3_600_000
const query = (over: Partial<QueryState<string>>): QueryState<string> => ({
  data: undefined,
  error: null,
  dataUpdatedAt: 0,
  failureReason: null,
  fetchStatus: 'idle',
  refetch: vi.fn(),
  ...over,
})
const saved = (data: string, hours: number) =>
  query({ data, dataUpdatedAt: Date.now() - hours * hour })
const shown = (one: QueryState<string>) => (
  <QueryResult query={one}>{(data) => <p>{data}</p>}</QueryResult>
)
const draw = (...queries: [QueryState<string>, QueryState<string>]) => (
  <QueryResultGroup queries={queries} title="My charters">
    <Page title="My charters">
      <input aria-label="Typed" />
      {shown(queries[0])}
      {shown(queries[1])}
    </Page>
  </QueryResultGroup>
)

test('several lists tell their age once without a network, the oldest, and are asked for again together', () => {
  onlineManager.setOnline(false)
  const queries: Parameters<typeof draw> = [saved('Hired', 1), saved('Requests', 3)]
  render(draw(...queries))
  expect(screen.getAllByText(/^No network/)).toHaveLength(1)
  expect(screen.getByText(/^No network/).textContent).toContain('(3 hours ago)')
  screen.getByRole('button', { name: 'Try again' }).click()
  for (const { refetch } of queries) expect(refetch).toHaveBeenCalledOnce()
})

test('a list that is not on this phone speaks for itself, and what is typed stays when it comes', () => {
  const error = new CallError({ is_offline: true })
  const { rerender } = render(draw(query({ error }), query({ error })))
  const field = screen.getByLabelText('Typed')
  expect(screen.queryByText(/^No network/)).toBeNull()
  act(() => onlineManager.setOnline(false))
  expect(screen.queryByText(/^No network/)).toBeNull()
  rerender(draw(saved('Hired', 1), query({ error })))
  expect(screen.getAllByText(/^No network/)).toHaveLength(1)
  expect(screen.getByText('You are offline.')).toBeTruthy()
  expect(screen.getByLabelText('Typed')).toBe(field)
})

test('fresh lists say nothing of their age', () => {
  render(draw(saved('Hired', 0), saved('Requests', 5)))
  expect(screen.queryByRole('status')).toBeNull()
})
