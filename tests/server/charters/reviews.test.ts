import { expect, test } from 'vitest'
import { getCharterVehicle } from '#contract/charters/market/endpoints'
import { getCharter, reviewCharter } from '#contract/charters/trips/endpoints'
import { endCharter, startCharter } from '#contract/charters/trips/endpoints'
import { decideReview, listReviewsForStaff, reportReview } from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { addToDesk } from '#server/rooms/members'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aStaffKey } from '#tests/support/makers/boarding'
import {
  aCharter,
  aCharterKey,
  aVehicle,
  payCharter,
  moveStart,
} from '#tests/support/makers/charters'
import { addSecondFactor, aStaffMember } from '#tests/support/makers/members'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { aUser } from '#tests/support/makers/people'

const { db, server } = await aPaymentWorld()

async function aFinishedCharter() {
  const vehicle = await aVehicle(db)
  const made = await aCharter(server, vehicle, { plan: 'all' })
  await payCharter(server, made)
  await moveStart(db, made.charter, 2)
  const { reference } = made.charter
  const key = await aCharterKey(server, vehicle)
  const { data } = await server.call(getCharter, { reference }, { as: made.as })
  await server.call(startCharter, { reference, code: data.start_code ?? '' }, { as: key })
  const begun = await server.call(getCharter, { reference }, { as: made.as })
  const over = { reference, code: begun.data.end_code ?? '' }
  expect((await server.call(endCharter, over, { as: key })).data.state).toBe('completed')
  const write = async (body: string) =>
    server.call(reviewCharter, { reference, rating: 5, body }, { as: made.as })
  const seen = async () => (await server.call(getCharterVehicle, { id: vehicle.id })).data
  return { ...made, reference, write, seen }
}

test('a review of a vehicle with a telephone number waits for our staff, and what they hid is not written anew', async () => {
  const { write, seen } = await aFinishedCharter()
  const staff = await aStaffKey(server, ['reviews'])
  const body = 'For cheaper cars call 0803 111 2233 and ask for Musa.'
  expect((await write(body)).data.review).toMatchObject({ body, state: 'waiting' })
  expect(await seen()).toMatchObject({ reviews: 0, rating: null, latest_reviews: [] })
  const queue = await server.call(listReviewsForStaff, {}, { as: staff })
  const [waiting] = queue.data
  expect(queue.meta.total).toBe(1)
  expect(waiting).toMatchObject({ body, author: 'Ngozi B.', is_verified: true, state: 'waiting' })
  const decide = (became: 'shown' | 'hidden') =>
    server.call(
      decideReview,
      { id: waiting?.id ?? '', became, reason: 'Advertises others.' },
      { as: staff },
    )
  const early = {
    id: waiting?.id ?? '',
    became: 'shown',
    written_at: '2026-01-01T00:00:00Z',
  } as const
  const refused = await server.call(
    decideReview,
    { ...early, reason: 'An old version.' },
    { as: staff },
  )
  expect(refused.problem.code).toBe('review_changed')
  expect((await decide('shown')).data.state).toBe('shown')
  expect(await seen()).toMatchObject({ reviews: 1, rating: 5 })
  expect((await decide('hidden')).data.state).toBe('hidden')
  expect(await seen()).toMatchObject({ reviews: 0, rating: null, latest_reviews: [] })
  expect((await write('A clean car.')).data.review?.state).toBe('waiting')
  await decide('shown')
  expect((await write('A clean and quiet car.')).data.review?.state).toBe('shown')
})

test('a review of a vehicle by somebody who works for its operator waits for our staff', async () => {
  const { reference, write, seen } = await aFinishedCharter()
  await sql`insert into member (id, person_id, operator_id, role)
    select gen_random_uuid(), h.person_id, v.operator_id, 'owner'
    from charter h join charter_vehicle v on v.id = h.vehicle_id where h.reference = ${reference}`.execute(
    db,
  )
  expect((await write('The best car of Lagos.')).data.review?.state).toBe('waiting')
  expect(await seen()).toMatchObject({ reviews: 0, rating: null })
})

test('a review of a vehicle is reported by others, stays until our staff have looked, and closes after 30 days', async () => {
  const { as, reference, write, seen } = await aFinishedCharter()
  const staff = await aStaffKey(server, ['reviews'])
  await write('The driver, Musa of Jibowu, is a thief.')
  const id = (await seen()).latest_reviews[0]?.id ?? ''
  const report = { id, reason: 'private' as const, words: 'I am his sister.' }
  expect((await server.call(reportReview, report, { as })).problem.code).toBe('not_found')
  const reader = await aUser(server)
  expect((await server.call(reportReview, report, { as: reader.as })).status).toBe(200)
  expect((await seen()).reviews).toBe(1)
  const reported = () => server.call(listReviewsForStaff, { queue: 'reported' }, { as: staff })
  expect((await reported()).data).toMatchObject([{ id, reports: [{ words: report.words }] }])
  await sql`update person set erase_at = now() where id = ${reader.user.id}`.execute(db)
  await eraseDueAccounts(server.host)
  expect((await reported()).data).toMatchObject([{ id, reports: [{ words: null }] }])
  const decided = { id, became: 'shown' as const, reason: 'No full name.' }
  expect((await server.call(decideReview, decided, { as: staff })).status).toBe(200)
  expect((await reported()).data).toEqual([])
  await sql`update charter_review set first_at = first_at - interval '30 days'`.execute(db)
  expect((await server.call(getCharter, { reference }, { as })).data.can.review).toBe(false)
  expect((await write('Never again with them.')).problem.code).toBe('review_closed')
})

test('who hired the vehicle does not decide about their own review, also as our staff', async () => {
  const { owner, as, write, seen } = await aFinishedCharter()
  await write('The best car of Ibadan.')
  const id = (await seen()).latest_reviews[0]?.id ?? ''
  await addToDesk(db, { email: owner.user.email ?? '', operator: null, role: 'moderator' })
  await addSecondFactor(server, as)
  const hide = { id, became: 'hidden' as const, reason: 'To be sure.' }
  expect((await server.call(decideReview, hide, { as })).problem).toMatchObject({
    code: 'not_allowed',
    detail: 'This review is yours. Somebody else decides about it.',
  })
  const other = await aStaffMember(server, 'moderator')
  expect((await server.call(decideReview, hide, { as: other.as })).status).toBe(200)
})
