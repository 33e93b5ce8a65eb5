import { afterAll, expect, test } from 'vitest'
import {
  getDeskHours,
  listMessages,
  sendMessage,
  startConversation,
} from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aBookingForPerson } from '#tests/support/makers/travels'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

interface FirstMessage {
  body?: string
  about?: { kind: 'booking'; reference: string }
}

/** Sends somebody's first message and returns its automatic answer. */
async function answerTo({ as }: MadeUser, message: FirstMessage): Promise<string> {
  const { data } = await server.call(startConversation, { business_id: supportBusiness }, { as })
  await server.call(sendMessage, { id: data.id, ...message }, { as })
  const [, answer] = (await server.call(listMessages, { id: data.id }, { as })).data
  return answer?.body ?? ''
}

test('the automatic answer says until when staff answer, or when they are back, and asks for no call that nobody answers', async () => {
  const ada = await aUser(server)
  const answer = await answerTo(ada, { body: 'Hello' })
  const { data } = await server.call(getDeskHours, { business_id: supportBusiness }, { as: ada.as })
  const { is_open } = data
  expect(answer).toMatch(
    is_open
      ? /Our staff answer until 10:00.PM today\./
      : /Our staff answer again from 6:00.AM on \w{3} \d+ \w{3} \d{4}\./,
  )
  expect(answer.includes('A call needs no data')).toBe(is_open)
  expect(answer.includes('Ask at the operator’s counter')).toBe(!is_open)
})

test.each([
  ['leaves in five hours', 5, 'leaves within 24 hours'],
  ['left an hour ago', -1, 'has just left'],
])('people whose trip %s are told that they come before others', async (_, hours, when) => {
  const ada = await aUser(server)
  const { reference, trip } = await aBookingForPerson(server, ada)
  await sql`update trip set departs_at = now() + ${hours} * interval '1 hour',
      arrives_at = now() + ${hours + 4} * interval '1 hour', sales_close_at = now() + ${hours - 1} * interval '1 hour'
    where id = ${trip.id.split('.')[0]}`.execute(db)
  const answer = await answerTo(ada, { body: 'Where is my bus?' })
  expect(answer).toContain(`You come before others, because your trip ${reference} ${when}.`)
})

test('it asks for no reference that the message already has, chosen or typed', async () => {
  const ada = await aUser(server)
  const { reference } = await aBookingForPerson(server, ada)
  const asked = 'send the reference'
  expect(await answerTo(await aUser(server), { body: 'Where is my bus?' })).toContain(asked)
  const message = `It is ${reference.toLowerCase().replace(/^(...)/, '$1-')}, from Jibowu.`
  expect(await answerTo(await aUser(server), { body: message })).not.toContain(asked)
  const about = { kind: 'booking' as const, reference }
  expect(await answerTo(ada, { about })).not.toContain(asked)
})
