import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  listConversations,
  listMessages,
  sendMessage,
  startConversation,
} from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server } = world

/** Somebody who is logged in on this phone, with a conversation. */
async function aConversation() {
  const owner = await aUser(server)
  world.enter(owner)
  const { as } = owner
  const { data } = await server.call(startConversation, { business_id: supportBusiness }, { as })
  const { id } = data
  return { id, owner, path: `/support?conversation_id=${id}`, said: () => listBodies(owner, id) }
}

/** The texts of a conversation on the server, in order, without the automatic answer. */
async function listBodies({ as }: MadeUser, id: string): Promise<string[]> {
  const { data } = await server.call(listMessages, { id }, { as })
  return data.filter(({ is_automatic }) => !is_automatic).map(({ body }) => body)
}

const hear = (conversation_id: string, body: string) =>
  sql`insert into message (id, conversation_id, sender, body)
    values (${makeId()}, ${conversation_id}, 'business', ${body})`.execute(db)

const box = () => screen.findByRole('textbox', { name: 'Your message' })
const shown = async (name: string) => {
  const words = await within(await screen.findByRole('log', { name: 'Messages' })).findByText(name)
  const bubble = words.closest('li')
  if (bubble === null) throw new Error(`${name} is in no bubble`)
  return bubble
}
async function write(text: string): Promise<void> {
  await hand.click(await box())
  await hand.paste(text)
  await hand.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(async () => expect((await box()).textContent).toBe(''))
}

/** Starts the outbox watcher, as the app does when it is idle. */
const watchOutbox = async () => (await import('#lib/outbox/sender')).watchOutbox()

test('a message is sent, and the automatic answer says what it is', async () => {
  const talk = await aConversation()
  await world.open(talk.path)
  await write('Where is my bag?')
  expect(await screen.findByText(/This is an automatic answer/)).toBeDefined()
  expect((await shown('Where is my bag?')).textContent).toMatch(/You, .+ · Sent/)
  expect(screen.getByText('Waka support (automatic answer)')).toBeDefined()
  const help = within(await screen.findByRole('navigation', { name: 'What you can do now:' }))
  expect(help.getByRole('link', { name: /refund/ }).getAttribute('href')).toBe('/profile/trip')
  expect(await talk.said()).toEqual(['Where is my bag?'])
  expect(screen.getAllByText('Where is my bag?')).toHaveLength(1)
  await sql`insert into message (id, conversation_id, sender, body)
    values (${makeId()}, ${talk.id}, 'automatic', 'This conversation was handed over.')`.execute(db)
  await world.reload()
  await screen.findByText('This conversation was handed over.')
  expect(await screen.findAllByRole('navigation', { name: 'What you can do now:' })).toHaveLength(1)
})

test('messages written without a network survive a reload and are sent in their order', async () => {
  const talk = await aConversation()
  await world.open(talk.path)
  await box()
  world.goOffline()
  await write('The bus is full.')
  await write('What now?')
  await waitFor(async () =>
    expect((await shown('What now?')).textContent).toContain('Waiting for the network'),
  )
  expect(screen.getByText(/It is sent when the network is back/)).toBeDefined()
  await world.reload()
  await shown('The bus is full.')
  expect(await talk.said()).toEqual([])
  world.goOnline()
  await watchOutbox()
  await waitFor(async () => expect(await talk.said()).toEqual(['The bus is full.', 'What now?']))
  await waitFor(async () => expect((await shown('What now?')).textContent).toMatch(/· Sent/))
})

