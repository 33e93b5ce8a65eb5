import { pino } from 'pino'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { sendMessage, startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import {
  updateStaffReadMarks,
  setOperatorConversationState,
} from '#contract/support/desk-endpoints'
import { sql } from '#server/db/sql'
import { EventHub } from '#server/rooms/events'
import { removeFromDesk } from '#server/rooms/members'
import { getAppRoleDatabase, testDatabase } from '#tests/support/database/test-database'
import { aMember, aStaffMember } from '#tests/support/makers/members'
import { anOperator } from '#tests/support/makers/trips'
import { findFreePort } from '#tests/support/server/free-port'
import { type MadeUser, aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { type StreamDevice, aStream } from '#tests/support/server/streams'

const { db, url } = await testDatabase()
const live = new EventHub({ db: getAppRoleDatabase(db), log: pino({ level: 'silent' }), url })
const port = await findFreePort()
const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
const server = await aServer(db, { live, log, config: { port } })
await server.app.listen({ port, host: '127.0.0.1' })
afterAll(async () => {
  await live.stop()
  await server.close()
})

afterEach(() => vi.useRealTimers())

/** A tab of a member's desk with an open stream; the event of joining was sent before. */
async function aTab({ token }: MadeUser): Promise<StreamDevice> {
  await sql`select announce_events()`.execute(db)
  const tab = await aStream(`http://127.0.0.1:${port}`, token, { desk: true })
  await tab.until((heard) => heard.some(({ kind }) => kind === 'hello'))
  return tab
}

/**
 * Returns the kinds of the events of a conversation that a tab has received. Waits first until an event that is
 * published now arrives, since the stream keeps the order.
 */
async function listEventsBefore(
  tab: StreamDevice,
  id: string,
  { user }: MadeUser,
): Promise<string[]> {
  const sign = crypto.randomUUID()
  await sql`select publish_event(${user.id}::uuid, 'offer', ${sign})`.execute(db)
  await tab.until((heard) => heard.some(({ subject }) => subject === sign))
  return tab.heard.filter(({ subject }) => subject === id).map(({ kind }) => kind)
}

async function write(ada: MadeUser, business_id: string): Promise<string> {
  const { data } = await server.call(startConversation, { business_id }, { as: ada.as })
  await server.call(sendMessage, { id: data.id, body: 'Where is my bus?' }, { as: ada.as })
  return data.id
}

const codeOf = async (id: string) =>
  (await sql<{ code: string }>`select code from operator where id = ${id}::uuid`.execute(db))
    .rows[0]?.code ?? ''

test('a desk hears of its own conversations and of no other; who may not answer there hears of none', async () => {
  const [ours, theirs] = [await anOperator(db), await anOperator(db)]
  const agent = await aMember(server, { operator_id: ours, role: 'agent' })
  const rival = await aMember(server, { operator_id: theirs, role: 'owner' })
  const staff = await aStaffMember(server, 'support')
  const unproved = await aMember(server, { role: 'support' })
  const moderator = await aStaffMember(server, 'moderator')
  const ada = await aUser(server)
  const all = [agent, rival, staff, unproved, moderator, ada]
  const tabs = await Promise.all(all.map(aTab))
  const id = await write(ada, await codeOf(ours))
  const line = await write(ada, supportBusiness)
  const told = async (talk: string) =>
    Promise.all(
      tabs.map(async (tab, at) => {
        const kinds = await listEventsBefore(tab, talk, all[at] ?? ada)
        return kinds.some((kind) => kind.startsWith('desk_'))
      }),
    )
  expect(await told(id)).toEqual([true, false, false, false, false, false])
  expect(await told(line)).toEqual([false, false, true, false, false, false])
  for (const tab of tabs) tab.close()
})

test('a traveller hears in passing that somebody at the desk writes', async () => {
  const agent = await aMember(server, { operator_id: await anOperator(db), role: 'agent' })
  const staff = await aStaffMember(server, 'support')
  const ada = await aUser(server)
  const id = await write(ada, supportBusiness)
  const phone = await aStream(`http://127.0.0.1:${port}`, ada.token)
  await phone.until((heard) => heard.some(({ kind }) => kind === 'hello'))
  const writes = { id, got: 1, read: 1, is_typing: true }
  expect((await server.call(updateStaffReadMarks, writes, { as: agent.as })).status).toBe(403)
  expect((await server.call(updateStaffReadMarks, writes, { as: staff.as })).status).toBe(200)
  await phone.until((heard) => heard.some((one) => one.kind === 'typing' && one.subject === id))
  expect(phone.heard.filter(({ kind }) => kind === 'typing')).toHaveLength(1)
  phone.close()
})

test('twenty desks write at once, twice as many as there are connections: all are answered', async () => {
  const staff = await aStaffMember(server, 'support')
  const id = await write(await aUser(server), supportBusiness)
  const writes = { id, got: 1, read: 1, is_typing: true }
  const all = await Promise.all(
    Array.from({ length: 20 }, () => server.call(updateStaffReadMarks, writes, { as: staff.as })),
  )
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
})

test('a desk hears that a conversation was closed; whoever is taken off it hears nothing from then on', async () => {
  const operator_id = await anOperator(db)
  const agent = await aMember(server, { operator_id, role: 'agent' })
  const owner = await aMember(server, { operator_id, role: 'owner' })
  const ada = await aUser(server)
  const [first, other] = [await aTab(agent), await aTab(owner)]
  const id = await write(ada, await codeOf(operator_id))
  await first.until((heard) => heard.some(({ subject }) => subject === id))
  const before = (await listEventsBefore(other, id, owner)).length
  await server.call(setOperatorConversationState, { id, state: 'closed' }, { as: agent.as })
  expect((await listEventsBefore(other, id, owner)).length).toBe(before + 1)

  await removeFromDesk(db, agent.user.email ?? '')
  await first.ended
  const after = await aTab(agent)
  await server.call(sendMessage, { id, body: 'Hello?' }, { as: ada.as })
  expect(await listEventsBefore(after, id, agent)).toEqual([])
  for (const tab of [after, other]) tab.close()
})

test('whose proof has ended hears of the desk no more, and again once they have shown another', async () => {
  const staff = await aStaffMember(server, 'support')
  const ada = await aUser(server)
  const before = await aTab(staff)
  await sql`update factor_proof set proved_at = now() - interval '13 hours'`.execute(db)
  await before.ended
  const unproved = await aTab(staff)
  const id = await write(ada, supportBusiness)
  expect(await listEventsBefore(unproved, id, staff)).toEqual([])
  await sql`update factor_proof set proved_at = now()`.execute(db)
  await unproved.ended
  const proved = await aTab(staff)
  await server.call(sendMessage, { id, body: 'Hello?' }, { as: ada.as })
  expect(await listEventsBefore(proved, id, staff)).toEqual(['desk_message'])
  proved.close()
})

test('a database that cannot be asked who is at a desk ends its streams the third time in a row', async () => {
  const agent = await aMember(server, { operator_id: await anOperator(db), role: 'agent' })
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const tab = await aTab(agent)
  const looks = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const before = lines.length
      vi.advanceTimersByTime(5000)
      await expect.poll(() => lines.length).toBe(before + 1)
    }
  }
  await sql`alter table member rename to member_elsewhere`.execute(db)
  await looks(2)
  expect(await listEventsBefore(tab, 'nothing', agent)).toEqual([])
  await looks(1)
  await sql`alter table member_elsewhere rename to member`.execute(db)
  await tab.ended
})
