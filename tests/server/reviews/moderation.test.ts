import { afterAll, expect, test } from 'vitest'
import {
  answerReview,
  decideReview,
  deleteReview,
  getReviewPhoto,
  listMyReviews,
  listOperatorReviews,
  listReviews,
  listReviewsForStaff,
  reportReview,
  writeReview,
} from '#contract/reviews/endpoints'
import { maxReviewReportsPerDay, reportsToHideReview } from '#contract/reviews/rules'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { anOperatorKey, aStaffKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aJpeg, parseJpegSize } from '#tests/support/files/jpegs'
import { anOperator } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { callAtOnce, waitUntilBlocked } from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const words = 'The driver kept to the speed limit and we arrived on time.'
const staff = await aStaffKey(server, ['reviews'])

async function someOperator() {
  const code = `said-${makeId().slice(-12)}`
  const id = await anOperator(db, { code, name: 'Said of' })
  return { code, id, key: await anOperatorKey(server, id, ['reviews']) }
}

async function travelWith(user: MadeUser, operator_id: string) {
  await moveTripToPast(server, await aBookingForPerson(server, user, { operator_id }))
  return user
}

const aTraveller = async (operator_id: string) => travelWith(await aUser(server), operator_id)

/** An account that is a week old. */
async function anOldHand(): Promise<MadeUser> {
  const user = await aUser(server)
  await sql`update person set created_at = now() - interval '8 days' where id = ${user.user.id}`.execute(
    db,
  )
  return user
}

const scoresOf = async (code: string) => (await call(listReviews, { operator: code })).meta

test('driving, vehicle and staff have stars of their own, of those who made the trip', async () => {
  const { code, id } = await someOperator()
  const say = async (as: object, driving: number) =>
    call(
      writeReview,
      { operator: code, rating: 4, body: words, scores: { driving, staff: 5 } },
      { as },
    )
  await say((await aTraveller(id)).as, 2)
  await say((await aTraveller(id)).as, 3)
  await say((await aUser(server)).as, 5)
  expect((await scoresOf(code)).scores).toEqual([
    { what: 'driving', average: 2.5, many: 2 },
    { what: 'staff', average: 5, many: 2 },
  ])
  const ofPark = { operator: code, rating: 4, body: words, scores: { toilets: 1 } }
  const wrong = await call(writeReview, ofPark, { as: (await aUser(server)).as })
  expect(wrong.problem.fields).toHaveProperty(['scores.toilets'])
})

test('the operator answers once, and nobody else does', async () => {
  const { code, id, key } = await someOperator()
  const { as } = await aTraveller(id)
  const { data: review } = await call(
    writeReview,
    { operator: code, rating: 2, body: words },
    { as },
  )
  const said = { id: review.id, answer: 'We have spoken to the driver.' }
  const other = await someOperator()
  expect((await call(answerReview, said, { as: other.key })).status).toBe(404)
  expect((await call(listOperatorReviews, { answered: 'no' }, { as: key })).meta.total).toBe(1)
  expect((await call(answerReview, said, { as: key })).data.answer?.text).toBe(said.answer)
  expect((await call(answerReview, said, { as: key })).problem.code).toBe('review_answered')
  expect((await call(listOperatorReviews, { answered: 'no' }, { as: key })).meta.total).toBe(0)
  const { data } = await call(listReviews, { operator: code })
  expect(data[0]?.answer?.text).toBe(said.answer)
})

test('a review is changed for 30 days; a new trip makes a new one, without the old answer', async () => {
  const { code, id, key } = await someOperator()
  const ada = await aTraveller(id)
  const say = (rating: number) =>
    call(writeReview, { operator: code, rating, body: words }, { as: ada.as })
  const { data: first } = await say(1)
  await call(answerReview, { id: first.id, answer: 'We are sorry.' }, { as: key })
  const { data: second } = await say(3)
  expect([second.id, second.answer?.text]).toEqual([first.id, 'We are sorry.'])
  await sql`update review set first_at = first_at - interval '31 days' where id = ${first.id}`.execute(
    db,
  )
  expect((await say(5)).problem.code).toBe('review_closed')
  const late = sql`update review set rating = 5 where id = ${first.id}`.execute(db)
  await expect(late).rejects.toMatchObject({ constraint: 'edited_within_30_days' })
  await travelWith(ada, id)
  const { data: third } = await say(5)
  expect(third).toMatchObject({ rating: 5, answer: null })
  expect(Date.parse(third.edit_until)).toBeGreaterThan(Date.now() + 29 * 86_400_000)
})

