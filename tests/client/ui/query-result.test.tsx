import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#lib/api'
import { QueryResult, type QueryState } from '#ui/query-result'
import { Page } from '#ui/page'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T13:05:00Z') })
  onlineManager.setOnline(true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const hours = 3_600_000
const query = (over: Partial<QueryState<string>>): QueryState<string> => ({
  data: undefined,
  error: null,
  dataUpdatedAt: 0,
  failureReason: null,
  fetchStatus: 'fetching',
  refetch: vi.fn(),
  ...over,
})
const show = (over: Partial<QueryState<string>>) =>
  render(<QueryResult query={query(over)}>{(data) => <p>{data}</p>}</QueryResult>)
const silence = new CallError({ is_offline: true })
const later = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

test('fresh data is shown and nothing is said about it', () => {
  show({ data: 'Lagos', dataUpdatedAt: Date.now(), fetchStatus: 'idle' })
  expect(screen.getByText('Lagos')).toBeTruthy()
  expect(screen.queryByText(/as of/)).toBeNull()
})

test('saved data without a network tells its age and can be asked for again', () => {
  onlineManager.setOnline(false)
  const refetch = vi.fn()
  show({ data: 'Lagos', dataUpdatedAt: Date.now() - 3 * hours, fetchStatus: 'paused', refetch })
  expect(screen.getByText('Lagos')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain(
    'No network. Saved on this phone, as of 11:05\u00a0AM (3 hours ago).',
  )
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('the age of a whole screen stands below its name, which lies over the bar, and never above it', () => {
  const shown = (isOnline: boolean) => {
    onlineManager.setOnline(isOnline)
    const asked = query({ data: 'Lagos', dataUpdatedAt: Date.now(), fetchStatus: 'idle' })
    return (
      <QueryResult query={asked} title="Your trip">
        {(data) => (
          <Page title={`Trip to ${data}`}>
            <input aria-label="Typed" />
          </Page>
        )}
      </QueryResult>
    )
  }
  const { rerender } = render(shown(true))
  const field = screen.getByLabelText('Typed')
  rerender(shown(false))
  const name = screen.getByRole('heading', { name: 'Trip to Lagos' })
  const age = screen.getByRole('status')
  expect(name.compareDocumentPosition(age)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  // The field that is being typed in stays: the screen is not replaced.
  expect(screen.getByLabelText('Typed')).toBe(field)
})

test('saved data is shown when the network only pretends to be there', () => {
  show({ data: 'Lagos', dataUpdatedAt: Date.now() - hours, error: silence })
  expect(screen.getByText('Lagos')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('as of 1:05\u00a0PM')
})

test('data of a few minutes ago tells its age after 8 s of a network that does not answer', async () => {
  show({ data: 'Lagos', dataUpdatedAt: Date.now() - 3 * 60_000 })
  await later(6)
  expect(screen.queryByText(/as of/)).toBeNull()
  await later(2)
  expect(screen.getByRole('status').textContent).toContain('(3 minutes ago)')
})

test('data of which nobody noted when it came says so', () => {
  onlineManager.setOnline(false)
  show({ data: 'Lagos', dataUpdatedAt: 0, fetchStatus: 'paused' })
  expect(screen.getByRole('status').textContent).toContain('We cannot say when.')
})

test("a refusal is said in the server's words, or as the screen wants it", () => {
  const error = new CallError({ status: 404, code: 'not_found', detail: 'There is no such trip.' })
  show({ error, fetchStatus: 'idle' })
  expect(screen.getByRole('alert').textContent).toContain('There is no such trip.')
  cleanup()
  const own = { not_found: () => <p>Perhaps another day?</p> }
  render(
    <QueryResult query={query({ error, fetchStatus: 'idle' })} refused={own}>
      {(data) => <p>{data}</p>}
    </QueryResult>,
  )
  expect(screen.getByText('Perhaps another day?')).toBeTruthy()
})

test('a refusal about one part of what was asked says what is wrong with it', () => {
  const detail = 'Something is missing or wrong. Check the marked fields.'
  const fields = { stops: 'Choose two different places.' }
  show({ error: new CallError({ code: 'invalid_input', detail, fields }), fetchStatus: 'idle' })
  expect(screen.getByRole('alert').textContent).toContain('Choose two different places.')
})

test('what broke on our side has a number to tell', () => {
  show({
    error: new CallError({
      status: 500,
      code: 'unexpected',
      detail: 'Our side broke.',
      request_id: 'abc-1',
    }),
  })
  expect(screen.getByRole('alert').textContent).toContain('Error number: abc-1')
})

test('with nothing saved and no network it says so with a picture and offers a call and an SMS', () => {
  show({ error: silence, fetchStatus: 'idle' })
  const message = screen.getByRole('status', { name: 'You are offline.' })
  expect(message.querySelector('svg')).not.toBeNull()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual([expect.stringMatching(/^tel:\+/), expect.stringMatching(/^sms:\+/)])
})

test('waiting has three clocks and never spins for ever', async () => {
  show({})
  expect(screen.queryByText('Slow network…')).toBeNull()
  await later(3)
  expect(screen.getByText('Slow network…')).toBeTruthy()
  await later(5)
  expect(screen.getByText('The network is very slow here.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ask again' })).toBeTruthy()
})
