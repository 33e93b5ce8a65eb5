import { expect, test } from 'vitest'
import { writeBaseLists } from '#server/db/base/index'
import { migrate, readSchema } from '#server/db/migrate'
import { sql } from '#server/db/sql'
import { findMiscountedGroups, findMiscountedScores } from '#tests/support/database/stored-counts'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'

const { db, url } = await testDatabase({ migrated: false })

test('members, posts and scores from before they were stored are counted by the migration', async () => {
  const schema = readSchema()
  const earlier = schema.migrations.filter(({ name }) => name < '0061')
  await migrate(url, { ...schema, migrations: earlier })
  await writeBaseLists(db)
  const operator_id = await anOperator(db, { code: 'older', name: 'Older' })
  await sql`insert into person (id, full_name, referral_code)
    select gen_random_uuid(), 'Person ' || n, 'PERSON' || n from generate_series(1, 3) n`.execute(
    db,
  )
  await sql`insert into community_author (id, person_id, name) select id, id, full_name from person`.execute(
    db,
  )
  await sql`insert into community_member (group_code, author_id)
    select 'city-lagos', id from community_author`.execute(db)
  await sql`insert into community_post (id, group_code, author_id, body, state)
    select gen_random_uuid(), 'city-lagos', id, state, state
    from community_author, unnest(array['shown', 'hidden', 'waiting']) state`.execute(db)
  await sql`
    insert into review (id, person_id, operator_id, rating, body, is_verified, vouched_by, driving)
    select gen_random_uuid(), id, ${operator_id}, 4, 'They left on time.', true, 'demo', 4 from person`.execute(
    db,
  )
  await migrate(url, schema)
  expect([await findMiscountedGroups(db), await findMiscountedScores(db)]).toEqual([[], []])
  const { rows } = await sql`
    select g.members, g.posts, s.reviews from community_group g, review_score s where g.code = 'city-lagos'`.execute(
    db,
  )
  expect(rows).toEqual([{ members: 3, posts: 3, reviews: 3 }])
})