test('what says where to call waits for our staff; what they show counts', async () => {
  const { code, id } = await someOperator()
  const ada = await aTraveller(id)
  const body = 'Better call my brother on 0803 123 4567, he is cheaper.'
  const { data } = await call(writeReview, { operator: code, rating: 5, body }, { as: ada.as })
  expect(data.state).toBe('waiting')
  expect(await scoresOf(code)).toMatchObject({ total: 0, average: null })
  expect((await call(listMyReviews, {}, { as: ada.as })).data).toHaveLength(1)
  const { data: queue } = await call(listReviewsForStaff, { per_page: 100 }, { as: staff })
  expect(queue.map((one) => one.id)).toContain(data.id)
  const shown = { id: data.id, became: 'shown', reason: 'A joke among friends.' } as const
  expect((await call(decideReview, shown, { as: staff })).data.state).toBe('shown')
  expect(await scoresOf(code)).toMatchObject({ total: 1, average: 5 })
  const hidden = { id: data.id, became: 'hidden', reason: 'It is an advertisement.' } as const
  await call(decideReview, hidden, { as: staff })
  expect(await scoresOf(code)).toMatchObject({ total: 0, average: null, stars: [0, 0, 0, 0, 0] })
  const again = { operator: code, rating: 4, body: words }
  expect((await call(writeReview, again, { as: ada.as })).data.state).toBe('waiting')
  const gone = sql`delete from review_decision`.execute(db)
  await expect(gone).rejects.toThrow('stays')
})

test('our staff decide only about the words that they have read', async () => {
  const { code, id } = await someOperator()
  const ada = await aTraveller(id)
  const write = (body: string) =>
    call(writeReview, { operator: code, rating: 5, body }, { as: ada.as })
  const body = 'Call the driver on 0803 123 4567, he is kind.'
  const { data: read } = await write(body)
  const decision = { id: read.id, became: 'shown', reason: 'It is his own number.' } as const
  const { data: changed } = await write('Call my brother on 0805 123 4567, he is cheaper.')
  const early = { ...decision, written_at: read.written_at }
  const refused = await call(decideReview, early, { as: staff })
  expect([refused.status, refused.problem.code]).toEqual([409, 'review_changed'])
  expect(await scoresOf(code)).toMatchObject({ total: 0 })
  const now = { ...decision, written_at: changed.written_at }
  expect((await call(decideReview, now, { as: staff })).data.state).toBe('shown')
})

test('three reports by people who are known let a stranger’s words wait, never a traveller’s', async () => {
  const { code, id } = await someOperator()
  const [traveller, stranger] = [await aTraveller(id), await aUser(server)]
  const say = async ({ as }: MadeUser) =>
    (await call(writeReview, { operator: code, rating: 1, body: words }, { as })).data.id
  const [true_id, other_id] = [await say(traveller), await say(stranger)]
  const report = async (by: MadeUser, review: string) =>
    call(reportReview, { id: review, reason: 'not_a_trip' }, { as: by.as })
  expect((await report(stranger, other_id)).status).toBe(404)
  for (let n = 0; n < 8; n += 1) await report(await aUser(server), other_id)
  expect(await scoresOf(code)).toMatchObject({ total: 2, average: 1 })
  for (let n = 0; n < 3; n += 1) {
    const hand = await anOldHand()
    for (const one of [true_id, other_id]) expect((await report(hand, one)).status).toBe(200)
  }
  expect(await scoresOf(code)).toMatchObject({ total: 1, average: 1 })
  const { data } = await call(
    listReviewsForStaff,
    { queue: 'reported', per_page: 100 },
    { as: staff },
  )
  expect(data.find((one) => one.id === true_id)?.reports).toHaveLength(3)
  const kept = { id: true_id, became: 'shown', reason: 'They made the trip.' } as const
  await call(decideReview, kept, { as: staff })
  const after = await call(listReviewsForStaff, { queue: 'reported', per_page: 100 }, { as: staff })
  expect(after.data.map((one) => one.id)).not.toContain(true_id)
})

test('three reports at once let a stranger’s words wait like three one after another', async () => {
  const { code } = await someOperator()
  const stranger = await aUser(server)
  const said = { operator: code, rating: 1, body: words }
  const { id } = (await call(writeReview, said, { as: stranger.as })).data
  const [one, two, three] = [await anOldHand(), await anOldHand(), await anOldHand()]
  let last: Promise<{ status: number }> | undefined
  await db.transaction(async (tx) => {
    for (const { user } of [one, two])
      await sql`insert into review_report (review_id, person_id, reason)
        values (${id}::uuid, ${user.id}::uuid, 'abuse')`.execute(tx)
    last = call(reportReview, { id, reason: 'abuse' }, { as: three.as })
    await Promise.race([last, waitUntilBlocked(db)])
  })
  expect((await last)?.status).toBe(200)
  expect(await scoresOf(code)).toMatchObject({ total: 0 })
})

