import { afterAll, expect, test } from 'vitest'
import {
  answerOperatorConversation,
  answerStaffConversation,
  getOperatorMessagePhoto,
  handOverOperatorConversation,
  handOverStaffConversation,
  listOperatorConversations,
  listOperatorMessages,
  listConversationsForStaff,
  listMessagesForStaff,
  updateStaffReadMarks,
  setStaffConversationState,
} from '#contract/support/desk-endpoints'
import {
  countUnread,
  getDeskHours,
  listConversations,
  listMessages,
  updateReadMarks,
  rateConversation,
  sendMessage,
  startConversation,
} from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { answerWaitingConversations } from '#demo/answering'
import { sql } from '#server/db/sql'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aJpeg } from '#tests/support/files/jpegs'
import { anOperator } from '#tests/support/makers/trips'
import { aParcel, seedParcelLists } from '#tests/support/makers/parcels'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const staff = await aStaffKey(server, ['support'])
const carrier = await anOperator(db, { code: 'udala' })
const operator = await anOperatorKey(server, carrier, ['support'])
const others = await anOperatorKey(server, await anOperator(db), ['support'])

async function aConversation(who: MadeUser, business_id: string = supportBusiness) {
  const { data } = await server.call(startConversation, { business_id }, { as: who.as })
  const { id } = data
  return {
    id,
    write: (body: string) => server.call(sendMessage, { id, body }, { as: who.as }),
    read: () => server.call(listMessages, { id }, { as: who.as }),
  }
}

test('our staff answer, the traveller sees who, and marks are true on both sides', async () => {
  const ada = await aUser(server)
  const talk = await aConversation(ada)
  await talk.write('Where is my bus?')
  const { id } = talk
  const waiting = await server.call(listConversationsForStaff, {}, { as: staff })
  expect(waiting.data.find((one) => one.id === id)).toMatchObject({
    person_name: ada.user.full_name,
    unread: 1,
    state: 'open',
  })
  expect((await talk.read()).meta.marks).toEqual({ got: 0, read: 0, my_read: 0 })
  await server.call(updateStaffReadMarks, { id, got: 2, read: 0 }, { as: staff })
  expect((await talk.read()).meta.marks).toEqual({ got: 2, read: 0, my_read: 0 })
  const answer = { id, body: 'It left at 7:10.', author: 'Ngozi, Waka support' }
  const { data: answered } = await server.call(answerStaffConversation, answer, { as: staff })
  expect(answered).toMatchObject({ from: 'me', seq: 3, author: 'Ngozi, Waka support' })
  const after = await talk.read()
  expect(after.data.at(-1)).toMatchObject({ from: 'them', author: 'Ngozi, Waka support' })
  expect(after.meta.marks).toEqual({ got: 3, read: 3, my_read: 0 })
  expect((await server.call(countUnread, {}, { as: ada.as })).data.count).toBe(2)
  await server.call(updateReadMarks, { id, got: 3, read: 3 }, { as: ada.as })
  expect((await server.call(countUnread, {}, { as: ada.as })).data.count).toBe(0)
  const seen = await server.call(listMessagesForStaff, { id }, { as: staff })
  expect(seen.meta.marks).toEqual({ got: 3, read: 3, my_read: 3 })
  const left = await server.call(listConversationsForStaff, {}, { as: staff })
  expect(left.data.map((one) => one.id)).not.toContain(id)
})

test('who answers has read what stood before them; what came while they wrote waits on', async () => {
  const talk = await aConversation(await aUser(server))
  const { id } = talk
  await talk.write('Where is my bus?')
  await talk.write('It says 6:30.')
  await server.call(
    answerStaffConversation,
    { id, body: 'It left at 7:10.', seen: 1 },
    { as: staff },
  )
  expect((await talk.read()).meta.marks).toEqual({ got: 1, read: 1, my_read: 0 })
  const { data: waiting } = await server.call(listConversationsForStaff, {}, { as: staff })
  expect(waiting.find((one) => one.id === id)).toMatchObject({ unread: 1 })
  await server.call(answerStaffConversation, { id, body: 'At 6:30.', seen: 4 }, { as: staff })
  expect((await talk.read()).meta.marks).toEqual({ got: 4, read: 4, my_read: 0 })
  const { data: left } = await server.call(listConversationsForStaff, {}, { as: staff })
  expect(left.map((one) => one.id)).not.toContain(id)
})

