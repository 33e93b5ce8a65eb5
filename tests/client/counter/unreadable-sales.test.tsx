import { screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { aClientWorld } from '#tests/client/fixtures/world'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'

const world = await aClientWorld()

test('a phone that cannot read its sales says so, and still asks for them later', async () => {
  const { operator_id } = await aTrip(world.server.db)
  world.enter(await aMember(world.server, { operator_id, role: 'counter' }))
  localStorage.setItem('counter-waits', 'true')
  const fault = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  })
  await world.open('/counter')
  await screen.findByText('This phone cannot read what is set aside for it.', {}, { timeout: 9000 })
  expect(screen.queryByText('No seats are set aside for this phone.')).toBeNull()
  expect(localStorage.getItem('counter-waits')).toBe('true')
  fault.mockRestore()
  await world.reload()
  await screen.findByText('No seats are set aside for this phone.')
  await waitFor(() => expect(localStorage.getItem('counter-waits')).toBeNull())
})
