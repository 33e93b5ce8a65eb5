import { screen, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { aClientWorld } from '#tests/client/fixtures/world'

const { server, open, pressButton } = await aClientWorld()
afterAll(() => server.close())

// tests/house/gallery-rule.ts finds components that are missing.
test('in development every component is on one page, and its sheets open', async () => {
  await open('/dev/pieces')
  await screen.findByRole('heading', { level: 1, name: 'Pieces' })
  for (const [name, text, least] of [
    ['Empty lists', /^Nothing of this yet: /, 8],
    ['What went wrong', /^This happened: /, 4],
  ] as const) {
    const pictures = screen.getByRole('region', { name })
    expect(within(pictures).getAllByText(text).length).toBeGreaterThanOrEqual(least)
    for (const { outerHTML } of pictures.querySelectorAll('svg'))
      expect(outerHTML.length).toBeLessThanOrEqual(1000)
  }
  await pressButton('Show or hide the action bar')
  await screen.findByRole('button', { name: 'Continue' })
  await pressButton('Open a sheet')
  within(await screen.findByRole('dialog', { name: 'A sheet' })).getByText('It covers the screen.')
})
