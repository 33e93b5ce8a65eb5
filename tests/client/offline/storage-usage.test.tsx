import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fetchWalletBalance } from '#tests/support/makers/wallets'
import { aUser } from '#tests/support/makers/people'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()

/** The bytes of a size on a screen, in kB. */
const kilobytes = (text: string | null) => {
  const [, number = '0', unit] = /([\d.,]+) (kB|MB)/.exec(text ?? '') ?? []
  return Number(number.replace(',', '')) * (unit === 'MB' ? 1000 : 1)
}

test('what the app takes on this phone is one sum: of its kinds, and in the settings', async () => {
  const owner = await aUser(world.server)
  world.enter(owner)
  await fetchWalletBalance(world.server, owner)
  await world.open('/profile/wallet')
  await screen.findByRole('heading', { level: 1 })
  await world.open('/phone')
  const list = within(await screen.findByRole('list', { name: 'Kept by kind' }))
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  const together = rows.at(-1)
  expect(together).toMatch(/^Together/)
  const parts = rows.slice(0, -1).map(kilobytes)
  const sum = parts.reduce((total, one) => total + one, 0)
  expect(sum).toBeGreaterThan(0)
  // Each kind is rounded up to a whole kB.
  expect(Math.abs(sum - kilobytes(together ?? ''))).toBeLessThanOrEqual(parts.length)
  await world.open('/profile/settings')
  const sentence = await screen.findByText(/^The app and your tickets take/)
  expect(Math.abs(kilobytes(sentence.textContent) - kilobytes(together ?? ''))).toBeLessThanOrEqual(
    20,
  )
})
