import { afterAll, expect, test } from 'vitest'
import { getBusiness, listBusinesses } from '#contract/businesses/endpoints'
import {
  answerStaffConversation,
  listOperatorConversations,
  listConversationsForStaff,
} from '#contract/support/desk-endpoints'
import {
  getDeskHours,
  listConversations,
  listMessages,
  sendMessage,
  startConversation,
} from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const staff = await aStaffKey(server, ['support'])
const [business] = (await call(listBusinesses, { category: 'guest-house' })).data
if (business === undefined) throw new Error('The demo country has no guest house.')
const { code: business_id, name, phone } = business

test('what is written to a listed business comes to our staff, who ask it and answer', async () => {
  const { as } = await aUser(server)
  const { data: talk } = await call(startConversation, { business_id }, { as })
  expect(talk).toMatchObject({ business_id, business_name: name, state: 'open' })
  expect((await call(startConversation, { business_id }, { as })).data.id, 'one at a time').toBe(
    talk.id,
  )
  await call(sendMessage, { id: talk.id, body: 'Have you a room for two tonight?' }, { as })
  const said = (await call(listMessages, { id: talk.id }, { as })).data
  expect(said[1]).toMatchObject({ is_automatic: true })
  expect(said[1]?.body).toContain(`We ask ${name}`)

  const waiting = await call(listConversationsForStaff, { per_page: 100 }, { as: staff })
  expect(waiting.data.find(({ id }) => id === talk.id)).toMatchObject({ pass_on: { name, phone } })
  await call(answerStaffConversation, { id: talk.id, body: 'They have one.' }, { as: staff })
  const { data } = await call(listConversations, {}, { as })
  expect(data[0]).toMatchObject({ business_name: name, last_message: { body: 'They have one.' } })
})

test('a talk with a business stands beside those with our line and an operator', async () => {
  const { as } = await aUser(server)
  const carrier = await anOperator(db, { code: 'beside' })
  const talks: string[] = []
  for (const to of [business_id, supportBusiness, 'beside'])
    talks.push((await call(startConversation, { business_id: to }, { as })).data.id)
  const operator = await anOperatorKey(server, carrier, ['support'])
  const theirs = await call(listOperatorConversations, { state: 'open' }, { as: operator })
  expect(theirs.data, 'nothing was written').toEqual([])
  expect((await call(listConversations, {}, { as })).data, 'nor is it listed').toEqual([])
  for (const id of talks) await call(sendMessage, { id, body: 'Good morning' }, { as })
  const { data } = await call(listConversations, {}, { as })
  expect(data.map((one) => one.business_id).toSorted()).toEqual(
    [business_id, supportBusiness, 'beside'].toSorted(),
  )
})

test('whoever asks two of them at once gets one conversation', async () => {
  const { as } = await aUser(server)
  const made = await Promise.all(
    Array.from({ length: 4 }, () => call(startConversation, { business_id }, { as })),
  )
  expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
})

test('hours say that it is passed on; an operator of the same code goes first', async () => {
  const { as } = await aUser(server)
  expect((await call(getDeskHours, { business_id }, { as })).data).toMatchObject({
    business_name: name,
    is_passed_on: true,
  })
  expect(
    (await call(getDeskHours, { business_id: supportBusiness }, { as })).data.is_passed_on,
  ).toBe(false)
  await anOperator(db, { code: business_id })
  expect((await call(getDeskHours, { business_id }, { as })).data.is_passed_on).toBe(false)
  expect((await call(getBusiness, { code: business_id })).data.name).toBe(name)
})

test('a business that is not listed cannot be written to', async () => {
  const { as } = await aUser(server)
  const answer = await call(startConversation, { business_id: 'no-such-place' }, { as })
  expect(answer.status).toBe(404)
})
