import { afterAll, expect, test } from 'vitest'
import * as desk from '#contract/members/endpoints'
import { maxInvitationsPerDay } from '#contract/members/rules'
import { sql } from '#server/db/sql'
import { aMember } from '#tests/support/makers/members'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { callAtOnce } from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

test('invitations at once are no more in a day than invitations one after another', async () => {
  const operator_id = await anOperator(db)
  const head = await aMember(server, { operator_id, role: 'owner' })
  const invite = (n: number) =>
    call(desk.inviteMember, { email: `hand.${n}@people.example`, role: 'agent' }, { as: head.as })
  expect((await invite(0)).status).toBe(200)
  await sql`
    insert into member_invitation (id, operator_id, email, role, code_sha256, invited_by, expires_at)
    select gen_random_uuid(), operator_id, n || email, role, sha256(n::text::bytea), invited_by, expires_at
    from member_invitation, generate_series(3, ${maxInvitationsPerDay}::int) n where operator_id = ${operator_id}`.execute(
    db,
  )
  const told = await callAtOnce(db, 'pgboss.job', () => [invite(1), invite(2)])
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
})
