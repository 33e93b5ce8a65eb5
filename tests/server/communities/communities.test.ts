import { afterAll, expect, test } from 'vitest'
import * as endpoints from '#contract/communities/endpoints'
import { findStopovers, listNyscBatches, listNyscCamps } from '#contract/communities/endpoints'
import { exportProfile } from '#contract/profile/endpoints'
import { writeBaseLists } from '#server/db/base/index'
import { sql } from '#server/db/sql'
import { aCommunityMember, aPost } from '#tests/support/makers/communities'
import { testDatabase } from '#tests/support/database/test-database'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aJpeg } from '#tests/support/files/jpegs'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
await writeBaseLists(db)
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const { listAnswers, listBuddies, listPosts, writePost } = endpoints
const group = 'city-lagos'

const bodies = async (as = {}) => {
  const { data } = await call(listPosts, { group, per_page: 100 }, { as })
  return data.map(({ body }) => body)
}

test('somebody chooses a name, joins, posts and is answered and thanked', async () => {
  const ada = await aCommunityMember(server)
  const bola = await aCommunityMember(server)
  const post = await aPost(server, ada, 'Is the toilet at Jibowu open at night?')
  expect(post).toMatchObject({ author: { name: ada.name, is_me: true }, state: 'shown' })
  const answers = post.id
  await aPost(server, bola, 'Yes, ask the attendant for the key.', { answers })
  const thanks = await call(endpoints.thankPost, { id: post.id, is_thanked: true }, { as: bola.as })
  expect(thanks.data).toEqual({ thanks: 1, is_thanked: true })
  await call(endpoints.thankPost, { id: post.id, is_thanked: true }, { as: bola.as })
  const { data, meta, text } = await call(listAnswers, { id: post.id })
  expect(meta.post).toMatchObject({ thanks: 1, answer_count: 1, author: { is_me: false } })
  expect(data.map(({ author }) => author.name)).toEqual([bola.name])
  const back = await call(endpoints.thankPost, { id: post.id, is_thanked: false }, { as: bola.as })
  expect(back.data).toEqual({ thanks: 0, is_thanked: false })
  // A stranger only learns the community name.
  for (const secret of [ada.user.id, ada.user.full_name, ada.user.email, ada.user.phone])
    expect(text).not.toContain(secret)
})

test('the same words sent again are written once, and an answer has no answers', async () => {
  const ada = await aCommunityMember(server)
  const client_ref = crypto.randomUUID()
  const first = await aPost(server, ada, 'Ojota is blocked.', { client_ref })
  const second = await aPost(server, ada, 'Ojota is blocked.', { client_ref })
  expect(second.id).toBe(first.id)
  const answer = await aPost(server, ada, 'It is free again.', { answers: first.id })
  const deeper = { group, body: 'Is it?', answers: answer.id }
  expect((await call(writePost, deeper, { as: ada.as })).status).toBe(404)
  await expect(
    sql`insert into community_post (id, group_code, author_id, answers, body, state)
      values (gen_random_uuid(), ${group}, ${ada.author}, ${answer.id}, 'Is it?', 'shown')`.execute(
      db,
    ),
  ).rejects.toThrow('no such post in this group')
})

