import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/model'
import { aUser } from '#tests/support/people'
import { aClientWorld } from './world.tsx'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** What a logout would warn of. */
async function unsent() {
  const { countUnsent } = await import('#lib/session-life')
  return countUnsent()
}
const nothing = { drafts: 0, outbox: 0 }

test('a message that was sent leaves no draft behind, and a logout warns of nothing', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const input = { business_id: supportBusiness }
  const { data } = await server.call(startConversation, input, { as: owner.as })
  await world.open(`/support?conversation_id=${data.id}`)
  const box = await screen.findByRole('textbox', { name: 'Your message' })
  await hand.type(box, 'Where is my bag?')
  expect(await unsent()).toEqual({ drafts: 1, outbox: 0 })
  await press('Send')
  await screen.findByText(/This is an automatic answer/)
  await waitFor(async () => expect(await unsent()).toEqual(nothing))
})
