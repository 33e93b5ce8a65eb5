import { expect, test } from 'vitest'
import { listReviews } from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { countRowsRead, findMiscountedScores } from '#tests/support/database/stored-counts'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'

const { db } = await testDatabase()

test('the scores in a list of reviews are read without the reviews, however many there are', async () => {
  const operator = 'much-reviewed'
  const id = await anOperator(db, { code: operator, name: 'Much Reviewed' })
  await sql`
    with reader as (
      insert into person (id, full_name, referral_code)
      select gen_random_uuid(), 'Reader ' || n, 'READER' || n from generate_series(1, 2000) n returning id
    )
    insert into review (id, person_id, operator_id, rating, body, is_verified, vouched_by, driving, staff)
    select gen_random_uuid(), id, ${id}, 4, 'They left on time.', true, 'demo', 4, 5 from reader`.execute(
    db,
  )
  await sql`vacuum analyze review, person, operator, motor_park, business`.execute(db)
  const read = await countRowsRead(db, ['review', 'review_score'], async ({ call }) => {
    const { data, meta } = await call(listReviews, { operator, per_page: 20 })
    expect(data).toHaveLength(20)
    expect(meta.scores).toEqual([
      { what: 'driving', average: 4, many: 2000 },
      { what: 'staff', average: 5, many: 2000 },
    ])
  })
  // Where all reviews are of one subject, the plan of the page may sort them all; the scores read one row each.
  expect(read).toBeLessThanOrEqual(2 * 2000 + 20 + 2)
  expect(await findMiscountedScores(db)).toEqual([])
})
