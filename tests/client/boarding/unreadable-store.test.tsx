import { screen } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()

test('a phone that cannot read what it keeps for the door says so, and lets the attendant go on', async () => {
  const fault = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  })
  const title = 'This phone cannot read what it keeps for the door.'
  await world.open('/verify')
  await screen.findByText(title, {}, { timeout: 9000 })
  await screen.findByLabelText(/^Your company’s key/)
  fault.mockRestore()
  await world.reload()
  await screen.findByLabelText(/^Your company’s key/)
  expect(screen.queryByText(title)).toBeNull()
})
