import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { endOtherSessions, logIn } from '#contract/accounts/endpoints'
import { followEvents } from '#contract/events/endpoints'
import { maxMissedEvents, maxStreams } from '#contract/events/rules'
import { supportBusiness } from '#contract/support/rules'
import {
  listMessages,
  updateReadMarks,
  sayTyping,
  sendMessage,
  startConversation,
} from '#contract/support/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { EventHub, publishEvent } from '#server/rooms/events'
import { getAppRoleDatabase, testDatabase } from '#tests/support/database/test-database'
import { findFreePort } from '#tests/support/server/free-port'
import { type MadeUser, aUser } from '#tests/support/makers/people'
import { type TestServer, aServer } from '#tests/support/server/test-server'
import { type StreamDevice, aStream } from '#tests/support/server/streams'

const { db, url } = await testDatabase()

/** Starts a server with event streams, like one process of the API; there may be several. */
async function aProcess() {
  const live = new EventHub({ db: getAppRoleDatabase(db), log: pino({ level: 'silent' }), url })
  const port = await findFreePort()
  const server = await aServer(db, { live, config: { port } })
  await server.app.listen({ port, host: '127.0.0.1' })
  const stop = async () => {
    await live.stop()
    await server.close()
  }
  return { server, origin: `http://127.0.0.1:${port}`, live, stop }
}

const one = await aProcess()
const other = await aProcess()
const { server } = one
afterAll(async () => {
  await one.stop()
  await other.stop()
})

const kinds = (device: StreamDevice) => device.heard.map(({ kind }) => kind)
const opened = (device: StreamDevice) =>
  device.until((heard) => heard.some(({ kind }) => kind === 'hello'))
const heardOf = (device: StreamDevice, subject: string) =>
  device.until((heard) => heard.some((each) => each.subject === subject))

async function aListener(at: { origin: string }, who: MadeUser, since?: number) {
  const device = await aStream(at.origin, who.token, { since })
  await opened(device)
  return device
}

const tell = (who: MadeUser, id: string) =>
  inTransaction(db, (tx) => publishEvent(tx, { account: who.user.id, kind: 'offer', id }))

async function openConversationOf(at: TestServer, who: MadeUser) {
  const { data } = await at.call(
    startConversation,
    { business_id: supportBusiness },
    { as: who.as },
  )
  return data.id
}

test('what changes at one process is heard by the devices of its person at every process, and by nobody else', async () => {
  const ada = await aUser(server)
  const bola = await aUser(server)
  const phones = [await aListener(one, ada), await aListener(other, ada)]
  const stranger = await aListener(other, bola)
  await tell(ada, 'first')
  await tell(bola, 'theirs')
  await Promise.all(phones.map((phone) => heardOf(phone, 'first')))
  await heardOf(stranger, 'theirs')
  expect(phones.map(kinds)).toEqual([
    ['hello', 'offer'],
    ['hello', 'offer'],
  ])
  expect(stranger.heard.map(({ subject }) => subject)).toEqual(['', 'theirs'])
  for (const device of [...phones, stranger]) device.close()
})

