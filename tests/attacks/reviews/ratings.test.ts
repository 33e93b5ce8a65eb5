import { afterAll, expect, test } from 'vitest'
import { listOperatorScores, listReviews, writeReview } from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const words = 'They stop for nobody and the seats are torn.'

/** Returns what the search results show about an operator. */
async function readRating(code: string) {
  const { rows } = await sql<{ rating: number | null; reviews: number }>`
    select rating, reviews from operator where code = ${code}`.execute(db)
  return rows[0]
}

async function reviewBy(rating: number, subject: { operator: string } | { park: string }) {
  const { as } = await aUser(server)
  const { data } = await call(writeReview, { ...subject, rating, body: words }, { as })
  expect(data.is_verified).toBe(false)
}

test('eight fresh accounts do not move an operator’s rating', async () => {
  const operator_id = await anOperator(db, { code: 'well-liked', name: 'Well Liked', rating: null })
  for (const rating of [4, 5, 4]) {
    const { as, ...rest } = await aUser(server)
    await moveTripToPast(server, await aBookingForPerson(server, { as, ...rest }, { operator_id }))
    await call(writeReview, { operator: 'well-liked', rating, body: words }, { as })
  }
  const before = await readRating('well-liked')
  expect(before).toEqual({ rating: 4.3, reviews: 3 })
  await Promise.all(Array.from({ length: 8 }, () => reviewBy(1, { operator: 'well-liked' })))
  expect(await readRating('well-liked')).toEqual(before)
  const { data, meta } = await call(listReviews, { operator: 'well-liked', per_page: 100 })
  expect(meta).toMatchObject({ total: 11, average: 4.3, stars: [0, 0, 0, 2, 1] })
  expect(data.filter(({ is_verified }) => !is_verified)).toHaveLength(8)
  const { data: scores } = await call(listOperatorScores, {})
  expect(scores.find(({ code }) => code === 'well-liked')).toMatchObject({
    average: 4.3,
    stars: [0, 0, 0, 2, 1],
  })
})

test('a motor park’s stars come from people whose bus left from there or arrived there', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada, { stops: ['jos', 'bauchi', 'gombe'] })
  const { rows } = await sql<{ code: string; position: number }>`
    select p.code, s.position from booking b join trip t on t.id = b.trip_id
    join schedule_stop s on s.schedule_id = t.schedule_id join motor_park p on p.id = s.motor_park_id
    where b.reference = ${booking.reference} order by s.position`.execute(db)
  await sql`update booking set leg_to = 1 where reference = ${booking.reference}`.execute(db)
  await moveTripToPast(server, booking)
  const verified = await Promise.all(
    rows.map(async ({ code }) => {
      const said = { park: code, rating: 5, body: words }
      return (await call(writeReview, said, { as: ada.as })).data.is_verified
    }),
  )
  expect(verified).toEqual([true, true, false])
  const [from = ''] = rows.map(({ code }) => code)
  await Promise.all(Array.from({ length: 8 }, () => reviewBy(1, { park: from })))
  expect((await call(listReviews, { park: from })).meta).toMatchObject({
    total: 9,
    average: 5,
    stars: [0, 0, 0, 0, 1],
  })
})

test('a review that was not verified counts from when its writer has travelled and says it again', async () => {
  const operator_id = await anOperator(db, {
    code: 'later-known',
    name: 'Later Known',
    rating: null,
  })
  const ada = await aUser(server)
  const say = (rating: number) =>
    call(writeReview, { operator: 'later-known', rating, body: words }, { as: ada.as })
  await say(1)
  expect((await call(listReviews, { operator: 'later-known' })).meta).toMatchObject({
    total: 1,
    average: null,
  })
  await moveTripToPast(server, await aBookingForPerson(server, ada, { operator_id }))
  await say(4)
  expect((await call(listReviews, { operator: 'later-known' })).meta).toMatchObject({
    total: 1,
    average: 4,
    stars: [0, 0, 0, 1, 0],
  })
})

test.each([
  ['no booking', () => null],
  ['a booking that has not travelled', (mine: string) => mine],
  ['somebody else’s booking', (_: string, theirs: string) => theirs],
])('the database takes no verified review with %s', async (_, which) => {
  const operator_id = await anOperator(db, { code: `guarded-${makeId()}`, name: 'Guarded' })
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const idOf = async (person: typeof ada, has_travelled: boolean) => {
    const booking = await aBookingForPerson(server, person, { operator_id })
    if (has_travelled) await moveTripToPast(server, booking)
    const { rows } = await sql<{ id: string }>`
      select id from booking where reference = ${booking.reference}`.execute(db)
    return rows[0]?.id ?? ''
  }
  const booking_id = which(await idOf(ada, false), await idOf(bola, true))
  const write = sql`
    insert into review (id, person_id, operator_id, rating, body, booking_id, is_verified, vouched_by)
    values (${makeId()}, ${ada.user.id}, ${operator_id}, 5, ${words}, ${booking_id}::uuid, true, 'trip')`
  await expect(write.execute(db)).rejects.toMatchObject({ constraint: 'verified_by_trip' })
})
