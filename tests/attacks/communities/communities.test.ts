import { afterAll, expect, test } from 'vitest'
import * as endpoints from '#contract/communities/endpoints'
import { decidePost, listModerationLog, listModerationQueue } from '#contract/communities/endpoints'
import { maxPostsPerHour, maxPostReportsPerDay } from '#contract/communities/rules'
import { detectContacts } from '#server/platform/contact-details'
import { writeBaseLists } from '#server/db/base/index'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { aStaffKey } from '#tests/support/makers/boarding'
import { aCommunityMember, aPost } from '#tests/support/makers/communities'
import { testDatabase } from '#tests/support/database/test-database'
import { aJpeg } from '#tests/support/files/jpegs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
await writeBaseLists(db)
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const { listPosts, reportPost, writePost } = endpoints
const group = 'city-lagos'
const staff = await aStaffKey(server, ['moderation'])

const others = async (state = 'shown') => {
  const { data } = await call(listPosts, { group, per_page: 100 })
  return data.filter((post) => post.state === state).map(({ id }) => id)
}

async function anUnverifiedNeighbour() {
  const made = await aCommunityMember(server)
  await sql`update person set email_verified_at = null, phone_verified_at = null
    where id = ${made.user.id}`.execute(db)
  return made
}

const report = async (id: string, count: number) => {
  const statuses: number[] = []
  for (let at = 0; at < count; at += 1) {
    const { as } = await aCommunityMember(server)
    statuses.push((await call(reportPost, { id, reason: 'scam' }, { as })).status)
  }
  return statuses
}

test('a flood stops after a few an hour, also when it comes all at once', async () => {
  const fresh = await aCommunityMember(server, [group], { is_fresh: true })
  const known = await aCommunityMember(server)
  for (const [who, most] of [
    [fresh, maxPostsPerHour.fresh],
    [known, maxPostsPerHour.known],
  ] as const) {
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        call(writePost, { group, body: `Post number ${n} of ${who.name}` }, { as: who.as }),
      ),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(most)
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(30 - most)
  }
})

test('links and numbers of new people wait; of anybody a link bomb and the same words again', async () => {
  const fresh = await aCommunityMember(server, [group], { is_fresh: true })
  const known = await aCommunityMember(server)
  const held = [
    await aPost(server, fresh, 'Cheap tickets at bit.ly/waka now'),
    await aPost(server, fresh, 'Call me on 0803 - 123 - 45 - 67'),
    await aPost(server, fresh, 'Write to chief@cheap-bus.example today'),
    await aPost(server, known, 'a.com b.com c.com https://d.ng'),
  ]
  const free = [
    await aPost(server, fresh, 'The 6:30 bus left at 7:15, fare ₦12,500, seat 14.'),
    await aPost(server, known, 'The timetable is at www.ourpark.ng, call 08031234567'),
  ]
  const again = await aPost(server, known, 'The timetable is at www.ourpark.ng, call 08031234567')
  expect([...held, again].map(({ state }) => state)).toEqual(Array(5).fill('waiting'))
  expect(free.map(({ state }) => state)).toEqual(['shown', 'shown'])
  expect(held[0]?.why).toContain('We check links')
  const seen = await others()
  for (const { id } of [...held, again]) expect(seen).not.toContain(id)
  const { data } = await call(listModerationQueue, {}, { as: staff })
  for (const { id } of held) expect(data.map((one) => one.id)).toContain(id)
})

test.each([
  ['+234 803 123 4567', 0, true],
  ['０８０３１２３４５６７', 0, true],
  ['https://a.ng and http://b.com', 2, false],
  ['evil[dot]com', 1, false],
  ['Book at waka. com today', 1, false],
  ['waka .com', 1, false],
  ['waka . com', 1, false],
  ['waka (dot) com', 1, false],
  ['waka dot com', 1, false],
  ['waka[.]ng', 1, false],
  ['bit {dot} ly', 1, false],
  ['bit dot ly', 1, false],
  ['waka。ng', 1, false],
  ['We left at six on the dot, me and Ada. Top. Shop at the park.', 0, false],
  ['We came late. Me and the driver. Net result: good.', 0, false],
  ['Leaves 6:30, 12,500 naira, 3 seats', 0, false],
  ['Km 21 on 24.11.2026', 0, false],
  ['Call 0803\u200b123\u200b4567', 0, true],
  ['Call 0803/123/4567', 0, true],
  ['Call 0803\u2013123\u20134567', 0, true],
  ['Call \u0660\u0668\u0660\u0663\u0661\u0662\u0663\u0664\u0665\u0666\u0667', 0, true],
  ['Look at exam\u00adple.c\u200dom', 1, false],
  ['ada\u200b@people.exam\u2060ple', 0, true],
])('what leads out of %s', (text, links, contacts) => {
  expect(detectContacts(text)).toEqual({ links, contacts })
})

