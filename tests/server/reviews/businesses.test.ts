import { afterAll, expect, test } from 'vitest'
import { getBusiness, listBusinesses } from '#contract/businesses/endpoints'
import type { BusinessSummary } from '#contract/businesses/model'
import { exportProfile } from '#contract/profile/endpoints'
import {
  answerAsOwner,
  decideReview,
  deleteReview,
  listReviews,
  listReviewsToAnswer,
  listReviewsForStaff,
  reportReview,
  writeReview,
} from '#contract/reviews/endpoints'
import { aStaffKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aReviewedBusiness } from '#tests/support/makers/businesses'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const words = 'Clean rooms, and the gate was open when we came at night.'

const all = (await call(listBusinesses, { per_page: 100 })).data
const unreviewed = async (city: string): Promise<BusinessSummary> => {
  for (const one of all.filter((each) => each.city.code === city)) {
    const { meta } = await call(listReviews, { business: one.code })
    if (meta.total === 0) return one
  }
  throw new Error(`Every business of ${city} has reviews.`)
}

/** Somebody who has travelled from Lagos to Ibadan. */
async function aTraveller() {
  const user = await aUser(server)
  await moveTripToPast(
    server,
    await aBookingForPerson(server, user, { operator_id: await anOperator(db) }),
  )
  return user
}

test('who has travelled to or from its city counts in a business’s stars; eight fresh accounts do not', async () => {
  const business = await unreviewed('lagos')
  const { as } = await aTraveller()
  const said = await call(writeReview, { business: business.code, rating: 4, body: words }, { as })
  expect(said.data).toMatchObject({
    about: { kind: 'business', code: business.code, name: business.name },
    is_verified: true,
    state: 'shown',
  })
  for (let n = 0; n < 8; n += 1) {
    const fresh = await aUser(server)
    const input = { business: business.code, rating: 1, body: `Number ${n}: ${words}` }
    expect((await call(writeReview, input, { as: fresh.as })).data.is_verified).toBe(false)
  }
  expect((await call(getBusiness, { code: business.code })).data).toMatchObject({
    rating: 4,
    reviews: 1,
  })
  const { meta } = await call(listReviews, { business: business.code })
  expect(meta).toMatchObject({ total: 9, average: 4, stars: [0, 0, 0, 1, 0] })
})

test('a trip elsewhere does not vouch, and stars for driving are for operators', async () => {
  const business = await unreviewed('kano')
  const { as } = await aTraveller()
  const input = { business: business.code, rating: 5, body: words }
  expect((await call(writeReview, input, { as })).data.is_verified).toBe(false)
  const scored = await call(writeReview, { ...input, scores: { driving: 5 } }, { as })
  expect(scored.status).toBe(400)
  expect(scored.problem.fields).toEqual({ 'scores.driving': 'A business has no stars for this.' })
})

test('one writes of one subject, once; it is exported, and goes when it is taken back', async () => {
  const business = await unreviewed('ibadan')
  const { as } = await aUser(server)
  const input = { business: business.code, rating: 3, body: words }
  const two = await call(writeReview, { ...input, operator: 'harmattan-lines' }, { as })
  expect(two.problem.fields).toHaveProperty('operator')
  const first = await call(writeReview, input, { as })
  const again = await call(writeReview, { ...input, rating: 2 }, { as })
  expect(again.data).toMatchObject({ id: first.data.id, rating: 2 })
  const mine = (await call(exportProfile, {}, { as })).data.reviews
  expect(mine.map(({ about }) => about.code)).toEqual([business.code])
  await call(deleteReview, { id: first.data.id }, { as })
  expect((await call(listReviews, { business: business.code })).meta.total).toBe(0)
})

test('it is reported and moderated as every review is', async () => {
  const business = await unreviewed('abuja')
  const [writer, reader] = [await aUser(server), await aUser(server)]
  const input = { business: business.code, rating: 1, body: words }
  const { id } = (await call(writeReview, input, { as: writer.as })).data
  await call(reportReview, { id, reason: 'abuse' }, { as: reader.as })
  const staff = await aStaffKey(server, ['reviews'])
  const queue = await call(listReviewsForStaff, { queue: 'reported' }, { as: staff })
  expect(queue.data.map((one) => one.about.code)).toContain(business.code)
  await call(
    decideReview,
    { id, became: 'hidden', reason: 'It names nobody’s fault.' },
    { as: staff },
  )
  expect((await call(listReviews, { business: business.code })).meta.total).toBe(0)
})

test('whoever had it listed answers a review once, and nobody else does', async () => {
  const [owner, other] = [await aTraveller(), await aUser(server)]
  const { code, review: id, writer } = await aReviewedBusiness(server, owner)
  const own = { business: code, rating: 5, body: words }
  const mine = await call(writeReview, own, { as: owner.as })
  expect(mine.data.is_verified, 'nobody rates their own').toBe(false)
  expect((await call(listReviewsToAnswer, {}, { as: owner.as })).data.map((one) => one.id)).toEqual(
    [id],
  )
  expect((await call(listReviewsToAnswer, {}, { as: other.as })).data).toEqual([])
  const answer = 'We have a new lock since then. Thank you.'
  for (const { as } of [writer, other])
    expect((await call(answerAsOwner, { id, answer }, { as })).status).toBe(404)
  const answered = await call(answerAsOwner, { id, answer }, { as: owner.as })
  expect(answered.data.answer?.text).toBe(answer)
  expect((await call(answerAsOwner, { id, answer }, { as: owner.as })).status).toBe(409)
  expect((await call(listReviewsToAnswer, {}, { as: owner.as })).data).toEqual([])
})

test('the demo country has reviewed every third business', async () => {
  const rated = all.filter(({ reviews }) => reviews > 0).length
  expect(rated).toBeGreaterThan(all.length / 6)
  const unknown = await call(listReviews, { business: 'no-such-place' })
  expect(unknown.status).toBe(404)
})
