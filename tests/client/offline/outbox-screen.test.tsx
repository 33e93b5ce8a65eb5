import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OutboxItem } from '#lib/outbox'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
let ada: MadeUser

beforeEach(async () => {
  ada = await aUser(world.server)
})

const review = (body: string, more: Partial<OutboxItem> = {}) => ({
  kind: 'review' as const,
  input: { operator: 'nobody-of-this-name', rating: 4, body },
  title: `Review: ${body}`,
  edit_path: '/write-a-review',
  ...more,
})
const talk = {
  kind: 'conversation' as const,
  input: { business_id: 'waka-support' },
  title: 'Conversation with us',
  edit_path: '/support',
}

/** Adds items to the outbox as a form does, and opens the list. */
async function openWith(...items: Parameters<typeof import('#lib/outbox').addToOutbox>[0][]) {
  world.restart()
  await registerAllRooms()
  const { addToOutbox } = await import('#lib/outbox')
  for (const item of items) await addToOutbox(item)
  await world.open('/phone/outbox')
  const { watchOutbox } = await import('#lib/outbox/sender')
  watchOutbox()
}
const row = async (title: string) =>
  within((await screen.findByText(title)).closest('li') ?? document.body)

describe('the list of what waits', () => {
  test('opens without a network and without a login, and says when there is nothing', async () => {
    world.goOffline()
    await openWith()
    expect(await screen.findByText('Nothing is waiting')).toBeDefined()
    await openWith(review('Good bus'))
    const { findByText, getByRole } = await row('Review: Good bus')
    expect(await findByText('Log in to send this')).toBeDefined()
    expect(getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain(
      '/login?next=%2Fphone%2Foutbox',
    )
  })

  test('waits for the network, is sent by itself and says when', async () => {
    world.enter(ada)
    world.goOffline()
    await openWith(talk)
    const { findByText } = await row('Conversation with us')
    expect(await findByText('Waiting for the network')).toBeDefined()
    world.goOnline()
    await waitFor(() => expect(screen.getByText(/^Sent at \d+:\d\d [AP]M$/)).toBeDefined())
    expect(await screen.findByText('Nothing is waiting')).toBeDefined()
  })

  test('a refusal stands there in the server’s words, to be changed or deleted only', async () => {
    world.enter(ada)
    await openWith(review('Good bus, with words enough for a review'))
    const title = 'Review: Good bus, with words enough for a review'
    const { findByText, queryByText, getByRole } = await row(title)
    await findByText(/^Needs your attention: \S+/)
    expect(queryByText('Send now')).toBeNull()
    expect(getByRole('link', { name: 'Edit' }).getAttribute('href')).toMatch(
      /^\/write-a-review\?waiting=[\w-]{36}$/,
    )
  })

  test('what is too old can still be sent when the person says so', async () => {
    world.enter(ada)
    world.goOffline()
    await openWith({ ...talk, expires_at: Date.now() - 1000 })
    const { findByText } = await row('Conversation with us')
    const anyway = await findByText('Send anyway')
    world.goOnline()
    await world.hand.click(anyway)
    expect(await screen.findByText(/^Sent at/)).toBeDefined()
  })

  test('is deleted only after a question, and is then never sent', async () => {
    world.enter(ada)
    world.goOffline()
    await openWith(talk)
    const { getByText } = await row('Conversation with us')
    await world.hand.click(getByText('Delete'))
    const asked = within(await screen.findByRole('dialog'))
    await world.hand.click(asked.getByText('Keep it'))
    expect(screen.getByText('Waiting for the network')).toBeDefined()
    await world.hand.click(getByText('Delete'))
    const again = within(await screen.findByRole('dialog'))
    await world.hand.click(again.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Nothing is waiting')).toBeDefined()
    world.goOnline()
    const { sendOutbox } = await import('#lib/outbox')
    await sendOutbox()
    expect(world.sent.filter((asked) => asked.includes('conversations'))).toEqual([])
  })

  test('a message that opens its conversation is one thing, and is deleted as one', async () => {
    world.enter(ada)
    world.goOffline()
    world.restart()
    await registerAllRooms()
    const { addToOutbox, listOutbox } = await import('#lib/outbox')
    const opening = await addToOutbox(talk)
    const message = { kind: 'message' as const, title: '“Where is my bus?”', edit_path: '/support' }
    const input = { id: '$before', body: 'Where is my bus?' }
    await addToOutbox({ ...message, input, depends_on: opening?.id ?? '' })
    await world.open('/profile')
    await world.hand.click(await screen.findByRole('link', { name: '1 waiting to be sent' }))
    const { getByText } = await row(message.title)
    expect(screen.queryByText('Conversation with us')).toBeNull()
    await world.hand.click(getByText('Delete'))
    const asked = within(await screen.findByRole('dialog'))
    await world.hand.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Nothing is waiting')).toBeDefined()
    await waitFor(async () => expect(await listOutbox()).toEqual([]))
  })

  test('another screen says how many wait and leads there; a logout asks before it deletes them', async () => {
    world.enter(ada)
    world.restart()
    await registerAllRooms()
    const { addToOutbox } = await import('#lib/outbox')
    // Items wait, whether refused or not yet tried.
    for (const words of ['Good bus', 'Bad bus']) await addToOutbox(review(words))
    await world.open('/profile')
    const link = await screen.findByRole('link', { name: '2 waiting to be sent' })
    expect(link.getAttribute('href')).toBe('/phone/outbox')
    await world.open('/verify')
    await screen.findByRole('heading', { level: 1, name: /tickets/ })
    expect(screen.queryByRole('link', { name: '2 waiting to be sent' })).toBeNull()
    await world.open('/profile')
    await world.hand.click(await screen.findByRole('button', { name: 'Log out' }))
    const asked = within(await screen.findByRole('dialog'))
    expect(asked.getByText('2 waiting to be sent')).toBeDefined()
  })
})
