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
