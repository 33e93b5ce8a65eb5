import { afterAll, expect, test } from 'vitest'
import { listCharterVehicles } from '#contract/charters/market/endpoints'
import { listCharters } from '#contract/charters/trips/endpoints'
import {
  createCharterRequest,
  getCharterRequest,
  listCharterRequests,
} from '#contract/charters/requests/endpoints'
import { charterOfferStates, charterRequestStates } from '#contract/charters/requests/rules'
import { charterStates, instalmentStates } from '#contract/charters/trips/rules'
import { answerCharterRequests } from '#demo/bidding'
import { seedCharters } from '#demo/charters'
import { demoCharters } from '#demo/country/charters'
import { seedHistories } from '#demo/histories'
import { sql } from '#server/db/sql'
import { aJourneyInput, charterContact } from '#tests/support/makers/charters'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aDemoPerson, aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const deps = { ...server.host, db }
await seedHistories(db, server.host.config)
await seedCharters(db, deps)

const people = [await aDemoPerson(server, 0), await aDemoPerson(server, 1)]
const charters = (
  await Promise.all(
    people.map(async (as) => (await call(listCharters, { per_page: 50 }, { as })).data),
  )
).flat()
const requests = (
  await Promise.all(people.map(async (as) => (await call(listCharterRequests, {}, { as })).data))
).flat()

test('the demo country lets vehicles of many operators, from saloon to coach, in many cities', async () => {
  const { data, meta } = await call(listCharterVehicles, { per_page: 100 })
  expect(meta.total).toBeGreaterThanOrEqual(60)
  expect(meta.facets.operators.length).toBeGreaterThan(10)
  expect(meta.facets.cities.length).toBeGreaterThan(20)
  expect(new Set(data.map(({ type }) => type)).size).toBeGreaterThan(8)
})

test('its people have charters, requests and offers in every state, made once, and nobody is told', async () => {
  expect(await seedCharters(db, deps)).toBe(false)
  expect(new Set(charters.map(({ state }) => state))).toEqual(new Set(charterStates))
  expect(new Set(requests.map(({ state }) => state))).toEqual(new Set(charterRequestStates))
  // Customers see no withdrawn offers, so read the states of all from the table.
  const { rows: offers } = await sql<{ state: string }>`select state from charter_offer`.execute(db)
  expect(new Set(offers.map(({ state }) => state))).toEqual(new Set(charterOfferStates))
  const parts = charters.flatMap((one) => one.instalments.map(({ state }) => state))
  expect(new Set(parts)).toEqual(new Set(instalmentStates))
  expect(charters.length).toBeGreaterThanOrEqual(demoCharters.length)
  expect(charters.some(({ review }) => review !== null)).toBe(true)
  expect(charters.some(({ driver, state }) => driver !== null && state === 'paid')).toBe(true)
  const { rows } =
    await sql`select from pgboss.job where name in ('mail.send', 'sms.send') and state = 'created'
    and data ->> 'text' ilike '%charter%'`.execute(db)
  expect(rows).toEqual([])
})

test('what is over lies in the past, what is to come does not, and the books add up', async () => {
  for (const { state, starts_at, created_at, ended_at } of charters) {
    const starts = Date.parse(starts_at)
    if (state === 'completed') expect(Date.parse(ended_at ?? '')).toBeLessThan(Date.now())
    if (state === 'booked' || state === 'paid') expect(starts).toBeGreaterThan(Date.now())
    expect(Date.parse(created_at)).toBeLessThan(starts)
  }
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a wallet’s movements stand in the order of their dates, and offers do not speak of fuel', async () => {
  const { rows: late } = await sql`
    select from (select created_at, lead(created_at) over (partition by account_id order by number) as next
      from wallet_entry) e where next < created_at`.execute(db)
  expect(late).toEqual([])
  const { rows } = await sql<{ terms: string }>`select terms from charter_offer`.execute(db)
  expect(rows.filter(({ terms }) => /fuel/i.test(terms))).toEqual([])
})

test('stand-in operators answer a request within a minute, twice, and a third time in the next', async () => {
  const { as } = await aUser(server)
  const asked = {
    ...aJourneyInput(30),
    start_time: '07:00',
    travellers: 6,
    contact: charterContact,
  }
  const { data } = await call(createCharterRequest, asked, { as })
  const offers = async () =>
    (await call(getCharterRequest, { reference: data.reference }, { as })).data.offers.length
  await answerCharterRequests(deps)
  expect(await offers()).toBe(2)
  await answerCharterRequests(deps)
  expect(await offers()).toBe(3)
  await answerCharterRequests(deps)
  expect(await offers()).toBe(3)
})