test('nobody is called like an office, in letters of any script', async () => {
  const { as } = await aCommunityMember(server)
  for (const name of ['W\u0430ka', 'Supp\u043ert', '\u00c1dmin', 'M\u043ederat\u043er'])
    expect((await call(endpoints.setCommunityName, { name }, { as })).problem).toMatchObject({
      code: 'invalid_input',
      fields: { name: expect.stringContaining('official') },
    })
})

test('script in every field is words, or nothing at all', async () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
  const ada = await aCommunityMember(server)
  const named = await call(endpoints.setCommunityName, { name: evil.slice(0, 28) }, { as: ada.as })
  expect(named.status).toBe(400)
  const post = await aPost(server, ada, evil)
  const { data, headers } = await call(listPosts, { group })
  expect(data.find(({ id }) => id === post.id)?.body).toBe(evil)
  expect(headers['content-type']).toContain('application/json')
  expect(headers['x-content-type-options']).toBe('nosniff')
  const bola = await aCommunityMember(server)
  await call(reportPost, { id: post.id, reason: 'wrong', words: evil }, { as: bola.as })
  for (const photo of [evil, Buffer.from(`<svg onload="alert(1)"/>`).toString('base64')])
    expect((await call(writePost, { group, body: 'A photo', photo }, { as: ada.as })).status).toBe(
      400,
    )
})

test('accounts that are fresh or unverified hide nothing, however many they are', async () => {
  const ada = await aCommunityMember(server)
  const { id } = await aPost(server, ada, 'The park at Jibowu opens at five.')
  const reporters = await Promise.all([
    aCommunityMember(server, [group], { is_fresh: true }),
    aCommunityMember(server, [group], { is_fresh: true }),
    aCommunityMember(server, [group], { is_fresh: true }),
    ...Array.from({ length: 3 }, () => anUnverifiedNeighbour()),
    aCommunityMember(server),
    aCommunityMember(server),
  ])
  await Promise.all(reporters.map(({ as }) => call(reportPost, { id, reason: 'scam' }, { as })))
  expect(await others()).toContain(id)
  await report(id, 1)
  expect(await others()).not.toContain(id)
})

test('three people’s reports hide a post until somebody has looked, and the log says why', async () => {
  const ada = await aCommunityMember(server)
  const post = await aPost(server, ada, 'Send me money and I send you a ticket.')
  const { id } = post
  const twice = await aCommunityMember(server)
  for (let at = 0; at < 3; at += 1) await call(reportPost, { id, reason: 'scam' }, { as: twice.as })
  await report(id, 1)
  expect(await others()).toContain(id)
  await report(id, 1)
  expect(await others()).not.toContain(id)
  expect((await call(endpoints.listAnswers, { id })).status).toBe(404)
  const mine = await call(endpoints.listAnswers, { id }, { as: ada.as })
  expect(mine.meta.post).toMatchObject({ state: 'hidden' })
  expect(mine.meta.post.why).toContain('Three people reported it')

  const words = 'It is a joke among friends, look at the answers.'
  const appealed = await call(endpoints.appealPost, { id, words }, { as: ada.as })
  expect(appealed.data.is_appealed).toBe(true)
  const again = await call(endpoints.appealPost, { id, words }, { as: ada.as })
  expect(again.problem.code).toBe('appeal_closed')
  const { data: queue } = await call(listModerationQueue, {}, { as: staff })
  expect(queue.find((one) => one.id === id)).toMatchObject({ appeal: words, state: 'hidden' })

  const reason = 'A joke, nobody is harmed.'
  await call(decidePost, { id, decision: 'shown', reason }, { as: staff })
  await report(id, 4)
  expect(await others()).toContain(id)
  const { data: log } = await call(listModerationLog, { post: id }, { as: staff })
  expect(log.map(({ decision, by }) => [decision, by])).toEqual([
    ['shown', 'Test'],
    ['appealed', 'author'],
    ['hidden', 'rule'],
  ])
})

