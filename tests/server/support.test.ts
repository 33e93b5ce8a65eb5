import { afterAll, expect, test } from 'vitest'
import { getConversation, startConversation, supportBusiness } from '#contract/support'
import { newId } from '#server/ids'
import { testDatabase } from '#tests/support/database'
import { anOperator } from '#tests/support/makers'
import { aServer } from '#tests/support/server'

const { db } = await testDatabase()
const server = await aServer(db, {
  authenticate: { user: async (token) => ({ kind: 'user', user_id: token, login_id: newId() }) },
})
afterAll(() => server.close())

/** A person with an account; her token is her id. */
async function aPerson(full_name: string): Promise<{ token: string }> {
  const id = newId()
  await db.insertInto('person').values({ id, full_name, referral_code: id }).execute()
  return { token: id }
}

const ada = await aPerson('Ada Obi')
const bola = await aPerson('Bola Ade')
await anOperator(db, { code: 'udala' })

test('a traveller who asks twice comes back to the conversation that is open', async () => {
  const first = await server.call(startConversation, { business_id: supportBusiness }, { as: ada })
  expect(first.data).toMatchObject({ business_id: supportBusiness, state: 'open' })
  const again = await server.call(startConversation, { business_id: supportBusiness }, { as: ada })
  expect(again.data).toEqual(first.data)
  const { data } = await server.call(getConversation, { id: first.data.id }, { as: ada })
  expect(data).toEqual(first.data)
})

test('ten phones of one person that start at once have one conversation', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      server.call(startConversation, { business_id: 'udala' }, { as: bola }),
    ),
  )
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect(answers[0]?.data.business_id).toBe('udala')
})

test('after a conversation was closed, a new one begins', async () => {
  const ask = () => server.call(startConversation, { business_id: 'udala' }, { as: ada })
  const { data: before } = await ask()
  await db
    .updateTable('conversation')
    .set({ state: 'closed' })
    .where('id', '=', before.id)
    .execute()
  const { data: after } = await ask()
  expect(after.id).not.toBe(before.id)
  const { data: closed } = await server.call(getConversation, { id: before.id }, { as: ada })
  expect(closed).toEqual({ ...before, state: 'closed' })
})

test('a stranger, a guest and a business nobody knows are turned away', async () => {
  const { data } = await server.call(startConversation, { business_id: 'udala' }, { as: ada })
  const stranger = await server.call(getConversation, { id: data.id }, { as: bola })
  expect(stranger.problem).toMatchObject({ status: 404, code: 'not_found' })
  const guest = await server.call(startConversation, { business_id: 'udala' })
  expect(guest.problem).toMatchObject({ status: 401, code: 'not_signed_in' })
  const nobody = await server.call(startConversation, { business_id: 'no-such' }, { as: ada })
  expect(nobody.problem).toMatchObject({ status: 404, code: 'not_found' })
})