test('a waiting message is changed before it is sent, and another one deleted', async () => {
  const talk = await aConversation()
  world.goOffline()
  await world.open(talk.path)
  await write('The 6 o’clock bus')
  await write('Nothing')
  const unwanted = within(await shown('Nothing'))
  // An attempt to send hides the buttons for a moment.
  await hand.click(await unwanted.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Nothing')).toBeNull())
  await hand.click(await screen.findByRole('button', { name: 'Edit' }))
  await waitFor(async () => expect(await box()).toHaveProperty('value', 'The 6 o’clock bus'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull())
  await write(' is late.')
  world.goOnline()
  await watchOutbox()
  await waitFor(async () => expect(await talk.said()).toEqual(['The 6 o’clock bus is late.']))
})

test('what the list of waiting things opens again stands in the box, in its conversation', async () => {
  const talk = await aConversation()
  world.goOffline()
  await world.open(talk.path)
  await write('To be changed')
  const { listOutbox } = await import('#lib/outbox')
  const [item] = await listOutbox()
  await world.open(`${item?.edit_path}?waiting=${item?.id}`)
  await waitFor(async () => expect(await box()).toHaveProperty('value', 'To be changed'))
  await waitFor(() => expect(location.search).toBe(`?conversation_id=${talk.id}`))
  expect(await listOutbox()).toEqual([])
})

test('a message that the server refuses stays, with its words, and can be taken up again', async () => {
  const talk = await aConversation()
  await world.open(talk.path)
  await box()
  await sql`update conversation set state = 'closed' where id = ${talk.id}`.execute(db)
  const { as } = talk.owner
  await server.call(startConversation, { business_id: supportBusiness }, { as })
  await write('One thing more')
  const bubble = within(await shown('One thing more'))
  expect(
    await bubble.findByText('This conversation is over. Write in your newer one.'),
  ).toBeDefined()
  await hand.click(bubble.getByRole('button', { name: 'Edit' }))
  await waitFor(async () => expect(await box()).toHaveProperty('value', 'One thing more'))
})

test('a first message without a network opens the conversation before it is sent', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  world.goOffline()
  await world.open('/support')
  await write('Good morning')
  await write('I lost my phone')
  await world.open('/profile/messages')
  expect(await screen.findByText('2 not sent yet')).toBeDefined()
  await world.open('/support')
  world.goOnline()
  await watchOutbox()
  const id = await waitFor(() => {
    const found = new URLSearchParams(location.search).get('conversation_id')
    if (found === null) throw new Error('no conversation yet')
    return found
  })
  await waitFor(async () =>
    expect(await listBodies(owner, id)).toEqual(['Good morning', 'I lost my phone']),
  )
  const { meta } = await server.call(listConversations, {}, { as: owner.as })
  expect(meta.total).toBe(1)
})

test('what is half written is there again after a reload, for this conversation only', async () => {
  const talk = await aConversation()
  await world.open(talk.path)
  await hand.click(await box())
  await hand.paste('I wanted to say')
  await world.reload()
  await waitFor(async () => expect(await box()).toHaveProperty('value', 'I wanted to say'))
  await world.open('/support')
  expect(await box()).toHaveProperty('value', '')
})

test('too many characters are counted and not sent', async () => {
  const talk = await aConversation()
  await world.open(talk.path)
  await hand.click(await box())
  await hand.paste('x'.repeat(2003))
  expect(await screen.findByText('3 characters too many. Send it in two parts.')).toBeDefined()
  await hand.click(screen.getByRole('button', { name: 'Send' }))
  expect(await box()).toHaveProperty('value', 'x'.repeat(2003))
})

/** Advances the clock by the half minute after which an open conversation fetches new messages. */
const passHalfAMinute = () => act(() => void vi.advanceTimersByTime(30_000))

test('an answer comes by itself while the conversation is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const talk = await aConversation()
  await server.call(sendMessage, { id: talk.id, body: 'Are you there?' }, { as: talk.owner.as })
  await world.open(talk.path)
  await shown('Are you there?')
  await hear(talk.id, 'Yes, we are.')
  passHalfAMinute()
  await shown('Yes, we are.')
})

test('who saves data asks for answers themselves, and gets only the new ones', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const talk = await aConversation()
  const { as, user, token, ...rest } = talk.owner
  world.enter({ ...rest, as, token, user: { ...user, data_saver: true } })
  await server.call(sendMessage, { id: talk.id, body: 'Are you there?' }, { as })
  await world.open(talk.path)
  await shown('Are you there?')
  await hear(talk.id, 'Yes, we are.')
  world.sent.length = 0
  passHalfAMinute()
  expect(world.sent).toEqual([])
  await hand.click(screen.getByRole('button', { name: 'Look for answers' }))
  await shown('Yes, we are.')
  const asked = world.sent.filter((one) => one.includes('/messages'))
  expect(asked).toEqual([expect.stringContaining('/messages?after=')])
})

test('a long conversation shows its end, and what came before when asked', async () => {
  const talk = await aConversation()
  for (let at = 1; at <= 55; at += 1) await hear(talk.id, `Line ${at}`)
  await world.open(talk.path)
  await shown('Line 55')
  expect(screen.queryByText('Line 5')).toBeNull()
  await hand.click(screen.getByRole('button', { name: '5 earlier messages' }))
  await shown('Line 1')
  const lines = screen.getAllByText(/^Line /).map(({ textContent }) => textContent)
  expect(lines).toEqual(Array.from({ length: 55 }, (_, at) => `Line ${at + 1}`))
})

test('the list of messages leads to the conversation, which opens without a network, too', async () => {
  const talk = await aConversation()
  await server.call(
    sendMessage,
    { id: talk.id, body: 'Is there a bus on Sunday?' },
    { as: talk.owner.as },
  )
  await hear(talk.id, 'Three of them.')
  await world.open('/profile/messages')
  await hand.click(await screen.findByRole('link', { name: /Waka support.*Three of them/ }))
  await shown('Is there a bus on Sunday?')
  world.goOffline()
  await world.reload()
  await shown('Three of them.')
  expect(screen.getByText(/No network\. Saved on this phone/)).toBeDefined()
  const ways = within(screen.getByRole('region', { name: 'Ways to reach us' }))
  expect(ways.getByRole('link', { name: /^Call / }).getAttribute('href')).toMatch(/^tel:/)
})

test('who is not logged in is told why and led to the login', async () => {
  await world.open('/support?conversation_id=0199aa00-0000-7000-8000-000000000001')
  const notice = (await screen.findByText('Log in to write to us here.')).parentElement
  const door = within(notice?.parentElement ?? document.body).getByRole('link', { name: 'Log in' })
  expect(door.getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent('/support?conversation_id=0199aa00-0000-7000-8000-000000000001')}`,
  )
  expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Send an SMS' })).toBeDefined()
})

test('somebody else’s conversation is not shown', async () => {
  const talk = await aConversation()
  world.enter(await aUser(server))
  await world.open(talk.path)
  expect(await screen.findByText('This conversation is not in your account.')).toBeDefined()
})