test('reports at once are no more in a day than reports one after another', async () => {
  const { code } = await someOperator()
  const reader = await aUser(server)
  const say = async () => {
    const said = { operator: code, rating: 4, body: words }
    return (await call(writeReview, said, { as: (await aUser(server)).as })).data.id
  }
  const [one, other] = [await say(), await say()]
  await db.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into review_report (review_id, person_id, reason)
      select gen_random_uuid(), ${reader.user.id}::uuid, 'abuse' from generate_series(2, ${maxReviewReportsPerDay}::int)`.execute(
      tx,
    )
  })
  const report = (id: string) => call(reportReview, { id, reason: 'abuse' }, { as: reader.as })
  const told = await callAtOnce(db, 'review_report', () => [report(one), report(other)])
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
})

test('a report that was looked at counts again once its review was written anew', async () => {
  const { code, id: operator } = await someOperator()
  const [ada, reader] = [await aTraveller(operator), await aUser(server)]
  const say = async (body: string) =>
    (await call(writeReview, { operator: code, rating: 1, body }, { as: ada.as })).data.id
  const id = await say(words)
  const isReported = async () => {
    await call(reportReview, { id, reason: 'abuse' }, { as: reader.as })
    const { data } = await call(
      listReviewsForStaff,
      { queue: 'reported', per_page: 100 },
      { as: staff },
    )
    return data.some((one) => one.id === id)
  }
  expect(await isReported()).toBe(true)
  const kept = { id, became: 'shown', reason: 'They made the trip.' } as const
  await call(decideReview, kept, { as: staff })
  expect(await isReported()).toBe(false)
  await say(`${words} And the driver is a thief.`)
  expect(await isReported()).toBe(true)
})

test('photos of who made the trip are shown; a stranger’s wait', async () => {
  const { code, id } = await someOperator()
  const photos = [(await aJpeg(1000, 800)).toString('base64')]
  const said = { operator: code, rating: 3, body: words, photos }
  const ada = await aTraveller(id)
  const { data, text } = await call(writeReview, said, { as: ada.as })
  expect([data?.photos.length, text]).toEqual([1, expect.any(String)])
  const photo = await call(getReviewPhoto, { id: data.id, number: '1' })
  expect(parseJpegSize(photo.bytes)).toEqual([1000, 800])
  for (const [w, sides] of [
    ['256', [256, 205]],
    ['3840', [1000, 800]],
  ] as const)
    expect(
      parseJpegSize((await call(getReviewPhoto, { id: data.id, number: '1', w })).bytes),
    ).toEqual(sides)
  expect((await call(getReviewPhoto, { id: data.id, number: '1', w: '257' })).status).toBe(400)
  const { as } = await aUser(server)
  const own = await call(writeReview, said, { as })
  expect(own.data.state).toBe('waiting')
  expect((await call(getReviewPhoto, { id: own.data.id, number: '1' })).status).toBe(404)
  expect((await call(getReviewPhoto, { id: own.data.id, number: '1' }, { as })).status).toBe(200)
})

const insult = 'The owner of this company is a thief and a liar, everybody knows.'

test.for([
  'Do not travel with them, call 0803.123.4567 instead.',
  'Do not travel with them, call 0803\u200b123\u200b4567 instead.',
  'Do not travel with them, see wa.me/2348 instead.',
])('a review that leads elsewhere waits for us: %s', async (body) => {
  const { code } = await someOperator()
  const { as } = await aUser(server)
  const { data } = await call(writeReview, { operator: code, rating: 1, body }, { as })
  expect(data.state).toBe('waiting')
})

test('what was hidden waits for us however it comes back: changed twice, or deleted and written anew', async () => {
  const { code } = await someOperator()
  const ada = await aUser(server)
  const say = async (body: string) =>
    (await call(writeReview, { operator: code, rating: 1, body }, { as: ada.as })).data
  const decide = (id: string, became: 'shown' | 'hidden') =>
    call(decideReview, { id, became, reason: 'Looked at.' }, { as: staff })
  const { id } = await say(insult)
  await decide(id, 'hidden')
  expect((await say(`${insult} Really.`)).state).toBe('waiting')
  expect((await say(`${insult} Truly.`)).state).toBe('waiting')
  await call(deleteReview, { id }, { as: ada.as })
  const anew = await say(insult)
  expect(anew.state).toBe('waiting')
  expect((await call(listReviews, { operator: code })).data).toEqual([])
  await decide(anew.id, 'shown')
  expect((await say(words)).state).toBe('shown')
})

test('what readers reported waits for us also when it is changed', async () => {
  const { code } = await someOperator()
  const ada = await aUser(server)
  const say = async (body: string) =>
    (await call(writeReview, { operator: code, rating: 1, body }, { as: ada.as })).data
  const { id } = await say(insult)
  for (let at = 0; at < reportsToHideReview; at += 1)
    await call(reportReview, { id, reason: 'abuse' }, { as: (await anOldHand()).as })
  expect((await say(`${insult} Really.`)).state).toBe('waiting')
})
