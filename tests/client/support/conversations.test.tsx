import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateStaffReadMarks, setStaffConversationState } from '#contract/support/desk-endpoints'
import {
  countUnread,
  getConversation,
  listMessages,
  sendMessage,
  startConversation,
} from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { aStaffKey } from '#tests/support/makers/boarding'
import { aJpeg } from '#tests/support/files/jpegs'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson } from '#tests/support/makers/travels'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server } = world
const staff = await aStaffKey(server, ['support'])

/** Somebody who is logged in on this phone, with a conversation. */
async function aConversation() {
  const owner = await aUser(server)
  world.enter(owner)
  const { as } = owner
  const { data } = await server.call(startConversation, { business_id: supportBusiness }, { as })
  const { id } = data
  return { id, owner, as, path: `/support?conversation_id=${id}` }
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

test('one sees how far a message came, and the other side how far one has read', async () => {
  const talk = await aConversation()
  const { as } = talk
  await hear(talk.id, 'We look into it.')
  const { data } = await server.call(sendMessage, { id: talk.id, body: 'Hello?' }, { as })
  const { seq } = data
  await world.open('/profile')
  const way = await screen.findByRole('link', { name: /^Messages/ })
  await waitFor(() => expect(way.textContent).toMatch(/[12] new/))
  await world.open(talk.path)
  await shown('We look into it.')
  await waitFor(async () => expect((await server.call(countUnread, {}, { as })).data.count).toBe(0))
  expect((await shown('Hello?')).textContent).toContain('Sent')
  await server.call(updateStaffReadMarks, { id: talk.id, got: seq, read: 0 }, { as: staff })
  await world.reload()
  await waitFor(async () => expect((await shown('Hello?')).textContent).toContain('Delivered'))
  await server.call(updateStaffReadMarks, { id: talk.id, got: seq, read: seq }, { as: staff })
  await world.reload()
  await waitFor(async () => expect((await shown('Hello?')).textContent).toContain('Read'))
})

test('a photo of a message is fetched when it is asked for', async () => {
  const talk = await aConversation()
  const photo = (await aJpeg()).toString('base64')
  const { as } = talk
  await server.call(sendMessage, { id: talk.id, body: 'This bag', photo }, { as })
  await world.open(talk.path)
  const bubble = within(await shown('This bag'))
  expect(world.sent.filter((one) => one.includes('/photos/'))).toEqual([])
  await hand.click(bubble.getByRole('button', { name: 'Show the photo' }))
  expect(await bubble.findByRole('img', { name: 'Sent along' })).toBeDefined()
})

test('what a message is about goes along, waits with it, and comes back to be changed', async () => {
  const talk = await aConversation()
  const { reference } = await aBookingForPerson(server, talk.owner)
  world.goOffline()
  await world.open(talk.path)
  await box()
  await hand.click(screen.getByRole('button', { name: 'Add a photo or reference' }))
  const field = await screen.findByRole('textbox', { name: /Booking reference/ })
  const slip = reference.endsWith('A') ? 'B' : 'A'
  await hand.type(field, reference.slice(0, -1) + slip)
  await hand.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText('Check this reference: a letter or digit is wrong.')
  await hand.clear(field)
  await hand.type(field, reference.toLowerCase())
  await hand.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByRole('button', { name: `With ${reference}` })
  await write('My seat is taken.')
  const waiting = within(await shown('My seat is taken.'))
  expect(waiting.getByText(`With ${reference}`)).toBeDefined()
  await hand.click(waiting.getByRole('button', { name: 'Edit' }))
  await screen.findByRole('button', { name: `With ${reference}` })
  await write(' It is 12.')
  world.goOnline()
  // Starts the outbox watcher, as the app does when it is idle.
  ;(await import('#lib/outbox/sender')).watchOutbox()
  await waitFor(async () => {
    const { data } = await server.call(listMessages, { id: talk.id }, { as: talk.as })
    expect(data[0]).toMatchObject({ body: 'My seat is taken. It is 12.', about: { reference } })
  })
  const card = await screen.findByRole('link', { name: new RegExp(reference) })
  expect(card.getAttribute('href')).toBe(`/profile/trip?booking=${reference}`)
})

/** Attaches the reference of a booking by the dialog that is open. */
async function attachReference(reference: string): Promise<void> {
  await hand.type(await screen.findByRole('textbox', { name: /Booking reference/ }), reference)
  await hand.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByRole('button', { name: `With ${reference}` })
}

test('what is attached to a message is there again after a reload, until it is sent', async () => {
  const talk = await aConversation()
  const { reference } = await aBookingForPerson(server, talk.owner)
  await world.open(talk.path)
  await box()
  await hand.click(screen.getByRole('button', { name: 'Add a photo or reference' }))
  await attachReference(reference)
  await world.reload()
  await screen.findByRole('button', { name: `With ${reference}` })
  await write('It is about this.')
  await screen.findByRole('button', { name: 'Add a photo or reference' })
  const { listDraftNames } = await import('#lib/drafts')
  await waitFor(async () => expect(await listDraftNames()).toEqual([]))
})

test('what is being attached while the conversation opens goes along with the next message', async () => {
  const owner = await aUser(server)
  const { reference } = await aBookingForPerson(server, owner)
  world.enter(owner)
  world.goOffline()
  await world.open('/support')
  await write('Good morning')
  await hand.click(screen.getByRole('button', { name: 'Add a photo or reference' }))
  await screen.findByRole('dialog')
  world.goOnline()
  ;(await import('#lib/outbox/sender')).watchOutbox()
  await within(await shown('Good morning')).findByText(/Sent$/)
  await attachReference(reference)
  await write('It is about this.')
  const id = await waitFor(() => {
    const found = new URLSearchParams(location.search).get('conversation_id')
    if (found === null) throw new Error('no conversation yet')
    return found
  })
  await waitFor(async () => {
    const { data } = await server.call(listMessages, { id }, { as: owner.as })
    expect(data.at(-1)).toMatchObject({ body: 'It is about this.', about: { reference } })
  })
})

test('the end of a conversation is said, and asks how good it was', async () => {
  const talk = await aConversation()
  const { as } = talk
  await server.call(sendMessage, { id: talk.id, body: 'Thank you.' }, { as })
  await server.call(setStaffConversationState, { id: talk.id, state: 'closed' }, { as: staff })
  await world.open(talk.path)
  await hand.click(await screen.findByRole('radio', { name: '4 stars: Good' }))
  await screen.findByText('Thank you. How good our help was:')
  const { data } = await server.call(getConversation, { id: talk.id }, { as })
  expect(data.rating).toBe(4)
})

test('it is said whether somebody answers now, and who is answered first', async () => {
  const talk = await aConversation()
  await world.open(talk.path)
  const hours = await screen.findByRole('region', { name: 'When you get an answer' })
  expect(hours.textContent).toMatch(/We are answering now|Closed now/)
  expect(hours.textContent).not.toContain('this week')
  expect(hours.textContent).toContain('if you travel within 24 hours, we answer you first')
})

test('of an operator, whose hours we do not know, it is not said that they answer now', async () => {
  const { as, path } = await aConversation()
  await anOperator(db, { code: 'udala' })
  const { data } = await server.call(startConversation, { business_id: 'udala' }, { as })
  await world.open(path.replace(/=.*/, `=${data.id}`))
  const hours = await screen.findByRole('region', { name: 'When you get an answer' })
  expect(hours.textContent).toMatch(/^.+ answers here/)
  expect(hours.textContent).not.toContain('We are answering now')
})

test('of a listed business it is said when our people pass it on, and no reference is asked for', async () => {
  await aTrip(db, { stops: ['kano', 'zaria'] })
  await sql`insert into business
      (id, code, name, category, about, address, city_id, phone, days, opens, closes, state, decided_at)
    select ${makeId()}, 'adas-lodge', 'Ada’s Lodge', 'guest-house', 'Six rooms and a guard.', '4 Park Lane', id,
      '+2348031234567', '{0,1,2,3,4,5,6}', 0, 1440, 'listed', now() from city where code = 'kano'`.execute(
    db,
  )
  const { as } = await aConversation()
  const { data } = await server.call(startConversation, { business_id: 'adas-lodge' }, { as })
  await world.open(`/support?conversation_id=${data.id}`)
  const hours = await screen.findByRole('region', { name: 'When you get an answer' })
  expect(hours.textContent).toMatch(/Our people pass it on(?: now|, from 6:00\sAM)/)
  expect(hours.textContent).not.toMatch(/Closed now|reference/)
})
