import { sql } from '#server/db/sql'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Fuel, fuels, maxFuelReportsPerDay } from '#contract/fuel/rules'
import { listFuelMonitors, listFuelReports, reportFuelPrice } from '#contract/fuel/endpoints'
import { eraseProfile, exportProfile } from '#contract/profile/endpoints'
import { testDatabase } from '#tests/support/database/test-database'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** A pump without reports: each test has its own brand. */
let pump = { station: '', state: 'Lagos', fuel: 'petrol' as Fuel }
let made = 0
beforeEach(async () => {
  made += 1
  pump = { station: `test-brand-${made}`, state: 'Lagos', fuel: 'petrol' }
  await sql`insert into fuel_station (code, name) values (${pump.station}, ${`Brand ${made}`})`.execute(
    db,
  )
})

const report = (who: MadeUser, naira: number, observed_at = ago(0), more: object = {}) =>
  call(reportFuelPrice, { ...pump, price_kobo: naira * 100, observed_at, ...more }, { as: who.as })

async function price() {
  const { data } = await call(listFuelMonitors, {})
  return data.find(
    (one) => one.station === pump.station && one.state === pump.state && one.fuel === pump.fuel,
  )
}

async function seen() {
  const { data } = await call(listFuelReports, { state: pump.state, fuel: pump.fuel })
  return data.filter(({ station }) => station === pump.station)
}

test('what somebody saw stands first in the list, with where and when', async () => {
  const ada = await aUser(server)
  const observed_at = ago(60_000)
  const { data } = await report(ada, 868, observed_at, { place: 'Ojota, Ikorodu Road' })
  expect(data).toMatchObject({ ...pump, price_kobo: 86_800, place: 'Ojota, Ikorodu Road' })
  const all = await call(listFuelReports, { state: 'Lagos', fuel: 'petrol' })
  expect(all.data[0]).toEqual({ ...data, observed_at })
  expect(all.text).not.toContain(ada.user.id)
})

test('one or two people do not make a price, three do: the middle one, as of when it was seen', async () => {
  const [first, second, third] = [await aUser(server), await aUser(server), await aUser(server)]
  const middle = ago(5 * hour)
  await report(first, 850, ago(2 * hour))
  await report(second, 1500, ago(hour))
  expect(await price()).toBeUndefined()
  await report(first, 852, ago(3 * hour))
  expect(await price()).toBeUndefined()
  await report(third, 870, middle)
  expect(await price()).toMatchObject({ price_kobo: 87_000, as_of: middle, people: 3 })
})

test('a price that stands stays until three people saw another', async () => {
  const { data: before } = await call(listFuelMonitors, {})
  const stands = before.find(({ state, fuel }) => state === 'Kano' && fuel === 'diesel')
  if (stands === undefined) throw new Error('the demo country has no diesel in Kano')
  await sql`alter table fuel_report disable trigger fuel_report_stays`.execute(db)
  await sql`delete from fuel_report where state_code = 'KN' and fuel = 'diesel'`.execute(db)
  await sql`alter table fuel_report enable trigger fuel_report_stays`.execute(db)
  const { station, state, fuel } = stands
  pump = { station, state, fuel }
  await report(await aUser(server), 1300)
  await report(await aUser(server), 1310)
  expect(await price()).toEqual({ ...stands, people: 2 })
  await report(await aUser(server), 1320)
  expect(await price()).toMatchObject({ id: stands.id, price_kobo: 131_000, people: 3 })
})

test('reports count by when they were seen, not by when they arrived', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  await report(ada, 860, ago(hour))
  await report(bola, 900, ago(20 * hour))
  await report(ada, 800, ago(9 * hour))
  expect((await seen()).map(({ price_kobo }) => price_kobo)).toEqual([86_000, 80_000, 90_000])
  await report(await aUser(server), 855, ago(2 * hour))
  expect(await price()).toMatchObject({ price_kobo: 86_000 })
})

test('of what a person tells about a pump within an hour their last word counts', async () => {
  const ada = await aUser(server)
  const hourStart = Math.floor(Date.now() / hour) * hour - 2 * hour
  const at = (minute: number) => new Date(hourStart + minute * 60_000).toISOString()
  await report(ada, 868, at(10))
  await report(ada, 900, at(50))
  await report(ada, 886, at(20))
  expect((await seen()).map(({ price_kobo }) => price_kobo)).toEqual([88_600])
})