test('what does not commit is told to nobody', async () => {
  const ada = await aUser(server)
  const phone = await aListener(one, ada)
  const undone = inTransaction(db, async (tx) => {
    await publishEvent(tx, { account: ada.user.id, kind: 'offer', id: 'undone' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await tell(ada, 'done')
  await heardOf(phone, 'done')
  expect(phone.heard.map(({ subject }) => subject)).toEqual(['', 'done'])
  phone.close()
})

test('a phone that slept hears what it missed, once, in its order, wherever it wakes', async () => {
  const ada = await aUser(server)
  const phone = await aListener(one, ada)
  await tell(ada, 'before')
  await heardOf(phone, 'before')
  phone.close()
  // Another device listens, so that the events are announced while the first one is asleep.
  const witness = await aListener(one, ada)
  for (const id of ['a', 'b', 'c']) await tell(ada, id)
  await heardOf(witness, 'c')
  const again = await aListener(other, ada, phone.last())
  await tell(ada, 'd')
  await heardOf(again, 'd')
  expect(again.heard.map(({ subject }) => subject)).toEqual(['a', 'b', 'c', '', 'd'])
  for (const device of [again, witness]) device.close()
})

test('transactions that commit in another order than they began are all heard', async () => {
  const ada = await aUser(server)
  const phone = await aListener(one, ada)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = inTransaction(db, async (tx) => {
    await publishEvent(tx, { account: ada.user.id, kind: 'offer', id: 'began first' })
    await held
  })
  await tell(ada, 'ended first')
  await heardOf(phone, 'ended first')
  release()
  await slow
  await heardOf(phone, 'began first')
  const places = phone.heard.map(({ id = 0 }) => id)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  phone.close()
})

test('who was away longer than events are kept is told to begin anew', async () => {
  const ada = await aUser(server)
  const phone = await aListener(one, ada)
  await tell(ada, 'old')
  await heardOf(phone, 'old')
  const since = (phone.last() ?? 0) - 1
  phone.close()
  await sql`delete from event where position <= ${since + 1}`.execute(db)
  const answer = await server.call(
    followEvents,
    { once: '1' },
    { as: ada.as, headers: { 'last-event-id': '999999999' } },
  )
  expect(answer.text).toContain('event: reset')
  const bare = await server.call(followEvents, { once: '1' }, { as: ada.as })
  expect(bare.text).toMatch(/^id: \d+\nevent: hello\ndata: \n\n$/)
})

test('who only looks in now and then hears what happened while nobody listened', async () => {
  const ada = await aUser(server)
  const look = async (since?: string) => {
    const headers = since === undefined ? {} : { 'last-event-id': since }
    return (await server.call(followEvents, { once: '1' }, { as: ada.as, headers })).text
  }
  await tell(ada, 'earlier')
  const [, since] = /^id: (\d+)/.exec(await look()) ?? []
  await tell(ada, 'unheard')
  expect(await look(since)).toContain('event: offer\ndata: unheard\n')
})

/** Makes somebody miss `count` events, each with a subject of the maximum length. */
async function miss({ user }: MadeUser, count: number): Promise<void> {
  await sql`select publish_event(${user.id}::uuid, 'offer', rpad(n::text, 64, '-'))
    from generate_series(1, ${count}) n`.execute(db)
  await expect.poll(() => sql`select announce_events()`.execute(db).then(waiting)).toBe(0)
}

const waiting = async () =>
  (await sql`select from event where position is null`.execute(db)).rows.length

test('what was missed is caught up with, however long it is; where it is too much, the phone begins anew', async () => {
  const ada = await aUser(server)
  const phone = await aListener(one, ada)
  await tell(ada, 'before')
  await heardOf(phone, 'before')
  phone.close()
  const since = phone.last() ?? 0
  await miss(ada, maxMissedEvents)
  const again = await aListener(one, ada, since)
  expect(again.heard.filter(({ kind }) => kind === 'offer')).toHaveLength(maxMissedEvents)
  again.close()
  await miss(ada, maxMissedEvents)
  const late = await aListener(one, ada, since)
  expect(kinds(late)).toEqual(['reset', 'hello'])
  await tell(ada, 'now')
  await heardOf(late, 'now')
  expect(kinds(late)).toEqual(['reset', 'hello', 'offer'])
  late.close()
  const { text } = await server.call(
    followEvents,
    { once: '1' },
    { as: ada.as, headers: { 'last-event-id': String(since) } },
  )
  expect(text).toMatch(/^id: \d+\nevent: reset\ndata: \n\nid: \d+\nevent: hello\ndata: \n\n$/)
})

test('a lost connection to the database loses nothing', async () => {
  const ada = await aUser(server)
  const phone = await aListener(one, ada)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'waka events' and datname = current_database()`.execute(db)
  await tell(ada, 'in between')
  await heardOf(phone, 'in between')
  expect(kinds(phone)).toEqual(['hello', 'offer'])
  phone.close()
})

test('a login that was ended hears no more', async () => {
  const ada = await aUser(server)
  const { data } = await server.call(logIn, {
    login: ada.user.email ?? '',
    password: ada.password,
  })
  const stolen = await aStream(other.origin, data.token)
  await opened(stolen)
  const own = await aListener(one, ada)
  await server.call(endOtherSessions, {}, { as: ada.as })
  await stolen.ended
  await tell(ada, 'still here')
  await heardOf(own, 'still here')
  own.close()
  await expect(aStream(one.origin, data.token)).rejects.toThrow('401')
})

test('an account has so many streams and no more; one that ends makes room', async () => {
  const ada = await aUser(server)
  const open = await Promise.all(
    Array.from({ length: maxStreams.account }, () => aListener(one, ada)),
  )
  await expect(aStream(one.origin, ada.token)).rejects.toThrow('429')
  open[0]?.close()
  await expect.poll(() => one.live.hasRoom(ada.user.id, '127.0.0.1')).toBe(true)
  const another = await aListener(one, ada)
  for (const device of [...open, another]) device.close()
})

test('streams that were let in together get no more room than there is', async () => {
  const ada = await aUser(server)
  let ended = 0
  const leave = Array.from({ length: maxStreams.account + 3 }, () =>
    one.live.listen({
      accounts: [ada.user.id],
      person_id: ada.user.id,
      login_id: makeId(),
      network: '127.0.0.1',
      since: undefined,
      tell: () => true,
      end: () => void (ended += 1),
    }),
  )
  expect(ended).toBe(3)
  for (const each of leave) each()
  expect(one.live.hasRoom(ada.user.id, '127.0.0.1')).toBe(true)
})

test('messages, marks and typing are told to both sides', async () => {
  const ada = await aUser(server)
  const phone = await aListener(other, ada)
  const id = await openConversationOf(server, ada)
  await server.call(sendMessage, { id, body: 'Where is my bus?' }, { as: ada.as })
  await heardOf(phone, id)
  const { data, meta } = await server.call(listMessages, { id }, { as: ada.as })
  expect(data.map(({ seq }) => seq)).toEqual([1, 2])
  expect(meta.marks).toEqual({ got: 0, read: 0, my_read: 0 })
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from event where subject = ${id} order by kind`.execute(db)
  expect(rows.map(({ kind }) => kind)).toEqual(['desk_message', 'message'])
  await server.call(updateReadMarks, { id, got: 2, read: 2 }, { as: ada.as })
  await server.call(updateReadMarks, { id, got: 1, read: 0 }, { as: ada.as })
  await server.call(updateReadMarks, { id, got: 900, read: 900 }, { as: ada.as })
  const after = await server.call(listMessages, { id }, { as: ada.as })
  expect(after.meta.marks.my_read).toBe(2)
  const told = await sql`select from event where subject = ${id} and kind = 'desk_read'`.execute(db)
  expect(told.rows).toHaveLength(1)
  expect((await server.call(sayTyping, { id }, { as: ada.as })).status).toBe(200)
  phone.close()
})

test('a process that stops ends its streams, and another goes on where it stopped', async () => {
  const ada = await aUser(server)
  const third = await aProcess()
  const phone = await aListener(third, ada)
  await tell(ada, 'one')
  await heardOf(phone, 'one')
  await third.stop()
  await phone.ended
  await tell(ada, 'two')
  const again = await aListener(one, ada, phone.last())
  await heardOf(again, 'two')
  expect(again.heard.filter(({ subject }) => subject === 'two')).toHaveLength(1)
  expect(again.heard.filter(({ subject }) => subject === 'one')).toHaveLength(0)
  again.close()
})
