import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { arriving } from '#lib/part'
import { Boundary } from '#src/app/boundary.tsx'

test('a script that did not come is asked for again by whoever comes back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isUp = false
  const Screen = () => <p>The screen</p>
  const { Arriving } = arriving(async () => {
    if (!isUp) throw new Error('Failed to fetch dynamically imported module')
    return Screen
  })
  const shown = (
    <MemoryRouter>
      <Boundary>
        <Arriving otherwise={<p>Waiting</p>} />
      </Boundary>
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
