import { afterAll, expect, test } from 'vitest'
import * as desk from '#contract/members/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aMember } from '#tests/support/makers/members'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { anOperator } from '#tests/support/makers/trips'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

/** Invitations whose author no longer manages the desk. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

async function erase({ user }: MadeUser): Promise<void> {
  await sql`update person set erase_at = now() - interval '1 day' where id = ${user.id}`.execute(db)
  const { config, log } = server.host
  await eraseDueAccounts({ db, config, log })
}

async function invitationFor(email: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'text' as text from pgboss.job
    where name = 'mail.send' and data ->> 'to' = ${email} order by created_on desc limit 1`.execute(
    db,
  )
  return /invitation=(\w+)/.exec(rows[0]?.text ?? '')?.[1] ?? ''
}

async function invited(by: MadeUser, role: 'owner', user: MadeUser) {
  const email = user.user.email ?? ''
  const { data, status } = await call(desk.inviteMember, { email, role }, { as: by.as })
  expect(status).toBe(200)
  return { id: data.id, code: await invitationFor(email) }
}

test('an invitation ends with its author’s power to invite: removed, demoted or erased', async () => {
  const operator_id = await anOperator(db)
  const first = await aMember(server, { operator_id, role: 'owner' })
  const inviteAndLose = async (lose: (author: MadeUser, id: string) => Promise<unknown>) => {
    const author = await aMember(server, { operator_id, role: 'owner' })
    const friend = await aUser(server)
    const { code } = await invited(author, 'owner', friend)
    const { data: own } = await call(desk.getDesk, {}, { as: author.as })
    await lose(author, own.member_id)
    const { rows } = await sql`
      select from member_invitation where email = ${friend.user.email} and ended_at is null`.execute(
      db,
    )
    const accepted = await call(desk.acceptInvitation, { code }, { as: friend.as })
    const seen = await call(desk.getInvitation, { code })
    return [rows.length, accepted.status, seen.status]
  }
  const remove = (_: MadeUser, id: string) => call(desk.removeMember, { id }, { as: first.as })
  const setRole = (role: 'owner' | 'manager') => (_: MadeUser, id: string) =>
    call(desk.setMemberRole, { id, role }, { as: first.as })
  expect(await inviteAndLose(setRole('owner')), 'nothing was lost').toEqual([1, 200, 404])
  expect(await inviteAndLose(remove)).toEqual([0, 404, 404])
  expect(await inviteAndLose(setRole('manager'))).toEqual([0, 404, 404])
  expect(await inviteAndLose(erase)).toEqual([0, 404, 404])
})

test('an invitation that was stored while its author was removed lets nobody in', async () => {
  const operator_id = await anOperator(db)
  const author = await aMember(server, { operator_id, role: 'owner' })
  await aMember(server, { operator_id, role: 'owner' })
  const friend = await aUser(server)
  const { id, code } = await invited(author, 'owner', friend)
  await erase(author)
  await sql`update member_invitation set ended_at = null where id = ${id}`.execute(db)
  expect((await call(desk.acceptInvitation, { code }, { as: friend.as })).status).toBe(404)
  expect((await call(desk.getInvitation, { code })).status).toBe(404)
})
