import { screen, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { aClientWorld } from '#tests/client/fixtures/world'

const { server, open, pressButton } = await aClientWorld()
afterAll(() => server.close())

test('in development the pieces stand side by side', async () => {
  await open('/dev/pieces')
  await screen.findByRole('heading', { level: 1, name: 'Pieces' })
  const empty = screen.getByRole('region', { name: 'Empty lists' })
  expect(within(empty).getAllByText(/^Nothing of this yet: /).length).toBeGreaterThan(7)
  for (const { outerHTML } of empty.querySelectorAll('svg'))
    expect(outerHTML.length).toBeLessThanOrEqual(1000)
  await pressButton('Show or hide the action bar')
  await screen.findByRole('button', { name: 'Continue' })
})