test('what is removed stays away, and its author reads why', async () => {
  const ada = await aCommunityMember(server)
  const { id } = await aPost(server, ada, 'Somebody’s phone number and address.')
  const reason = 'It tells where somebody lives.'
  await call(decidePost, { id, decision: 'removed', reason }, { as: staff })
  expect(await others()).not.toContain(id)
  const { meta } = await call(endpoints.listAnswers, { id }, { as: ada.as })
  expect(meta.post).toMatchObject({ state: 'removed', why: reason })
})

test('nobody rewrites the log, and only a key for it moderates', async () => {
  await expect(sql`update moderation_entry set reason = 'another'`.execute(db)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`delete from moderation_entry`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`truncate moderation_entry`.execute(db)).rejects.toThrow('append-only')
  const other = await aStaffKey(server, ['claims'])
  const ada = await aCommunityMember(server)
  for (const as of [other, ada.as, {}])
    expect([401, 403]).toContain((await call(listModerationQueue, {}, { as })).status)
})

test('nobody reports more than twenty posts a day, or their own', async () => {
  const ada = await aCommunityMember(server)
  const bola = await aCommunityMember(server)
  const mine = await aPost(server, bola, 'Nothing is wrong with this one.')
  const own = await call(reportPost, { id: mine.id, reason: 'spam' }, { as: bola.as })
  expect(own.status).toBe(404)
  await sql`insert into community_post (id, group_code, author_id, body, state)
    select gen_random_uuid(), ${group}, ${ada.author}, 'Bulk ' || n, 'shown' from generate_series(1, 25) n`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    select id from community_post where body like 'Bulk %'`.execute(db)
  const sent = await Promise.all(
    rows.map(({ id }) => call(reportPost, { id, reason: 'spam' }, { as: bola.as })),
  )
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(maxPostReportsPerDay)
})

test('deleting a post gives nobody another one, nor the same words a second time', async () => {
  const fresh = await aCommunityMember(server, [group], { is_fresh: true })
  const known = await aCommunityMember(server)
  const post = async ({ as }: Pick<typeof known, 'as'>, body: string) => {
    const { status, data, problem } = await call(writePost, { group, body }, { as })
    if (status !== 200) return problem.code
    await call(endpoints.deletePost, { id: data.id }, { as })
    return data.state
  }
  const flood: string[] = []
  for (let at = 0; at <= maxPostsPerHour.fresh; at += 1)
    flood.push(await post(fresh, `Phone number ${at}`))
  expect(flood.at(-1)).toBe('too_many_requests')
  expect(await post(known, 'Cheap phones at Ikeja, come today')).toBe('shown')
  expect(await post(known, 'CHEAP phones at Ikeja, come today')).toBe('waiting')
})

/** Calls while the post is being deleted, and completes the deletion once the call waits for it. */
async function duringDeletion<T>(id: string, ask: () => Promise<T>): Promise<T> {
  const { asked } = await inTransaction(db, async (tx) => {
    await sql`delete from community_post where id = ${id}::uuid`.execute(tx)
    const asking = ask()
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(1)
    return { asked: asking }
  })
  return asked
}

test('what is said of a post while it is deleted finds none', async () => {
  const [author, other] = [await aCommunityMember(server), await aCommunityMember(server)]
  const photo = (await aJpeg()).toString('base64')
  const asks = [
    (id: string) => call(writePost, { group, answers: id, body: 'So it is' }, { as: other.as }),
    (id: string) => call(writePost, { group, answers: id, body: 'Look', photo }, { as: other.as }),
    (id: string) => call(endpoints.thankPost, { id, is_thanked: true }, { as: other.as }),
    (id: string) => call(reportPost, { id, reason: 'scam' }, { as: other.as }),
  ] as const
  for (const [at, ask] of asks.entries()) {
    const { id } = await aPost(server, author, `Seats to Ibadan, bus ${at}`)
    const { problem } = await duringDeletion<{ problem: { code: string } }>(id, () => ask(id))
    expect(problem.code).toBe('not_found')
  }
})

test('a photo is read only where its post may be written', async () => {
  const stranger = await aCommunityMember(server, [])
  const post = { group, body: 'Look', photo: '/9j/4AAQ' }
  expect((await call(writePost, post, { as: stranger.as })).problem.code).toBe('members_only')
  const { as } = await aCommunityMember(server)
  expect((await call(writePost, post, { as })).problem.fields).toHaveProperty('photo')
})
