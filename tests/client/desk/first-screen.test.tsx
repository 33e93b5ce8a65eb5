import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { aMember, aSecondFactorMember, aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server } = world
const { operator_id } = await aTrip(server.db)

/** Waits until the desk displays this screen, which is also the marked one of the navigation. */
async function seeScreen(name: string): Promise<void> {
  await screen.findByRole('heading', { name, level: 1 })
  const link = screen.getByRole('link', { name: new RegExp(`^${name}`) })
  expect(link.ariaCurrent).toBe('page')
}

test('the desk opens on what each role does first, and on that too at a URL that is not theirs', async () => {
  const owner = await aSecondFactorMember(server, { operator_id, role: 'owner' })
  const manager = await aSecondFactorMember(server, { operator_id, role: 'manager' })
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const attendant = await aMember(server, { operator_id, role: 'attendant' })
  const agent = await aMember(server, { operator_id, role: 'agent' })
  const support = await aStaffMember(server, 'support')
  for (const [member, name] of [
    [owner, 'Departures'],
    [manager, 'Departures'],
    [clerk, 'Counter'],
    [attendant, 'Departures'],
    [agent, 'Inbox'],
    [support, 'Inbox'],
  ] as const) {
    await openDesk(world, member, '/')
    await seeScreen(name)
  }
  await openDesk(world, clerk, '/members')
  await seeScreen('Counter')
})

test('the inbox has a URL of its own, to which a conversation that was opened by its link leads back', async () => {
  const clerk = await aStaffMember(server, 'support')
  const { as } = await aUser(server)
  const { data } = await server.call(startConversation, { business_id: supportBusiness }, { as })
  await openDesk(world, clerk, `/c/${data.id}`)
  await hand.click(await screen.findByRole('link', { name: '← Inbox' }))
  await waitFor(() => expect(location.pathname).toBe('/desk/inbox'))
  await seeScreen('Inbox')
})
