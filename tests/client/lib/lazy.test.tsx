import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { loadOnDemand } from '#lib/lazy'
import { ErrorBoundary } from '#src/app/error-boundary.tsx'

test('a script that did not come is asked for again by whoever comes back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isUp = false
  const Screen = () => <p>The screen</p>
  const { Loaded } = loadOnDemand(async () => {
    if (!isUp) throw new Error('Failed to fetch dynamically imported module')
    return Screen
  })
  const shown = (
    <MemoryRouter>
      <ErrorBoundary>
        <Loaded otherwise={<p>Waiting</p>} />
      </ErrorBoundary>
    </MemoryRouter>
  )
  const { unmount } = render(shown)
  expect(screen.getByText('Waiting')).toBeDefined()
  expect(await screen.findByText('Not on this phone yet')).toBeDefined()
  unmount()
  isUp = true
  render(shown)
  expect(await screen.findByText('The screen')).toBeDefined()
})

test('a screen that is not on the phone leads to the ticket of the next trip', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { write } = await import('#lib/device')
  const trip = { from: 'Lagos', to: 'Abuja', operator: 'Harmattan Lines', zone: 'Africa/Lagos' }
  const departs_at = new Date(Date.now() + 3_600_000).toISOString()
  const stored = {
    reference: 'WK7Q2M9X',
    departs_at,
    seats: [4],
    tickets: [],
    saved_at: Date.now(),
  }
  write('next_trips', [{ ...trip, ...stored }])
  const { Loaded } = loadOnDemand(async () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  render(
    <MemoryRouter>
      <ErrorBoundary>
        <Loaded otherwise={<p>Waiting</p>} />
      </ErrorBoundary>
    </MemoryRouter>,
  )
  await screen.findByText('Not on this phone yet')
  const ticket = screen.getByRole('link', { name: /Lagos → Abuja/ })
  expect(ticket.getAttribute('href')).toBe('/ticket/WK7Q2M9X')
})
