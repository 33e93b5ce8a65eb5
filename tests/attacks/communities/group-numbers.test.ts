import { afterAll, expect, test } from 'vitest'
import * as endpoints from '#contract/communities/endpoints'
import { writeBaseLists } from '#server/db/base/index'
import { sql } from '#server/db/sql'
import { aStaffKey } from '#tests/support/makers/boarding'
import { aCommunityMember, aPost } from '#tests/support/makers/communities'
import { countRowsRead, findMiscountedGroups } from '#tests/support/database/stored-counts'
import { testDatabase } from '#tests/support/database/test-database'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
await writeBaseLists(db)
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const group = 'city-lagos'
const staff = await aStaffKey(server, ['moderation'])

test('a list of groups reads neither posts nor members, however many there are', async () => {
  const ada = await aCommunityMember(server)
  await sql`insert into community_post (id, group_code, author_id, body, state)
    select gen_random_uuid(), ${group}, ${ada.author}, 'Bulk ' || n, 'shown' from generate_series(1, 2000) n`.execute(
    db,
  )
  await sql`vacuum analyze community_post, community_member`.execute(db)
  const tables = ['community_post', 'community_member']
  const read = await countRowsRead(db, tables, async (reader) => {
    const { data } = await reader.call(endpoints.listGroups, { per_page: 100 })
    expect(data.find(({ code }) => code === group)).toMatchObject({ members: 1, posts: 2000 })
  })
  expect(read).toBe(0)
})

test('all at once, people post, delete, leave, are hidden and erased, and a group’s numbers stay right', async () => {
  const people: Awaited<ReturnType<typeof aCommunityMember>>[] = []
  for (let at = 0; at < 8; at += 1) people.push(await aCommunityMember(server))
  const posts: Awaited<ReturnType<typeof aPost>>[] = []
  for (const [at, person] of people.entries())
    posts.push(await aPost(server, person, `The bus of gate ${at} has left.`))
  const idOf = (at: number) => posts[at]?.id ?? ''
  const asOf = (at: number) => people[at]?.as ?? {}
  for (const at of posts.keys())
    await call(endpoints.thankPost, { id: idOf(at), is_thanked: true }, { as: asOf((at + 1) % 8) })
  await sql`update person set erase_at = now() where id = any (${[6, 7].map((at) => people[at]?.user.id ?? '')}::uuid[])`.execute(
    db,
  )
  const decision = { decision: 'removed', reason: 'It is not true.' } as const
  const answers = await Promise.all([
    ...[0, 1, 2].map((at) => call(endpoints.deletePost, { id: idOf(at) }, { as: asOf(at) })),
    ...[3, 4, 5].map((at) =>
      call(endpoints.decidePost, { id: idOf(at), ...decision }, { as: staff }),
    ),
    ...[0, 1, 2, 3, 4, 5].map((at) =>
      call(endpoints.writePost, { group, body: `Gate ${at} is open again.` }, { as: asOf(at) }),
    ),
    ...[4, 5].map((at) => call(endpoints.leaveGroup, { group }, { as: asOf(at) })),
    eraseDueAccounts(server.host).then(() => ({ status: 200 })),
  ])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(await findMiscountedGroups(db)).toEqual([])
})