test('an operator’s program does not answer in our name or an office’s, in letters of any script', async () => {
  const talk = await aConversation(await aUser(server), 'udala')
  await talk.write('Where is my bag?')
  const answer = { id: talk.id, body: 'Call this number.' }
  for (const author of ['Waka support', 'Wаkа', 'FRSC']) {
    const { problem } = await server.call(
      answerOperatorConversation,
      { ...answer, author },
      { as: operator },
    )
    expect(problem.fields).toEqual({
      author: 'This name looks like an official account. Choose another name.',
    })
  }
  const own = { ...answer, author: 'Ngozi, Jibowu' }
  expect((await server.call(answerOperatorConversation, own, { as: operator })).status).toBe(200)
})

test('an operator reaches what lies at its desk, photos included, and nothing else', async () => {
  const ada = await aUser(server)
  const { id } = await aConversation(ada, 'udala')
  const photo = (await aJpeg()).toString('base64')
  const sent = await server.call(sendMessage, { id, photo }, { as: ada.as })
  expect(sent.data.photo).toBe(`/v1/waka/conversations/${id}/photos/${sent.data.id}`)
  const message_id = sent.data.id
  const get = (as: { token?: string }) =>
    server.call(getOperatorMessagePhoto, { id, message_id }, { as })
  expect((await get(operator)).bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect((await get(others)).status).toBe(404)
  const body = 'Not ours'
  expect((await server.call(answerOperatorConversation, { id, body }, { as: others })).status).toBe(
    404,
  )
  expect((await server.call(listMessagesForStaff, { id }, { as: staff })).status).toBe(404)
  expect((await server.call(listOperatorConversations, {}, { as: others })).data).toEqual([])
})

test('a photo is read only where its message may be written: for others’ conversations it costs nothing', async () => {
  const { id } = await aConversation(await aUser(server), 'udala')
  const unread = { id, photo: (await aJpeg()).subarray(0, 400).toString('base64') }
  const stranger = await aUser(server)
  expect((await server.call(sendMessage, unread, { as: stranger.as })).status).toBe(404)
  expect((await server.call(answerOperatorConversation, unread, { as: others })).status).toBe(404)
  expect((await server.call(answerOperatorConversation, unread, { as: operator })).status).toBe(400)
})

test('a conversation is handed over both ways, and its traveller is told', async () => {
  const ada = await aUser(server)
  const talk = await aConversation(ada, 'udala')
  const { id } = talk
  await talk.write('I want my money back.')
  await server.call(handOverOperatorConversation, { id }, { as: operator })
  expect((await server.call(listOperatorMessages, { id }, { as: operator })).status).toBe(404)
  const back = await server.call(handOverStaffConversation, { id, to: 'nobody' }, { as: staff })
  expect(back.problem.fields).toHaveProperty('to')
  await server.call(handOverStaffConversation, { id, to: 'udala' }, { as: staff })
  expect((await server.call(listOperatorMessages, { id }, { as: operator })).data).toHaveLength(3)
  const { data } = await talk.read()
  expect(data.map(({ is_automatic }) => is_automatic)).toEqual([false, true, true])
  expect(data[1]?.body).toContain('handed over to Waka support')
})

test('what is over can be rated, and writing again opens it without the rating', async () => {
  const ada = await aUser(server)
  const talk = await aConversation(ada)
  const { id } = talk
  await talk.write('Thank you!')
  const rate = (stars: number) => server.call(rateConversation, { id, stars }, { as: ada.as })
  expect((await rate(5)).problem.code).toBe('conversation_open')
  await server.call(setStaffConversationState, { id, state: 'closed' }, { as: staff })
  expect((await rate(4)).data).toMatchObject({ state: 'closed', rating: 4 })
  await talk.write('One more thing')
  const { data } = await server.call(listConversations, {}, { as: ada.as })
  expect(data[0]).toMatchObject({ state: 'open', rating: null })
  const open = sql`update conversation set rating = 3 where id = ${id}`.execute(db)
  await expect(open).rejects.toThrow('rated_when_over')
})

test('who travels within 24 hours is answered first, and is told so', async () => {
  await sql`update conversation set state = 'closed'`.execute(db)
  const early = await aUser(server)
  const traveller = await aUser(server)
  await (await aConversation(early)).write('I wrote first')
  await (await aConversation(traveller)).write('I travel tomorrow')
  const paid = await aBookingForPerson(server, traveller)
  await sql`update trip set departs_at = now() + interval '5 hours', arrives_at = now() + interval '9 hours', sales_close_at = now() + interval '4 hours'
    where id = ${paid.trip.id.split('.')[0]}`.execute(db)
  const { data } = await server.call(listConversationsForStaff, {}, { as: staff })
  expect(data.map(({ last_message }) => last_message?.from)).toHaveLength(2)
  expect(data[0]?.premium?.reference).toBe(paid.reference)
  expect(data[1]?.premium).toBeNull()
  const hours = await server.call(
    getDeskHours,
    { business_id: supportBusiness },
    { as: traveller.as },
  )
  expect(hours.data).toMatchObject({ premium: { reference: paid.reference }, answers_within: null })
})

test('priority goes by the stop at which the traveller boards, not by the first stop of the bus', async () => {
  await sql`update conversation set state = 'closed'`.execute(db)
  const [traveller, past] = [await aUser(server), await aUser(server)]
  const part = { stops: ['lagos', 'ibadan', 'abuja'], minutes: 240 }
  const paid = await aBookingForPerson(server, traveller, { ...part, leg_from: 1 })
  const gone = await aBookingForPerson(server, past, part)
  for (const { trip } of [paid, gone])
    await sql`update trip set departs_at = now() - interval '3 hours', arrives_at = now() + interval '5 hours',
        sales_close_at = now() - interval '4 hours', status = 'departed'
      where id = ${trip.id.split('.')[0]}`.execute(db)
  const { rows } = await sql<{ boards: Date; status: string }>`
    select boards_at(trip_id, leg_from) as boards, status from booking where reference = ${paid.reference}`.execute(
    db,
  )
  const leaves_at = rows[0]?.boards.toISOString()
  expect(rows[0]?.status).toBe('confirmed')
  await (await aConversation(past)).write('I wrote first')
  await (await aConversation(traveller)).write('Where is the bus?')
  const premium = { reference: paid.reference, leaves_at }
  const { data } = await server.call(listConversationsForStaff, {}, { as: staff })
  expect(data.map((one) => one.premium)).toEqual([premium, null])
  const asked = async ({ as }: MadeUser) =>
    (await server.call(getDeskHours, { business_id: supportBusiness }, { as })).data.premium
  expect(await asked(traveller)).toEqual(premium)
  expect(await asked(past)).toBeNull()
})

test('a message about a booking carries what it was; another’s is refused', async () => {
  const ada = await aUser(server)
  const bola = await aUser(server)
  const paid = await aBookingForPerson(server, ada)
  const about = { kind: 'booking' as const, reference: paid.reference }
  const { id } = await aConversation(ada)
  const { data } = await server.call(sendMessage, { id, about }, { as: ada.as })
  expect(data.about).toMatchObject(about)
  expect(data.about?.title).toContain('→')
  const theirs = await aConversation(bola)
  const refused = await server.call(sendMessage, { id: theirs.id, about }, { as: bola.as })
  expect(refused.problem.fields).toHaveProperty('about')
  const empty = await server.call(sendMessage, { id, body: '  ' }, { as: ada.as })
  expect(empty.problem.fields).toHaveProperty('body')
})

test('a message about a parcel carries where it goes', async () => {
  await seedParcelLists(db)
  const { parcel, as } = await aParcel(server)
  const about = { kind: 'parcel' as const, reference: parcel.tracking_id }
  const { data: talk } = await server.call(
    startConversation,
    { business_id: supportBusiness },
    { as },
  )
  const { data } = await server.call(sendMessage, { id: talk.id, about }, { as })
  expect(data.about).toEqual({ ...about, title: 'Parcel Lagos → Abuja' })
})

test('two answers and two messages at once stand in one order, each once', async () => {
  const ada = await aUser(server)
  const talk = await aConversation(ada)
  const { id } = talk
  await talk.write('First')
  const at = Array.from({ length: 10 }, (_, number) => number)
  await Promise.all([
    ...at.map((number) => talk.write(`Mine ${number}`)),
    ...at.map((number) =>
      server.call(answerStaffConversation, { id, body: `Theirs ${number}` }, { as: staff }),
    ),
  ])
  const { data, meta } = await talk.read()
  expect(meta.total).toBe(22)
  expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: 22 }, (_, number) => number + 1))
})

test('the demo’s stand-in reads, answers once, and says what it is', async () => {
  const ada = await aUser(server)
  const talk = await aConversation(ada)
  await talk.write('Where is my money?')
  await answerWaitingConversations({ db }, { read_after: 0, answer_after: 3600 })
  expect((await talk.read()).meta.marks.read).toBe(1)
  await Promise.all(
    [1, 2, 3].map(() => answerWaitingConversations({ db }, { read_after: 0, answer_after: 0 })),
  )
  const { data } = await talk.read()
  expect(data).toHaveLength(3)
  expect(data[2]?.body).toContain('part of this demo, not a person')
  expect(data[2]?.author).toBe('Stand-in for Waka support')
})
