import { afterAll, expect, test } from 'vitest'
import { eraseProfile, exportProfile } from '#contract/profile/endpoints'
import { makeJobHandlers, listJobPlans } from '#server/jobs/all-jobs'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { fuzzEndpoint } from '#tests/support/fuzz/fuzz'
import { aUser } from '#tests/support/makers/people'
import { productWithPlantedRoom, keepNote, migrateWithPlanted } from './planted-room.ts'
import { aServer } from '#tests/support/server/test-server'

const { db, url } = await testDatabase()
await migrateWithPlanted(url)
const server = await aServer(db, { house: productWithPlantedRoom })
afterAll(() => server.close())
const jobs = () => makeJobHandlers(server.host, undefined, productWithPlantedRoom.rooms)
const notes = async () =>
  (
    await sql<{ words: string }>`select words from planted_note order by words`.execute(db)
  ).rows.map(({ words }) => words)

test('its table comes by a migration, whose trigger calls an SQL function of the room', async () => {
  const ada = await aUser(server)
  const { data } = await server.call(keepNote, { words: 'jollof' }, { as: ada.as })
  expect(data).toEqual({ words: 'jollof', characters: 6 })
  const { rows } = await sql<{ name: string }>`
    select name from schema_function where name like '%planted%' order by name`.execute(db)
  expect(rows.map(({ name }) => name.split('/').at(-1))).toEqual([
    'count_planted_note.sql',
    'write_planted_note.sql',
  ])
  await sql`delete from planted_note`.execute(db)
})

test('a room that is one folder and one line is routed, described, checked and closed to strangers', async () => {
  const ada = await aUser(server)
  expect((await server.call(keepNote, { words: 'jollof' }, { as: ada.as })).data).toEqual({
    words: 'jollof',
    characters: 6,
  })
  expect((await server.call(keepNote, { words: 'jollof' })).problem.code).toBe('not_signed_in')
  expect(
    (await server.call(keepNote, { words: '' }, { as: ada.as })).problem.fields,
  ).toHaveProperty('words')
  const { body } = await server.app.inject('/api/openapi.json')
  expect(Object.keys(JSON.parse(body).paths)).toContainEqual(
    expect.stringMatching('/planted-notes$'),
  )
  expect((await server.app.inject('/api/docs')).body).toContain('Keeps a note')
  const statuses = await fuzzEndpoint(server.app, keepNote, {
    cases: 50,
    headers: { authorization: `Bearer ${ada.as.token}` },
  })
  expect([...statuses.keys()].some((status) => status >= 400)).toBe(true)
  await sql`delete from planted_note`.execute(db)
})

test('its jobs have a plan and a hand, and every night it lets go of what is old', async () => {
  const ada = await aUser(server)
  for (const words of ['kept', 'old', 'swept'])
    await server.call(keepNote, { words }, { as: ada.as })
  expect(listJobPlans(undefined, productWithPlantedRoom.rooms)).toHaveProperty('planted.sweep')
  await jobs()['planted.sweep']?.({})
  expect(await notes()).toEqual(['kept', 'old'])
  await jobs()['house.tidy']?.({})
  expect(await notes()).toEqual(['kept'])
  await sql`delete from planted_note`.execute(db)
})

test('what it holds about a person is exported, named before they leave, and erased with them', async () => {
  const ada = await aUser(server)
  const bola = await aUser(server)
  await server.call(keepNote, { words: 'mine' }, { as: ada.as })
  await server.call(keepNote, { words: 'theirs' }, { as: bola.as })
  const { data } = await server.call(exportProfile, {}, { as: ada.as })
  expect(data.more['notes']).toEqual([{ words: 'mine' }])
  const { password } = ada
  const refused = await server.call(eraseProfile, { password }, { as: ada.as })
  expect(refused.problem.detail).toContain('the note mine')
  const leaving = await server.call(eraseProfile, { password, give_up: true }, { as: ada.as })
  expect(leaving.status).toBe(200)
  await sql`update person set erase_at = now() where id = ${ada.user.id}::uuid`.execute(db)
  await jobs()['profile.erase']?.({})
  expect(await notes()).toEqual(['theirs'])
})
