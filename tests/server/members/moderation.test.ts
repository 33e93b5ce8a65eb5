import { afterAll, expect, test } from 'vitest'
import * as community from '#contract/communities/endpoints'
import * as desk from '#contract/members/endpoints'
import * as reviews from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aMember, aStaffMember } from '#tests/support/makers/members'
import { anOperator } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

/** Decisions and answers by members of a desk, instead of by keys. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

const operator_id = await anOperator(db)
const { rows } = await sql<{
  code: string
}>`select code from operator where id = ${operator_id}`.execute(db)
const operator = rows[0]?.code ?? ''
const moderator = await aStaffMember(server, 'moderator')
const admin = await aStaffMember(server, 'admin')
const owner = await aMember(server, { operator_id, role: 'owner' })
const agent = await aMember(server, { operator_id, role: 'agent' })

test('a moderator looks at a reported review, hides it with a reason, and the log says so', async () => {
  const [writer, reader] = [await aUser(server), await aUser(server)]
  const said = { operator, rating: 1, body: 'Nobody was there.' }
  const { data: review } = await call(reviews.writeReview, said, { as: writer.as })
  const { id } = review
  await call(reviews.reportReview, { id, reason: 'abuse' }, { as: reader.as })
  const queue = await call(reviews.listReviewsForStaff, { queue: 'reported' }, { as: moderator.as })
  expect(queue.data.map((one) => one.id)).toContain(id)
  const reason = 'It names a driver.'
  const decided = await call(
    reviews.decideReview,
    { id, became: 'hidden', reason },
    { as: moderator.as },
  )
  expect(decided.data.state).toBe('hidden')
  const { data } = await call(desk.listAuditLog, {}, { as: admin.as })
  expect(data[0]).toMatchObject({
    act: 'decideReview',
    subject: id,
    reason,
    who: moderator.user.full_name,
    about: '“Nobody was there.”',
  })
})

test('what a moderator decided about a post can be appealed, and is decided anew', async () => {
  await sql`insert into community_group (code, kind, name, about)
    values ('city-desk', 'city', 'Desk', 'A group to be moderated')`.execute(db)
  const writer = await aUser(server)
  await call(community.setCommunityName, { name: 'Green hat' }, { as: writer.as })
  await call(community.joinGroup, { group: 'city-desk' }, { as: writer.as })
  const words = { group: 'city-desk', body: 'Call me on 0803 123 4567' }
  const { data: post } = await call(community.writePost, words, { as: writer.as })
  const waiting = () => call(community.listModerationQueue, {}, { as: moderator.as })
  expect((await waiting()).data.map(({ id }) => id)).toContain(post.id)
  const decide = (decision: 'shown' | 'removed', reason: string) =>
    call(community.decidePost, { id: post.id, decision, reason }, { as: moderator.as })
  const { data: entry } = await decide('removed', 'No phone numbers here.')
  expect(entry.by).toMatch(/^member [0-9a-f-]{36}$/)
  const lastAbout = async () => (await call(desk.listAuditLog, {}, { as: admin.as })).data[0]?.about
  expect(await lastAbout()).toBe('Desk')
  const appeal = { id: post.id, words: 'It is the number of the motor park.' }
  expect((await call(community.appealPost, appeal, { as: writer.as })).status).toBe(200)
  expect((await waiting()).data.find(({ id }) => id === post.id)?.appeal).toBe(appeal.words)
  expect((await decide('shown', 'It is the motor park’s own number.')).status).toBe(200)
  expect((await waiting()).data.map(({ id }) => id)).not.toContain(post.id)
  expect(await lastAbout()).toBe('Desk: “Call me on 0803 123 4567”')
})

test('a moderator decides neither about their own post nor about their own review', async () => {
  await sql`insert into community_group (code, kind, name, about)
    values ('city-own', 'city', 'Own', 'A group with a moderator')`.execute(db)
  const { as } = moderator
  await call(community.setCommunityName, { name: 'Red hat' }, { as })
  await call(community.joinGroup, { group: 'city-own' }, { as })
  const words = { group: 'city-own', body: 'Call me on 0803 123 4567' }
  const { data: post } = await call(community.writePost, words, { as })
  const own = (what: string) => ({
    code: 'not_allowed',
    detail: `This ${what} is yours. Somebody else decides about it.`,
  })
  const show = { id: post.id, decision: 'shown' as const, reason: 'It is fine.' }
  expect((await call(community.decidePost, show, { as })).problem).toMatchObject(own('post'))
  expect((await call(community.decidePost, show, { as: admin.as })).status).toBe(200)

  const said = { operator, rating: 1, body: 'Nobody was there, again.' }
  const { data: review } = await call(reviews.writeReview, said, { as })
  const hide = { id: review.id, became: 'hidden' as const, reason: 'It names a driver.' }
  expect((await call(reviews.decideReview, hide, { as })).problem).toMatchObject(own('review'))
  expect((await call(reviews.decideReview, hide, { as: admin.as })).status).toBe(200)
})

test('one report brings a post to the moderators, until they have decided and it is reported again', async () => {
  await sql`insert into community_group (code, kind, name, about)
    values ('city-once', 'city', 'Once', 'A group with one report')`.execute(db)
  const [writer, first, second] = [await aUser(server), await aUser(server), await aUser(server)]
  for (const [at, { as }] of [writer, first, second].entries())
    await call(community.setCommunityName, { name: `Blue hat ${at + 1}` }, { as })
  await call(community.joinGroup, { group: 'city-once' }, { as: writer.as })
  const { data: post } = await call(
    community.writePost,
    { group: 'city-once', body: 'Send me the fare, I keep you a seat.' },
    { as: writer.as },
  )
  const { id } = post
  const queued = async () => {
    const { data } = await call(community.listModerationQueue, {}, { as: moderator.as })
    return data.find((one) => one.id === id)
  }
  expect(await queued()).toBeUndefined()
  const words = 'He asks for money.'
  await call(community.reportPost, { id, reason: 'scam', words }, { as: first.as })
  expect(await queued()).toMatchObject({ state: 'shown', reports: [{ reason: 'scam', words }] })
  const leave = { id, decision: 'shown' as const, reason: 'He is the driver.' }
  expect((await call(community.decidePost, leave, { as: moderator.as })).status).toBe(200)
  expect(await queued()).toBeUndefined()
  await call(community.reportPost, { id, reason: 'spam' }, { as: second.as })
  expect((await queued())?.reports).toEqual([{ reason: 'spam', words: null }])
})

test('an owner answers a review once; an agent may not', async () => {
  const writer = await aUser(server)
  const said = { operator, rating: 4, body: 'We left on time.' }
  const { data: review } = await call(reviews.writeReview, said, { as: writer.as })
  const { id } = review
  const answer = 'Thank you for riding with us.'
  const refused = await call(reviews.answerReview, { id, answer }, { as: agent.as })
  expect(refused.problem.code).toBe('not_allowed')
  const answered = await call(reviews.answerReview, { id, answer }, { as: owner.as })
  expect(answered.data.answer?.text).toBe(answer)
  const again = await call(reviews.answerReview, { id, answer }, { as: owner.as })
  expect(again.problem.code).toBe('review_answered')
  const { data } = await call(desk.listAuditLog, {}, { as: owner.as })
  expect(data.filter(({ act }) => act === 'answerReview')).toHaveLength(1)
})

test('a decision and its line in the log stand or fall together', async () => {
  const writer = await aUser(server)
  const said = { operator, rating: 2, body: 'No shade anywhere.' }
  const { data: review } = await call(reviews.writeReview, said, { as: writer.as })
  await sql`create function refuse_audit() returns trigger language plpgsql as
    $$ begin raise exception 'not now' using errcode = 'check_violation'; end $$`.execute(db)
  await sql`create trigger refuse_audit before insert on audit_entry for each row execute function refuse_audit()`.execute(
    db,
  )
  const input = { id: review.id, became: 'hidden' as const, reason: 'To be undone' }
  const { status } = await call(reviews.decideReview, input, { as: moderator.as })
  await sql`drop trigger refuse_audit on audit_entry`.execute(db)
  expect(status).toBe(500)
  const { rows: after } = await sql<{
    state: string
  }>`select state from review where id = ${review.id}`.execute(db)
  expect(after[0]?.state).toBe('shown')
})
