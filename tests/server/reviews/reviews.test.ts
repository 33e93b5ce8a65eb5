import { sql } from '#server/db/sql'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { afterAll, expect, test } from 'vitest'
import { getBooking } from '#contract/bookings/endpoints'
import { exportProfile } from '#contract/profile/endpoints'
import {
  deleteReview,
  listMyReviews,
  listOperatorScores,
  listReviews,
  writeReview,
} from '#contract/reviews/endpoints'
import { maxReviewsPerDay, type reviewSorts } from '#contract/reviews/rules'
import { makeId, makeReference } from '#server/platform/ids'
import { testDatabase } from '#tests/support/database/test-database'
import { aJpeg } from '#tests/support/files/jpegs'
import { anOperator } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
const strict = await aServer(db, { config: { rate_limit_factor: 1 } })
afterAll(() => Promise.all([server.close(), strict.close()]))
const { call } = server
const words = 'The driver kept to the speed limit and we arrived on time.'
let made = 0

async function someOperator() {
  made += 1
  const code = `reviewed-${made}`
  return { code, id: await anOperator(db, { code, name: `Reviewed ${made}` }) }
}

/** The score in the operator's row, as every search shows it. */
async function scoreOf(code: string) {
  const { rows } = await sql<{ rating: number | null; reviews: number }>`
    select rating, reviews from operator where code = ${code}`.execute(db)
  return rows[0]
}

/** Somebody who has travelled with an operator. */
async function aTraveller(operator_id: string, more: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(server, more)
  await moveTripToPast(server, await aBookingForPerson(server, user, { operator_id }))
  return user
}

test('a review stands in the list with a short name, and the operator’s stars follow it', async () => {
  const { code, id } = await someOperator()
  const ada = await aTraveller(id, { full_name: 'Adaeze Ngozi Okafor' })
  const bola = await aTraveller(id, { full_name: 'Bola' })
  const first = await call(writeReview, { operator: code, rating: 5, body: words }, { as: ada.as })
  expect(first.data).toMatchObject({ author: 'Adaeze O.', rating: 5, is_verified: true })
  await call(writeReview, { operator: code, rating: 2, body: `${words} Not.` }, { as: bola.as })
  const { data, meta, text } = await call(listReviews, { operator: code })
  expect(data.map(({ author, rating }) => [author, rating])).toEqual([
    ['Bola', 2],
    ['Adaeze O.', 5],
  ])
  expect(meta).toMatchObject({ total: 2, average: 3.5, stars: [0, 1, 0, 0, 1] })
  expect(meta.about).toEqual({ kind: 'operator', code, name: 'Reviewed 1' })
  expect(text).not.toContain('Okafor')
  expect(await scoreOf(code)).toEqual({ rating: 3.5, reviews: 2 })
  const { data: scores } = await call(listOperatorScores, {})
  expect(scores.find((one) => one.code === code)).toMatchObject({ average: 3.5 })
})

test('reviews come newest, best or worst first; of equal ones the newer', async () => {
  const { code, id } = await someOperator()
  for (const rating of [3, 5, 1, 3]) {
    const { as } = await aTraveller(id)
    await call(writeReview, { operator: code, rating, body: `${words} ${rating} stars.` }, { as })
  }
  const { data: newest } = await call(listReviews, { operator: code, sort: 'newest' })
  const [last, worst, best, first] = newest.map((review) => review.id)
  expect(newest.map(({ rating }) => rating)).toEqual([3, 1, 5, 3])
  const ids = async (sort: (typeof reviewSorts)[number]) =>
    (await call(listReviews, { operator: code, sort })).data.map((review) => review.id)
  expect(await ids('highest')).toEqual([best, last, first, worst])
  expect(await ids('lowest')).toEqual([worst, last, first, best])
})

