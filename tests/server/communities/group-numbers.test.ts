import { afterAll, expect, test } from 'vitest'
import * as endpoints from '#contract/communities/endpoints'
import { writeBaseLists } from '#server/db/base/index'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { findMiscountedGroups } from '#tests/support/database/stored-counts'
import { aStaffKey } from '#tests/support/makers/boarding'
import { aCommunityMember, aPost } from '#tests/support/makers/communities'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
await writeBaseLists(db)
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const group = 'city-kano'
const staff = await aStaffKey(server, ['moderation'])

/** Returns how many members and posts the group has, and when the last post was written, as everybody sees it. */
async function readNumbers() {
  expect(await findMiscountedGroups(db)).toEqual([])
  const { data } = await call(endpoints.getGroup, { group })
  const { data: listed } = await call(endpoints.listGroups, { name: data.name, kind: data.kind })
  expect(listed.find(({ code }) => code === group)).toEqual(data)
  return [data.members, data.posts, data.last_at] as const
}

const decide = async (id: string, became: 'shown' | 'removed') => {
  const { status } = await call(
    endpoints.decidePost,
    { id, decision: became, reason: 'We read it.' },
    { as: staff },
  )
  expect(status).toBe(200)
}

test('the numbers of a group follow its members and posts, whatever becomes of them', async () => {
  expect(await readNumbers()).toEqual([0, 0, null])
  const ada = await aCommunityMember(server, [group])
  const bola = await aCommunityMember(server, [group])
  await call(endpoints.joinGroup, { group, is_listed: true }, { as: ada.as })
  expect(await readNumbers()).toEqual([2, 0, null])

  const first = await aPost(server, ada, 'The park at Kano is open.', { group })
  const second = await aPost(server, bola, 'The road is dry again.', { group })
  await aPost(server, ada, 'Good news.', { group, answers: second.id })
  const waiting = await aPost(server, ada, 'a.com b.com c.com https://d.ng', { group })
  expect(waiting.state).toBe('waiting')
  expect(await readNumbers()).toEqual([2, 2, second.written_at])

  await decide(waiting.id, 'shown')
  expect(await readNumbers()).toEqual([2, 3, waiting.written_at])
  await decide(waiting.id, 'removed')
  await decide(waiting.id, 'removed')
  expect(await readNumbers()).toEqual([2, 2, second.written_at])
  for (const { as } of [ada, await aCommunityMember(server), await aCommunityMember(server)])
    await call(endpoints.reportPost, { id: second.id, reason: 'wrong' }, { as })
  expect(await readNumbers()).toEqual([2, 1, first.written_at])
  await decide(second.id, 'shown')
  expect(await readNumbers()).toEqual([2, 2, second.written_at])

  await call(endpoints.deletePost, { id: first.id }, { as: ada.as })
  expect(await readNumbers()).toEqual([2, 1, second.written_at])
  await call(endpoints.leaveGroup, { group }, { as: ada.as })
  expect(await readNumbers()).toEqual([1, 1, second.written_at])
  await sql`update person set erase_at = now() where id = ${bola.user.id}`.execute(db)
  await eraseDueAccounts(server.host)
  expect(await readNumbers()).toEqual([0, 0, null])
})
