import { joinGroup, setCommunityName, writePost } from '#contract/communities/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { aUser, type MadeUser } from './people.ts'
import type { TestServer } from '#tests/support/server/test-server'

let made = 0

/**
 * Makes a person with a community name, who has joined these groups. The person is an established member unless
 * `is_fresh`.
 */
export async function aCommunityMember(
  server: TestServer,
  groups: readonly string[] = ['city-lagos'],
  { is_fresh = false }: { is_fresh?: boolean } = {},
): Promise<MadeUser & { name: string; author: string }> {
  const user = await aUser(server)
  made += 1
  const name = `Neighbour ${made}`
  const named = await server.call(setCommunityName, { name }, { as: user.as })
  if (named.status !== 200) throw new Error(named.text)
  for (const group of groups) {
    const joined = await server.call(joinGroup, { group }, { as: user.as })
    if (joined.status !== 200) throw new Error(joined.text)
  }
  if (!is_fresh) await letBeKnown(server.db, user.user.id)
  const { rows } = await sql<{ id: string }>`
    select id from community_author where person_id = ${user.user.id}::uuid`.execute(server.db)
  return { ...user, name, author: rows[0]?.id ?? '' }
}

/**
 * Makes a person an established member: one who joined a week ago and has three visible posts, in a group that no test
 * reads.
 */
async function letBeKnown(db: Db, person_id: string): Promise<void> {
  await sql`update person set created_at = now() - interval '8 days' where id = ${person_id}::uuid`.execute(
    db,
  )
  await sql`update community_author set created_at = now() - interval '7 days' where person_id = ${person_id}::uuid`.execute(
    db,
  )
  await sql`insert into community_post (id, group_code, author_id, body, state, created_at)
    select gen_random_uuid(), 'trade-drivers', id, 'An old post ' || n, 'shown', now() - interval '6 days'
    from community_author, generate_series(1, 3) n where person_id = ${person_id}::uuid`.execute(db)
}

/** Writes a post as a person. Throws if it is refused. */
export async function aPost(
  server: TestServer,
  { as }: Pick<MadeUser, 'as'>,
  body: string,
  more: { group?: string; answers?: string; photo?: string; client_ref?: string } = {},
) {
  const answer = await server.call(writePost, { group: 'city-lagos', body, ...more }, { as })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data
}
