import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import {
  getConversation,
  listConversations,
  listMessages,
  sendMessage,
  startConversation,
} from '#contract/support/endpoints'
import { maxMessagesPerHour, supportBusiness } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db, {
  authenticate: { user: async (token) => ({ kind: 'user', user_id: token, login_id: makeId() }) },
})
afterAll(() => server.close())

/** A person with an account; their token is their id. */
async function aPerson(full_name: string): Promise<{ token: string }> {
  const id = makeId()
  await sql`insert into person (id, full_name, referral_code) values (${id}, ${full_name}, ${id})`.execute(
    db,
  )
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

test('a bare call without an idempotency key opens a conversation, too', async () => {
  const chidi = await aPerson('Chidi Nwosu')
  const post = (body: object) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/waka/conversations',
      headers: { authorization: `Bearer ${chidi.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  const answers = await Promise.all(Array.from({ length: 5 }, () => post({ business_id: 'udala' })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1)
  expect((await post({ business_id: 'nobody' })).statusCode).toBe(404)
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
  await sql`update conversation set state = 'closed' where id = ${before.id}`.execute(db)
  const { data: after } = await ask()
  expect(after.id).not.toBe(before.id)
  const { data: closed } = await server.call(getConversation, { id: before.id }, { as: ada })
  expect(closed).toEqual({ ...before, state: 'closed' })
})

test('a message into a closed conversation waits for a new one that opens at the same time, and is refused', async () => {
  const chika = await aPerson('Chika Eze')
  const ask = () => server.call(startConversation, { business_id: 'udala' }, { as: chika })
  const { data: closed } = await ask()
  await sql`update conversation set state = 'closed' where id = ${closed.id}`.execute(db)
  const sent = await db.transaction(async (tx) => {
    await sql`insert into conversation (id, person_id, operator_id)
      select ${makeId()}, person_id, operator_id from conversation where id = ${closed.id}`.execute(
      tx,
    )
    const sending = server.call(
      sendMessage,
      { id: closed.id, body: 'Are you there?' },
      { as: chika },
    )
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      expect(rows.length).toBeGreaterThan(0)
    })
    return { sending }
  })
  expect((await sent.sending).problem.code).toBe('conversation_closed')
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

/** Makes a person with an open conversation with a business (our support by default), and functions to act in it. */
async function aConversation(business_id: string = supportBusiness) {
  const as = await aPerson('Chioma Eze')
  const { data } = await server.call(startConversation, { business_id }, { as })
  const { id } = data
  return {
    id,
    as,
    write: (body: string, more: { client_ref?: string; photo?: string } = {}) =>
      server.call(sendMessage, { id, body, ...more }, { as }),
    read: (more: { after?: string; page?: number } = {}) =>
      server.call(listMessages, { id, ...more }, { as }),
    /** Writes a reply of the business. */
    hear: (body: string) =>
      sql`insert into message (id, conversation_id, sender, body)
        values (${makeId()}, ${id}, 'business', ${body})`.execute(db),
    close: () => sql`update conversation set state = 'closed' where id = ${id}`.execute(db),
  }
}

const bodies = ({ data }: { data: { body: string }[] }) => data.map(({ body }) => body)

test('the first message is answered by itself, and the answer does not pretend to be a person', async () => {
  const talk = await aConversation()
  const { data: sent } = await talk.write('  Where is my bus?\r\nIt is 9 o’clock.  ')
  expect(sent).toMatchObject({
    conversation_id: talk.id,
    from: 'me',
    author: null,
    body: 'Where is my bus?\nIt is 9 o’clock.',
  })
  await talk.write('Hello?')
  const { data, meta } = await talk.read()
  expect(meta).toMatchObject({ page: 1, total: 3 })
  expect(data.map(({ from, is_automatic }) => [from, is_automatic])).toEqual([
    ['me', false],
    ['them', true],
    ['me', false],
  ])
  expect(data[1]).toMatchObject({ author: 'Waka support', client_ref: null })
  expect(data[1]?.body).toContain('This is an automatic answer')
})

test('an operator’s conversation has no automatic answer, and bears its name', async () => {
  const talk = await aConversation('udala')
  await talk.write('Is the 7 o’clock bus on time?')
  expect(bodies(await talk.read())).toEqual(['Is the 7 o’clock bus on time?'])
  await talk.hear('Yes.')
  const { data } = await talk.read()
  const { data: conversation } = await server.call(
    getConversation,
    { id: talk.id },
    { as: talk.as },
  )
  expect(data[1]?.author).toBe(conversation.business_name)
})

test('messages that come at once stand in one order, whoever asks and however often', async () => {
  const talk = await aConversation()
  const written = Array.from({ length: 12 }, (_, at) => `Message ${at}`)
  await Promise.all(written.map((body) => talk.write(body)))
  const { data } = await talk.read()
  expect(data).toHaveLength(13)
  expect(bodies({ data }).toSorted()).toEqual(expect.arrayContaining(written.toSorted()))
  expect((await talk.read()).data).toEqual(data)
  const times = data.map(({ sent_at }) => sent_at)
  expect(times).toEqual(times.toSorted())
  expect(data.filter(({ is_automatic }) => is_automatic)).toHaveLength(1)
})

test('a long conversation comes by pages from its end, and what is new comes alone', async () => {
  const talk = await aConversation()
  await talk.write('Message 0')
  for (let at = 1; at < 60; at += 1) await talk.hear(`Message ${at}`)
  const newest = await talk.read()
  expect(newest.meta).toMatchObject({ page: 1, per_page: 50, total: 61 })
  expect(bodies(newest)[0]).toBe('Message 10')
  expect(bodies(newest).at(-1)).toBe('Message 59')
  expect(bodies(await talk.read({ page: 2 }))).toHaveLength(11)
  const after = newest.data[47]?.id ?? ''
  expect(bodies(await talk.read({ after }))).toEqual(['Message 58', 'Message 59'])
  const elsewhere = await aConversation()
  const { data: foreign } = await elsewhere.write('Elsewhere')
  expect((await talk.read({ after: foreign.id })).data).toEqual([])
})

test('a message that a phone sends twice stands there once, whatever key it comes with', async () => {
  const talk = await aConversation()
  const client_ref = randomUUID()
  const [one, two] = await Promise.all([
    talk.write('Once', { client_ref }),
    talk.write('Once', { client_ref }),
  ])
  expect(one.data.id).toBe(two.data.id)
  expect((await talk.write('Once', { client_ref })).data).toEqual(one.data)
  expect((await talk.read()).data.filter(({ from }) => from === 'me')).toHaveLength(1)
  const key = randomUUID()
  const input = { id: talk.id, body: 'With a key' }
  const first = await server.call(sendMessage, input, { as: talk.as, key })
  const again = await server.call(sendMessage, input, { as: talk.as, key })
  expect(again.data).toEqual(first.data)
})

test('empty words, too many and what cannot be shown are refused', async () => {
  const talk = await aConversation()
  for (const body of ['', '  \n ', 'x'.repeat(2001), 'a\u0000b']) {
    const { problem } = await talk.write(body)
    expect(problem).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(problem.fields).toHaveProperty('body')
  }
  expect((await talk.write('x'.repeat(2000))).status).toBe(200)
})

test('writing in a closed conversation opens it again, unless there is a newer one', async () => {
  const talk = await aConversation()
  await talk.write('First')
  await talk.close()
  expect((await talk.write('One thing more')).status).toBe(200)
  const { data } = await server.call(getConversation, { id: talk.id }, { as: talk.as })
  expect(data.state).toBe('open')
  await talk.close()
  await server.call(startConversation, { business_id: supportBusiness }, { as: talk.as })
  expect((await talk.write('Too late')).problem).toMatchObject({
    status: 409,
    code: 'conversation_closed',
  })
})

test('nobody reads or writes in a stranger’s conversation', async () => {
  const talk = await aConversation()
  const { data: sent } = await talk.write('For our line only')
  const input = { id: talk.id, body: 'Me too' }
  expect((await server.call(sendMessage, input, { as: bola })).problem.code).toBe('not_found')
  expect((await server.call(sendMessage, input)).problem.code).toBe('not_signed_in')
  const asked = { id: talk.id, after: sent.id }
  expect((await server.call(listMessages, asked, { as: bola })).problem.code).toBe('not_found')
  expect((await talk.read()).data).toHaveLength(2)
})

test('my conversations are listed with their last words, the newest first', async () => {
  const talk = await aConversation()
  const { data: other } = await server.call(
    startConversation,
    { business_id: 'udala' },
    { as: talk.as },
  )
  await talk.write('Good morning')
  const { data: written, meta: one } = await server.call(listConversations, {}, { as: talk.as })
  expect([one.total, written.map(({ id }) => id)], 'none that is empty').toEqual([1, [talk.id]])
  await server.call(sendMessage, { id: other.id, body: 'Are you open?' }, { as: talk.as })
  await talk.hear('Good morning, how can we help?')
  const { data, meta } = await server.call(listConversations, {}, { as: talk.as })
  expect(meta.total).toBe(2)
  expect(data.map(({ id, last_message }) => [id, last_message?.body])).toEqual([
    [talk.id, 'Good morning, how can we help?'],
    [other.id, 'Are you open?'],
  ])
  const { data: second } = await server.call(
    listConversations,
    { page: 2, per_page: 1 },
    { as: talk.as },
  )
  expect(second.map(({ id }) => id)).toEqual([other.id])
})

test('what was said is neither changed nor taken back, not even by us', async () => {
  const talk = await aConversation()
  const { data: sent } = await talk.write('My words')
  const change = sql`update message set body = 'Other words' where id = ${sent.id}`
  await expect(change.execute(db)).rejects.toThrow('append-only')
  const drop = sql`delete from message where id = ${sent.id}`
  await expect(drop.execute(db)).rejects.toThrow('append-only')
  await expect(sql`truncate message cascade`.execute(db)).rejects.toThrow('append-only')
  expect(bodies(await talk.read())[0]).toBe('My words')
})

test('a person who writes to two businesses at once gets no more than the limit', async () => {
  const talk = await aConversation()
  const { data: other } = await server.call(
    startConversation,
    { business_id: 'udala' },
    { as: talk.as },
  )
  const many = Array.from({ length: maxMessagesPerHour - 1 }, (_, at) => `Message ${at}`)
  const rest = many.map((body) => sql`(${makeId()}, ${talk.id}, 'person', ${body})`)
  await sql`insert into message (id, conversation_id, sender, body) values ${sql.join(rest)}`.execute(
    db,
  )
  const both = await Promise.all([
    talk.write('Where is my bus?'),
    server.call(sendMessage, { id: other.id, body: 'Where is my bag?' }, { as: talk.as }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
})

test('a phone that writes without end has to wait, and what was written before is answered all the same', async () => {
  const talk = await aConversation()
  const client_ref = randomUUID()
  const { data: first } = await talk.write('The first', { client_ref })
  const many = Array.from({ length: maxMessagesPerHour - 1 }, (_, at) => `Message ${at}`)
  const rest = many.map((body) => sql`(${makeId()}, ${talk.id}, 'person', ${body})`)
  await sql`insert into message (id, conversation_id, sender, body) values ${sql.join(rest)}`.execute(
    db,
  )
  expect((await talk.write('One more')).problem.code).toBe('too_many_requests')
  // The limit applies before the photo, which is invalid, is read.
  const unread = { photo: '/9j/4AAQ' }
  expect((await talk.write('Look', unread)).problem.code).toBe('too_many_requests')
  expect((await talk.write('The first', { client_ref })).data).toEqual(first)
})
