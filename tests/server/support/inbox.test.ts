import { afterAll, describe, expect, test } from 'vitest'
import * as desk from '#contract/members/endpoints'
import * as deskEndpoints from '#contract/support/desk-endpoints'
import { listMessages, sendMessage, startConversation } from '#contract/support/endpoints'
import * as inbox from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { answerWaitingConversations } from '#demo/answering'
import { testDatabase } from '#tests/support/database/test-database'
import { aMember, aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson } from '#tests/support/makers/travels'

/** Conversations as staff answer them, at our own desk and at an operator's. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

const traveller = await aUser(server, { full_name: 'Chidi Eze' })
const booking = await aBookingForPerson(server, traveller, {})
const operator_id = booking.trip.operator.id
const support = await aStaffMember(server, 'support')
const second = await aStaffMember(server, 'support')
const moderator = await aStaffMember(server, 'moderator')
const agent = await aMember(server, { operator_id, role: 'agent', full_name: 'Kemi Ade' })

async function aConversation(business_id: string, body: string): Promise<string> {
  const { data } = await call(startConversation, { business_id }, { as: traveller.as })
  await call(sendMessage, { id: data.id, body }, { as: traveller.as })
  return data.id
}

describe('at our own desk', () => {
  test('a conversation is found unread, taken on, answered in one\u2019s own name, and closed', async () => {
    const id = await aConversation(supportBusiness, 'My bag stayed on the bus.')
    const listed = (state: 'unread' | 'mine' | 'closed' | 'waiting', as = support.as) =>
      call(deskEndpoints.listConversationsForStaff, { state }, { as })
    expect((await listed('unread')).data.map((one) => one.id)).toContain(id)
    const taken = await call(inbox.assignConversation, { id, to: 'me' }, { as: support.as })
    expect(taken.data.assigned_to).toEqual({ name: support.user.full_name, is_me: true })
    expect((await listed('mine')).data.map((one) => one.id)).toEqual([id])
    expect((await listed('mine', second.as)).data).toEqual([])
    const [seen] = (await listed('waiting', second.as)).data
    expect(seen?.assigned_to?.is_me).toBe(false)

    const words = { id, body: 'It is at the counter in Jibowu.', author: 'Somebody else' }
    expect(
      (await call(deskEndpoints.answerStaffConversation, words, { as: support.as })).status,
    ).toBe(200)
    expect((await listed('unread')).data.map((one) => one.id)).not.toContain(id)
    const heard = await call(listMessages, { id }, { as: traveller.as })
    expect(heard.data.at(-1)).toMatchObject({ body: words.body, author: 'Ngozi', from: 'them' })
    const over = await call(
      deskEndpoints.setStaffConversationState,
      { id, state: 'closed' },
      { as: support.as },
    )
    expect(over.data.state).toBe('closed')
    expect((await listed('closed')).data.map((one) => one.id)).toContain(id)

    const admin = await aStaffMember(server, 'admin')
    const marks = { id, got: 2, read: 2, is_typing: true }
    expect((await call(deskEndpoints.updateStaffReadMarks, marks, { as: support.as })).status).toBe(
      200,
    )
    const { data: log } = await call(desk.listAuditLog, {}, { as: admin.as })
    expect(log.find(({ subject }) => subject === id)?.about).toBe(traveller.user.full_name)
    const acts = log.filter(({ subject }) => subject === id).map(({ act }) => act)
    expect(acts).toEqual([
      'setStaffConversationState',
      'answerStaffConversation',
      'assignConversation',
    ])
  })

  test('the booking stands beside it, and a moderator reads none of it', async () => {
    const id = await aConversation(supportBusiness, 'When does it leave?')
    const { data } = await call(inbox.getConversationPerson, { id }, { as: support.as })
    expect(data).toMatchObject({ name: 'Chidi Eze', phone: traveller.user.phone })
    expect(data.trips).toHaveLength(1)
    expect(data.trips[0]).toMatchObject({ reference: booking.reference, status: 'confirmed' })
    for (const endpoint of [inbox.getConversationPerson, deskEndpoints.listMessagesForStaff]) {
      const { problem } = await call(endpoint, { id }, { as: moderator.as })
      expect(problem.code).toBe('not_allowed')
    }
    const answer = await call(inbox.getConversationPerson, { id }, { as: agent.as })
    expect(answer.status).toBe(404)
  })

  test('what is handed over is an operator\u2019s, without the traveller\u2019s number', async () => {
    const id = await aConversation(supportBusiness, 'Is there a toilet on board?')
    const to = booking.trip.operator.code
    await call(inbox.assignConversation, { id, to: 'me' }, { as: support.as })
    const handed = await call(
      deskEndpoints.handOverStaffConversation,
      { id, to },
      { as: support.as },
    )
    expect(handed.status).toBe(200)
    expect(
      (await call(deskEndpoints.listMessagesForStaff, { id }, { as: support.as })).status,
    ).toBe(404)
    const { data } = await call(inbox.getConversationPerson, { id }, { as: agent.as })
    expect(data).toMatchObject({ phone: null, trips: [{ reference: booking.reference }] })
    const { data: list } = await call(deskEndpoints.listOperatorConversations, {}, { as: agent.as })
    expect(list.find((one) => one.id === id)?.assigned_to).toBeNull()
  })
})

test('a member of an operator whose name sounds like us answers under no name', async () => {
  const waka = await aMember(server, { operator_id, role: 'agent', full_name: 'Wаka Ade' })
  const id = await aConversation(booking.trip.operator.code, 'Do you take cards?')
  const body = 'We do.'
  for (const [as, author] of [
    [waka.as, 'Somebody'],
    [agent.as, 'Kemi'],
  ] as const) {
    const told = await call(deskEndpoints.answerOperatorConversation, { id, body }, { as })
    expect(told.status).toBe(200)
    const heard = await call(listMessages, { id }, { as: traveller.as })
    expect(heard.data.at(-1)).toMatchObject({ from: 'them', author })
  }
})

describe('answers that a desk has ready', () => {
  test('are its own, replaced by title, and taken away', async () => {
    const title = 'Lost bags'
    const save = (body: string) => call(inbox.saveCannedAnswer, { title, body }, { as: agent.as })
    const { data: first } = await save('Ask at the counter.')
    const { data: newer } = await save('Call the counter.')
    expect(newer.id).toBe(first.id)
    const all = (as: typeof agent.as) => call(inbox.listCannedAnswers, {}, { as })
    expect((await all(agent.as)).data).toEqual([newer])
    expect((await all(support.as)).data).toEqual([])
    const drop = (as: typeof agent.as) => call(inbox.removeCannedAnswer, { id: first.id }, { as })
    expect((await drop(support.as)).status).toBe(404)
    expect((await drop(agent.as)).data).toEqual({ removed: true })
  })

  test('are changed with their titles, and take the place of who had the title', async () => {
    const as = agent.as
    const save = (it: { id?: string; title: string; body: string }) =>
      call(inbox.saveCannedAnswer, it, { as })
    const { data: bags } = await save({ title: 'Bags', body: 'Two a person.' })
    const { data: pets } = await save({ title: 'Pets', body: 'Only in a cage.' })
    const bulk = { id: bags.id, title: 'Heavy bags', body: 'By weight.' }
    expect((await save(bulk)).data).toEqual(bulk)
    const animals = { id: pets.id, title: 'Heavy bags', body: 'At the counter.' }
    const both = await Promise.all([save(animals), save(animals)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await call(inbox.listCannedAnswers, {}, { as })).data).toEqual([animals])
    expect((await save(bulk)).status).toBe(404)
    const elsewhere = await call(inbox.saveCannedAnswer, animals, { as: support.as })
    expect(elsewhere.status).toBe(404)
    await call(inbox.removeCannedAnswer, { id: pets.id }, { as })
  })

  test('of which two get the same title at once do not fail', async () => {
    const as = agent.as
    const save = (it: { id?: string; title: string; body: string }) =>
      call(inbox.saveCannedAnswer, it, { as })
    for (let round = 0; round < 5; round += 1) {
      const made = await Promise.all(
        ['One', 'Other'].map((title) => save({ title, body: 'Words' })),
      )
      const both = await Promise.all(
        made.map(({ data }) => save({ id: data.id, title: 'Same', body: 'Words' })),
      )
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200])
      const left = (await call(inbox.listCannedAnswers, {}, { as })).data
      for (const { id } of left) await call(inbox.removeCannedAnswer, { id }, { as })
    }
  })

  test('are sixty at most', async () => {
    const save = (title: string) =>
      call(inbox.saveCannedAnswer, { title, body: 'Words' }, { as: second.as })
    for (let at = 0; at < 60; at += 1) expect((await save(`Answer ${at}`)).status).toBe(200)
    expect((await save('One more')).problem.code).toBe('canned_answer_limit')
    expect((await save('Answer 3')).status).toBe(200)
  })
})

test('the demo’s stand-in leaves alone what a member has taken on', async () => {
  const written = async () => {
    const { as } = await aUser(server)
    const { id } = (await call(startConversation, { business_id: supportBusiness }, { as })).data
    await call(sendMessage, { id, body: 'Where is my bag?' }, { as })
    const authors = async () => (await call(listMessages, { id }, { as })).data.map((m) => m.author)
    return { id, authors }
  }
  const [taken, left] = [await written(), await written()]
  await call(inbox.assignConversation, { id: taken.id, to: 'me' }, { as: support.as })
  const standIn = 'Stand-in for Waka support'
  await answerWaitingConversations({ db }, { read_after: 0, answer_after: 0 })
  expect(await left.authors()).toContain(standIn)
  expect(await taken.authors()).not.toContain(standIn)
  await call(inbox.assignConversation, { id: taken.id, to: 'nobody' }, { as: support.as })
  await answerWaitingConversations({ db }, { read_after: 0, answer_after: 0 })
  expect(await taken.authors()).toContain(standIn)
})