test('what was seen more than a day ago is asked for again, a time to come is a slip', async () => {
  const ada = await aUser(server)
  expect((await report(ada, 868, ago(24.5 * hour))).problem.code).toBe('report_too_old')
  expect((await report(ada, 868, ago(23.5 * hour))).status).toBe(200)
  expect((await report(ada, 868, ago(-hour))).problem.fields).toHaveProperty('observed_at')
  const ahead = await report(ada, 869, ago(-60_000))
  expect(ahead.status).toBe(200)
  expect(Date.parse(ahead.data.observed_at)).toBeLessThanOrEqual(Date.now())
})

test.each(fuels)('a digit too many or too few in the price of %s is named', async (fuel) => {
  const ada = await aUser(server)
  const { data } = await call(listFuelMonitors, {})
  const usual = data.find((one) => one.fuel === fuel)?.price_kobo ?? 0
  for (const slip of [Math.round(usual / 10), usual * 10]) {
    const answer = await report(ada, slip / 100, ago(0), { fuel, price_kobo: slip })
    expect(answer.problem.fields?.['price_kobo']).toContain('Check the digits.')
  }
  expect((await report(ada, 0, ago(0), { fuel, price_kobo: usual })).status).toBe(200)
})

test('a brand and a state that do not exist are both named', async () => {
  const ada = await aUser(server)
  const { problem } = await report(ada, 868, ago(0), { station: 'nobody', state: 'Atlantis' })
  expect(Object.keys(problem.fields ?? {})).toEqual(['station', 'state'])
  const strange = await call(listFuelReports, { state: 'Atlantis', fuel: 'petrol' })
  expect(strange.problem.code).toBe('not_found')
})

test('the same report sent again is written once, also under another key', async () => {
  const ada = await aUser(server)
  const client_ref = crypto.randomUUID()
  const observed_at = ago(0)
  const [first, again] = [
    await report(ada, 868, observed_at, { client_ref }),
    await report(ada, 868, observed_at, { client_ref }),
  ]
  expect(again.data).toEqual(first.data)
  const { data } = await call(exportProfile, {}, { as: ada.as })
  expect(data.fuel_reports).toEqual([first.data])
})

test('a person reports 20 prices a day, also with all their phones at once', async () => {
  const ada = await aUser(server)
  const answers = await Promise.all(
    Array.from({ length: maxFuelReportsPerDay + 5 }, (_, index) =>
      report(ada, 868, ago(index * 60_000)),
    ),
  )
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(maxFuelReportsPerDay)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused?.problem.code).toBe('too_many_requests')
  expect(refused?.headers['retry-after']).toBeDefined()
})

test('three reports at once make the price, none is overlooked', async () => {
  const people = await Promise.all([aUser(server), aUser(server), aUser(server)])
  await Promise.all(people.map((who, index) => report(who, 860 + index)))
  expect(await price()).toMatchObject({ price_kobo: 86_100, people: 3 })
})

test('no report is changed or taken away, not even by the owner of the tables', async () => {
  await report(await aUser(server), 868)
  const change = sql`update fuel_report set price_kobo = 1 where price_kobo = 86800`.execute(db)
  await expect(change).rejects.toThrow('a fuel report is not changed')
  await expect(sql`delete from fuel_report`.execute(db)).rejects.toThrow('is not changed')
})

test('an erased person leaves their prices behind without a name', async () => {
  const ada = await aUser(server)
  await report(ada, 868)
  await call(eraseProfile, { password: ada.password }, { as: ada.as })
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${ada.user.id}`.execute(
    db,
  )
  await eraseDueAccounts(server.host)
  const { rows } = await sql<{ named: number }>`
    select count(*) as named from fuel_report where person_id = ${ada.user.id}`.execute(db)
  expect(rows[0]?.named).toBe(0)
  expect((await seen()).map(({ price_kobo }) => price_kobo)).toEqual([86_800])
})

test('the demo country has twelve weeks of every fuel that lead to the prices of today', async () => {
  const { data: monitors } = await call(listFuelMonitors, {})
  for (const [state, fuel] of [
    ['Lagos', 'petrol'],
    ['Kano', 'petrol'],
    ['Rivers', 'cooking_gas'],
  ] as const) {
    const { data, meta } = await call(listFuelReports, { state, fuel })
    expect(data.length).toBeGreaterThan(0)
    expect(meta.trend.length).toBeGreaterThanOrEqual(11)
    expect(meta.trend.map(({ week }) => week)).toEqual(
      meta.trend.map(({ week }) => week).toSorted(),
    )
    const here = monitors.filter((one) => one.state === state && one.fuel === fuel)
    const last = meta.trend.at(-1)?.price_kobo ?? 0
    expect(Math.abs(last / (here[0]?.price_kobo ?? 1) - 1)).toBeLessThan(0.08)
    const first = meta.trend[0]?.price_kobo ?? 0
    expect(first).toBeLessThan(last)
  }
})
