import { afterAll, expect, test } from 'vitest'
import {
  askForListing,
  decideListing,
  getBusiness,
  listBusinesses,
  listMyListings,
  listPendingListings,
} from '#contract/businesses/endpoints'
import { businessCategories, maxPendingListings } from '#contract/businesses/rules'
import { eraseProfile, exportProfile } from '#contract/profile/endpoints'
import { sql } from '#server/db/sql'
import { makeStaffApiKey } from '#server/rooms/operators'
import { testDatabase } from '#tests/support/database/test-database'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aListingInput } from '#tests/support/makers/businesses'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { makeId } from '#server/platform/ids'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const staff = { token: await makeStaffApiKey(db, 'Directory', ['directory']) }

test('the demo country has at least 150 businesses of every kind, each with a place and hours', async () => {
  const { meta } = await call(listBusinesses, {})
  expect(meta.total).toBeGreaterThanOrEqual(150)
  for (const category of businessCategories) {
    const { data, meta: some } = await call(listBusinesses, { category, per_page: 100 })
    expect(some.total, category).toBeGreaterThanOrEqual(20)
    expect(data.every((one) => one.category === category && one.latitude !== null)).toBe(true)
  }
  const { rows } =
    await sql`select 1 from business group by name, city_id having count(*) > 1`.execute(db)
  expect(rows).toEqual([])
})

test('three businesses of the demo country wait for our staff, and are shown to nobody else', async () => {
  const { data } = await call(listPendingListings, {}, { as: staff })
  expect(data.map(({ name }) => name).slice(0, 3)).toEqual([
    'Iya Risi Amala Spot',
    'Sabon Gari Tyre Clinic',
    'Zuma View Lodge',
  ])
  expect((await call(listBusinesses, { q: 'Iya Risi' })).data).toEqual([])
})

test('city, state, park and words narrow the list down', async () => {
  const { data } = await call(listBusinesses, { city: 'kano', per_page: 100 })
  expect(data.length).toBeGreaterThan(6)
  expect(data.every(({ city }) => city.code === 'kano')).toBe(true)
  const [one] = data
  if (one?.park === undefined || one.park === null) throw new Error('no park')
  const there = await call(listBusinesses, { park: one.park.code, per_page: 100 })
  expect(there.data.map(({ code }) => code)).toContain(one.code)
  const named = await call(listBusinesses, { q: one.name.toUpperCase(), city: 'kano' })
  expect(named.data.map(({ code }) => code)).toContain(one.code)
  const state = await call(listBusinesses, { state: 'Kano', per_page: 100 })
  expect(state.meta.total).toBe(data.length)
})

test('open now goes by the clock at home, also after midnight', async () => {
  const business = async (name: string, days: number[], opens: number, closes: number) => {
    await sql`insert into business (id, code, name, category, about, address, city_id, phone, days, opens, closes, state, decided_at)
      select ${makeId()}::uuid, ${name}, ${name}, 'food', 'Hot food for the road.', 'Park gate', id, '+2347009254999',
        ${days}::smallint[], ${opens}::smallint, ${closes}::smallint, 'listed', now() from city where code = 'jos'`.execute(
      db,
    )
  }
  const { rows } = await sql<{ day: number; minute: number }>`
    select extract(isodow from wall)::int - 1 as day,
      (extract(hour from wall) * 60 + extract(minute from wall))::int as minute
    from (select now() at time zone 'Africa/Lagos' as wall) it`.execute(db)
  const { day, minute } = rows[0] ?? { day: 0, minute: 0 }
  await business('whole-day', [day], 0, 1440)
  await business(
    'other-days',
    [0, 1, 2, 3, 4, 5, 6].filter((one) => one !== day),
    0,
    1440,
  )
  // Open since yesterday, until ten minutes from now; the latest possible closing time is noon.
  const closes = Math.min(minute + 1450, 2160)
  await business('since-yesterday', [(day + 6) % 7], closes - 1440, closes)
  const { data } = await call(listBusinesses, { city: 'jos', open: 'now', per_page: 100 })
  const names = data.map(({ code }) => code)
  expect(names).toContain('whole-day')
  expect(names).not.toContain('other-days')
  expect(names.includes('since-yesterday')).toBe(closes > minute + 1440)
})