test('nobody writes without a name or outside of their groups, and names are one’s own', async () => {
  const user = await aUser(server)
  const post = { group, body: 'Hello from me' }
  expect((await call(writePost, post, { as: user.as })).problem.code).toBe('name_needed')
  const ada = await aCommunityMember(server, [])
  expect((await call(writePost, post, { as: ada.as })).problem.code).toBe('members_only')
  const taken = { name: ada.name.toUpperCase() }
  expect((await call(endpoints.setCommunityName, taken, { as: user.as })).problem.code).toBe(
    'name_taken',
  )
  for (const name of ['Waka Support', 'N.Y.S.C <b>', '08031234567', 'x'])
    expect((await call(endpoints.setCommunityName, { name }, { as: user.as })).status).toBe(400)
  const wanted = await Promise.all(
    [0, 1].map(async () => {
      const { as } = await aUser(server)
      return (await call(endpoints.setCommunityName, { name: 'Both want it' }, { as })).status
    }),
  )
  expect(wanted.toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('who is muted is not read; who is blocked reads nothing either and cannot answer', async () => {
  const ada = await aCommunityMember(server)
  const bola = await aCommunityMember(server)
  const adas = await aPost(server, ada, 'Only friends may read this of Ada.')
  await aPost(server, bola, 'Bola speaks a lot.')
  const block = (state: 'muted' | 'blocked' | 'none') =>
    call(endpoints.setBlock, { person: bola.author, state }, { as: ada.as })
  await block('muted')
  expect(await bodies(ada.as)).not.toContain('Bola speaks a lot.')
  expect(await bodies(bola.as)).toContain(adas.body)
  const { data } = await block('blocked')
  expect(data.others).toEqual([{ id: bola.author, name: bola.name, state: 'blocked' }])
  expect(await bodies(bola.as)).not.toContain(adas.body)
  const answer = { group, body: 'I can still talk!', answers: adas.id }
  expect((await call(writePost, answer, { as: bola.as })).status).toBe(404)
  await block('none')
  expect(await bodies(bola.as)).toContain(adas.body)
})

test('a photo is made anew and shown to who may read its post', async () => {
  const ada = await aCommunityMember(server)
  const photo = (await aJpeg()).toString('base64')
  const post = await aPost(server, ada, 'The new shade at Utako.', { photo })
  expect(post.photo).toMatch(/photo\.jpg$/)
  const shown = await call(endpoints.getPostPhoto, { id: post.id })
  expect(shown.headers['content-type']).toBe('image/jpeg')
  await call(endpoints.deletePost, { id: post.id }, { as: ada.as })
  expect((await call(endpoints.getPostPhoto, { id: post.id })).status).toBe(404)
})

test('nobody deletes, and nobody appeals for, what another wrote', async () => {
  const ada = await aCommunityMember(server)
  const bola = await aCommunityMember(server)
  const { id } = await aPost(server, ada, 'Mine to delete.')
  expect((await call(endpoints.deletePost, { id }, { as: bola.as })).status).toBe(404)
  const words = 'I would like this back.'
  expect((await call(endpoints.appealPost, { id, words }, { as: bola.as })).status).toBe(404)
  expect((await call(endpoints.deletePost, { id }, { as: ada.as })).data.removed).toBe(true)
})

test('buddies of a camp find each other by batch, where both said so', async () => {
  const [ada, bola, chi] = [
    await aCommunityMember(server, ['camp-oy']),
    await aCommunityMember(server, ['camp-oy']),
    await aCommunityMember(server, ['camp-oy']),
  ]
  const join = (who: typeof ada, batch: string, is_listed: boolean) =>
    call(endpoints.joinGroup, { group: 'camp-oy', batch, is_listed }, { as: who.as })
  await join(ada, '2026-a1', true)
  await join(bola, '2026-a1', true)
  await join(chi, '2026-a1', false)
  const found = async (who: typeof ada, batch?: string) =>
    (
      await call(listBuddies, { group: 'camp-oy', ...(batch && { batch }) }, { as: who.as })
    ).data.map(({ name }) => name)
  expect(await found(ada)).toEqual([bola.name])
  expect(await found(chi, '2026-a1')).toEqual([bola.name, ada.name])
  expect(await found(ada, '2025-b2')).toEqual([])
  const stranger = await aCommunityMember(server, [])
  const { status } = await call(listBuddies, { group: 'camp-oy' }, { as: stranger.as })
  expect(status).toBe(404)
})

test('there are 37 camps in 37 states, each with a source, a day and a group', async () => {
  const { data } = await call(listNyscCamps, {})
  expect(data).toHaveLength(37)
  expect(new Set(data.map(({ state }) => state)).size).toBe(37)
  const { data: groups } = await call(endpoints.listGroups, { kind: 'camp', per_page: 100 })
  const codes = new Set(groups.map(({ code }) => code))
  for (const camp of data) {
    expect(camp.source).not.toBe('')
    expect(codes.has(camp.group)).toBe(true)
  }
  expect(data.filter(({ also_listed }) => also_listed !== null).map(({ state }) => state)).toEqual([
    'Borno',
    'Imo',
    'Kaduna',
    'Osun',
    'Yobe',
    'Zamfara',
  ])
})

test('a batch without an announcement has no days, and one with days has a source', async () => {
  const { data } = await call(listNyscBatches, {})
  const known = data.filter(({ camp_from }) => camp_from !== null)
  expect(known.map(({ code }) => code)).toEqual(['2026-a1', '2025-b2'])
  for (const { source, note } of known) {
    expect(source).toMatch(/\.com\)$/)
    expect(note).toMatch(/^As announced/)
  }
  for (const { camp_from, note } of data)
    if (camp_from === null) expect(note).toContain('No dates announced yet')
})

test('a journey is broken where buses come from the one end and go to the other', async () => {
  await aTrip(db, { stops: ['lagos', 'benin-city'] })
  await aTrip(db, { stops: ['benin-city', 'enugu'] })

  await sql`insert into connection (from_city_id, to_city_id, ends_on, runs)
    select a.id, b.id, lagos_today() + 30, 1 from city a, city b
    where (a.code, b.code) in (('lagos', 'benin-city'), ('benin-city', 'enugu'), ('lagos', 'kano'), ('kano', 'enugu'))
    on conflict do nothing`.execute(db)
  const { data } = await call(findStopovers, { from: 'lagos', to: 'enugu' })
  expect(data.map(({ code }) => code)).toEqual(['benin-city'])
  expect((await call(findStopovers, { from: 'lagos', to: 'atlantis' })).status).toBe(404)
  expect((await call(findStopovers, { from: 'lagos', to: 'lagos' })).data).toEqual([])
})

test('what somebody wrote is in their export, and an erasure takes it all', async () => {
  const ada = await aCommunityMember(server)
  const { id } = await aPost(server, ada, 'To be forgotten one day.')
  const { data } = await call(exportProfile, {}, { as: ada.as })
  expect(data.more['community_name']).toMatchObject([{ name: ada.name }])
  expect(
    data.more['community_posts']?.some(({ body }) => body === 'To be forgotten one day.'),
  ).toBe(true)
  await sql`update person set erase_at = now() where id = ${ada.user.id}`.execute(db)
  await eraseDueAccounts(server.host)
  expect((await call(listAnswers, { id })).status).toBe(404)
  const { rows } = await sql`select from community_author where id = ${ada.author}`.execute(db)
  expect(rows).toEqual([])
})