test('who writes again replaces what they said: nobody counts twice', async () => {
  const { code, id } = await someOperator()
  const { as } = await aTraveller(id)
  await call(writeReview, { operator: code, rating: 1, body: words }, { as })
  const again = { operator: code, rating: 4, body: 'They wrote to me and made it good.' }
  await call(writeReview, again, { as })
  const { data, meta } = await call(listReviews, { operator: code })
  expect(data).toMatchObject([{ rating: 4, body: again.body }])
  expect(meta).toMatchObject({ total: 1, average: 4, stars: [0, 0, 0, 1, 0] })
  expect(await scoreOf(code)).toEqual({ rating: 4, reviews: 1 })
})

test('twenty people who write at once are twenty in the count', async () => {
  const { code, id } = await someOperator()
  const people = await Promise.all(Array.from({ length: 20 }, () => aTraveller(id)))
  const answers = await Promise.all(
    people.map(({ as }, n) =>
      call(writeReview, { operator: code, rating: (n % 5) + 1, body: words }, { as }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
  const { meta } = await call(listReviews, { operator: code })
  expect(meta).toMatchObject({ total: 20, average: 3, stars: [4, 4, 4, 4, 4] })
  expect(await scoreOf(code)).toEqual({ rating: 3, reviews: 20 })
})

test('the same words sent again under another key are written once', async () => {
  const { code } = await someOperator()
  const { as } = await aUser(server)
  const client_ref = makeId()
  const sent = { operator: code, rating: 2, body: words, client_ref }
  const first = await call(writeReview, sent, { as })
  const second = await call(writeReview, sent, { as })
  expect(second.data).toEqual(first.data)
  expect((await call(listReviews, { operator: code })).meta.total).toBe(1)
})

test('a trip of one’s own that was travelled makes a review verified', async () => {
  const ada = await aUser(server)
  const { code, id: operator_id } = await someOperator()
  const booking = await aBookingForPerson(server, ada, { operator_id })
  const { reference } = booking
  const said = { operator: code, rating: 5, body: words }
  const early = await call(writeReview, { ...said, booking: reference }, { as: ada.as })
  expect(early.problem).toMatchObject({
    code: 'invalid_input',
    fields: { booking: expect.stringContaining('not a trip you have made') },
  })
  expect((await call(writeReview, said, { as: ada.as })).data.is_verified).toBe(false)
  await moveTripToPast(server, booking)
  const spoken = reference.toLowerCase().replace(/^(...)/, '$1-')
  const late = await call(writeReview, { ...said, booking: spoken }, { as: ada.as })
  expect(late.data.is_verified).toBe(true)
  const park = { park: booking.from_park.code, rating: 3, body: words }
  expect((await call(writeReview, park, { as: ada.as })).data).toMatchObject({
    is_verified: true,
    about: { kind: 'park', code: booking.from_park.code },
  })
  const bola = await aUser(server)
  const foreign = await call(writeReview, { ...said, booking: reference }, { as: bola.as })
  expect(foreign.problem.code).toBe('invalid_input')
  const elsewhere = { ...said, operator: (await someOperator()).code, booking: reference }
  expect((await call(writeReview, elsewhere, { as: ada.as })).problem.code).toBe('invalid_input')
})

test('only its author sees which trip a review is about', async () => {
  const ada = await aUser(server)
  const { code, id: operator_id } = await someOperator()
  const booking = await aBookingForPerson(server, ada, { operator_id, stops: ['jos', 'bauchi'] })
  const said = { operator: code, rating: 4, body: words }
  expect((await call(writeReview, said, { as: ada.as })).data.trip).toBeNull()
  await moveTripToPast(server, booking)
  const photos = [(await aJpeg(40, 30)).toString('base64')]
  const { data: mine } = await call(writeReview, { ...said, photos }, { as: ada.as })
  const { departs_at } = (await call(getBooking, { reference: booking.reference }, { as: ada.as }))
    .data.trip
  expect(mine.trip).toEqual({
    reference: booking.reference,
    operator: booking.trip.operator.name,
    from: 'Jos',
    to: 'Bauchi',
    departs_at,
    zone: 'Africa/Lagos',
  })
  expect((await call(listMyReviews, {}, { as: ada.as })).data).toEqual([mine])
  const { data, text } = await call(listReviews, { operator: code })
  expect(data).toHaveLength(1)
  expect(text).not.toContain(booking.reference)
})

test('a motor park has reviews of its own', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada, { stops: ['jos', 'bauchi'] })
  await moveTripToPast(server, booking)
  const from_park = booking.from_park.code
  await call(writeReview, { park: from_park, rating: 4, body: words }, { as: ada.as })
  const { data, meta } = await call(listReviews, { park: from_park })
  expect(data).toHaveLength(1)
  expect(meta).toMatchObject({ average: 4, about: { kind: 'park', code: from_park } })
  const all = await call(listReviews, { sort: 'highest', per_page: 100 })
  expect(all.meta.about).toBeNull()
  expect(all.meta.total).toBe(all.data.length)
  const ratings = all.data.map(({ rating }) => rating)
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
})

test.each([
  ['no stars', { rating: 0, body: words }, 'rating'],
  ['six stars', { rating: 6, body: words }, 'rating'],
  ['nine characters', { rating: 3, body: ' too short ' }, 'body'],
  ['2,001 characters', { rating: 3, body: 'x'.repeat(2001) }, 'body'],
  ['a control character', { rating: 3, body: `bell\u0007 rings in here` }, 'body'],
])('%s is refused at its field', async (_, { rating, body }, field) => {
  const { code } = await someOperator()
  const { as } = await aUser(server)
  const { problem } = await call(writeReview, { operator: code, rating, body }, { as })
  expect(problem.code).toBe('invalid_input')
  expect(Object.keys(problem.fields ?? {})).toEqual([field])
})

test('lines and letters stay as they were written, markup is only words', async () => {
  const { code } = await someOperator()
  const { as } = await aUser(server)
  const body = 'Ọ̀nà dára.\r\n\r\n\r\n\r\n<script>alert(1)</script> 😀'
  await call(writeReview, { operator: code, rating: 5, body }, { as })
  const { data } = await call(listReviews, { operator: code })
  expect(data[0]?.body).toBe('Ọ̀nà dára.\n\n<script>alert(1)</script> 😀'.normalize('NFC'))
})

test('a review is about one thing that exists', async () => {
  const { code } = await someOperator()
  const { as } = await aUser(server)
  const said = { rating: 3, body: words }
  expect((await call(writeReview, said, { as })).problem.code).toBe('invalid_input')
  const both = { operator: code, park: 'jibowu', ...said }
  expect((await call(writeReview, both, { as })).problem.code).toBe('invalid_input')
  const nobody = { operator: 'no-such-firm', ...said }
  expect((await call(writeReview, nobody, { as })).problem.code).toBe('not_found')
  expect((await call(listReviews, { park: 'no-such-park' })).problem.code).toBe('not_found')
  expect((await call(writeReview, { operator: code, ...said })).problem.code).toBe('not_signed_in')
})

test('nobody writes more than twenty reviews a day, changed and deleted ones counted, repeats not', async () => {
  const { as } = await aUser(strict)
  const { code } = await someOperator()
  const write = (client_ref = makeId()) =>
    strict.call(writeReview, { operator: code, rating: 3, body: words, client_ref }, { as })
  for (let written = 0; written < maxReviewsPerDay; written += 1) {
    const client_ref = makeId()
    const { data } = await write(client_ref)
    expect((await write(client_ref)).data).toEqual(data)
    if (written % 2 === 0) await strict.call(deleteReview, { id: data.id }, { as })
  }
  expect((await write()).problem.code).toBe('too_many_requests')
  await sql`update rate_bucket set refilled_at = now() - interval '1 day'`.execute(db)
  expect((await write()).status).toBe(200)
})

test('a photo is not decoded for a review that may not be written', async () => {
  const { as, user } = await aUser(strict)
  const [one, other] = [await someOperator(), await someOperator()]
  const jpeg = await aJpeg()
  const photos = [jpeg.subarray(0, jpeg.length - 200).toString('base64')]
  const write = (more: object, { code } = one) =>
    strict.call(writeReview, { operator: code, rating: 3, body: words, ...more }, { as })
  const fieldsOf = async (more: object) => Object.keys((await write(more)).problem.fields ?? {})
  expect(await fieldsOf({ photos })).toEqual(['photos.0'])
  expect(await fieldsOf({ photos, booking: makeReference() })).toEqual(['booking'])
  expect(await fieldsOf({ photos, scores: { toilets: 3 } })).toEqual(['scores.toilets'])
  const { data } = await write({})
  await sql`update review set first_at = now() - interval '31 days' where id = ${data.id}`.execute(
    db,
  )
  expect((await write({ photos })).problem.code).toBe('review_closed')
  await sql`update rate_bucket set tokens = 0, refilled_at = now() where key = ${`review:${user.id}`}`.execute(
    db,
  )
  expect((await write({ photos }, other)).problem.code).toBe('too_many_requests')
})

test('its writer takes a review back, nobody else, and the stars go with it', async () => {
  const { code, id } = await someOperator()
  const [ada, bola] = [await aTraveller(id), await aUser(server)]
  const { data } = await call(
    writeReview,
    { operator: code, rating: 1, body: words },
    { as: ada.as },
  )
  expect((await call(listMyReviews, {}, { as: bola.as })).data).toEqual([])
  expect((await call(listMyReviews, {}, { as: ada.as })).data).toEqual([data])
  const foreign = await call(deleteReview, { id: data.id }, { as: bola.as })
  expect(foreign.problem.code).toBe('not_found')
  expect((await call(deleteReview, { id: data.id }, { as: ada.as })).data).toEqual({
    removed: true,
  })
  expect((await call(listReviews, { operator: code })).meta).toMatchObject({
    total: 0,
    average: null,
  })
  expect(await scoreOf(code)).toEqual({ rating: null, reviews: 0 })
})

test('the export has what a person wrote, and their erasure takes it with them', async () => {
  const { code, id } = await someOperator()
  const { as, user } = await aTraveller(id)
  await call(writeReview, { operator: code, rating: 4, body: words }, { as })
  const { data } = await call(exportProfile, {}, { as })
  expect(data.reviews).toEqual((await call(listMyReviews, {}, { as })).data)
  expect(data.reviews).toMatchObject([{ about: { code }, rating: 4, trip: { to: 'Ibadan' } }])
  await sql`update person set erase_at = now() where id = ${user.id}`.execute(db)
  await eraseDueAccounts(server.host)
  expect((await call(listReviews, { operator: code })).data).toEqual([])
  expect(await scoreOf(code)).toEqual({ rating: null, reviews: 0 })
})

test('the pages of a list hold every review once', async () => {
  const { code } = await someOperator()
  for (let n = 0; n < 7; n += 1) {
    const { as } = await aUser(server)
    await call(writeReview, { operator: code, rating: 3, body: `${words} ${n}` }, { as })
  }
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) => {
      const { data } = await call(listReviews, { operator: code, page, per_page: 3 })
      return data.map(({ id }) => id)
    }),
  )
  expect(pages.map((ids) => ids.length)).toEqual([3, 3, 1])
  expect(new Set(pages.flat()).size).toBe(7)
})

test('characters are counted as people see them: five emoji are no review', async () => {
  const { code } = await someOperator()
  const ada = await aUser(server)
  const say = (body: string) =>
    call(writeReview, { operator: code, rating: 5, body }, { as: ada.as })
  expect((await say('😀'.repeat(5))).problem.fields).toEqual({
    body: 'Use at least 10 characters.',
  })
  expect((await say('😀'.repeat(10))).status).toBe(200)
})

test('stars are a number and nothing that could be read as one', async () => {
  const { code } = await someOperator()
  const ada = await aUser(server)
  for (const rating of [true, '3', null] as unknown[]) {
    const wrong = { operator: code, rating: rating as number, body: words }
    expect((await call(writeReview, wrong, { as: ada.as })).problem.code).toBe('invalid_input')
  }
})