test('a business is listed once our staff have looked at it, and not before', async () => {
  const ada = await aUser(server)
  const asked = await call(askForListing, aListingInput('Ada’s Lodge'), { as: ada.as })
  expect(asked.data).toMatchObject({ state: 'pending', code: null })
  expect((await call(listBusinesses, { q: 'Ada’s Lodge' })).data).toEqual([])
  expect((await call(listPendingListings, {}, { as: ada.as })).problem.code).toBe('not_allowed')
  const waiting = (await call(listPendingListings, {}, { as: staff })).data
  expect(waiting.map(({ id }) => id)).toContain(asked.data.id)
  const { id } = asked.data
  const listed = await call(decideListing, { id, decision: 'list' }, { as: staff })
  const code = listed.data.code ?? ''
  expect(code).toMatch(/^ada-s-lodge-[0-9a-f]{6}$/)
  expect((await call(getBusiness, { code })).data).toMatchObject({
    name: 'Ada’s Lodge',
    phone: '+2348031234567',
    city: { name: 'Lagos' },
  })
  const again = await call(
    decideListing,
    { id, decision: 'refuse', words: 'Closed' },
    { as: staff },
  )
  expect(again.problem.code).toBe('listing_decided')
  const list = (await call(listMyListings, {}, { as: ada.as })).data
  expect(list).toMatchObject([{ id, state: 'listed', code }])
})

test('what is refused says why, to who asked alone', async () => {
  const ada = await aUser(server)
  const bola = await aUser(server)
  const { id } = (await call(askForListing, aListingInput('No Such House'), { as: ada.as })).data
  const bare = await call(decideListing, { id, decision: 'refuse' }, { as: staff })
  expect(bare.problem.fields).toHaveProperty('words')
  const said = { id, decision: 'refuse', words: 'Nobody answered the phone.' } as const
  await call(decideListing, said, { as: staff })
  expect((await call(listMyListings, {}, { as: ada.as })).data[0]).toMatchObject({
    state: 'refused',
    words: 'Nobody answered the phone.',
  })
  expect((await call(listMyListings, {}, { as: bola.as })).data).toEqual([])
})

test('three of a person wait at a time, however many are sent at once', async () => {
  const ada = await aUser(server)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      call(askForListing, aListingInput(`House ${n}`), { as: ada.as }),
    ),
  )
  const taken = answers.filter(({ status }) => status === 200).length
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThanOrEqual(maxPendingListings)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(['listings_waiting']))
  const insert = sql`insert into business (id, name, category, about, address, city_id, phone, days, opens, closes, asked_by, place)
    select gen_random_uuid(), name, category, about, address, city_id, phone, days, opens, closes, asked_by, place
    from business where asked_by = ${ada.user.id} limit 1`
  await expect(insert.execute(db)).rejects.toThrow('business_waiting')
})

test('a park must stand in the city, and the city on our list', async () => {
  const ada = await aUser(server)
  const elsewhere = { ...aListingInput('A'.repeat(5)), park: 'abuja-utako' }
  const answer = await call(askForListing, elsewhere, { as: ada.as })
  expect(answer.problem.fields).toHaveProperty('park')
  const nowhere = await call(
    askForListing,
    { ...aListingInput('Far'), city: 'atlantis' },
    { as: ada.as },
  )
  expect(nowhere.problem.fields).toHaveProperty('city')
  const hours = { days: [1], opens: 600, closes: 540 }
  const backwards = await call(askForListing, { ...aListingInput('Late'), hours }, { as: ada.as })
  expect(backwards.problem.fields).toHaveProperty('hours.closes')
})

test('an export tells what one asked for; an erasure leaves the listed business without a name', async () => {
  const ada = await aUser(server)
  const { id } = (await call(askForListing, aListingInput('Kept House'), { as: ada.as })).data
  await call(askForListing, aListingInput('Waiting House'), { as: ada.as })
  await call(decideListing, { id, decision: 'list' }, { as: staff })
  const { data } = await call(exportProfile, {}, { as: ada.as })
  expect(data.more['businesses']?.map(({ name }) => name)).toEqual(['Waiting House', 'Kept House'])
  await call(eraseProfile, { password: ada.password }, { as: ada.as })
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${ada.user.id}`.execute(
    db,
  )
  await eraseDueAccounts(server.host)
  const { rows } = await sql<{ name: string; asked_by: string | null }>`
    select name, asked_by from business where name in ('Kept House', 'Waiting House')`.execute(db)
  expect(rows).toEqual([{ name: 'Kept House', asked_by: null }])
})
