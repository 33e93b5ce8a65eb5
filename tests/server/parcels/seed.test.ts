import { afterAll, expect, test } from 'vitest'
import { parcelStates } from '#contract/parcels/rules'
import { listParcels, trackParcel, listOperatorClaims } from '#contract/parcels/endpoints'
import type { Parcel } from '#contract/parcels/model'
import { listWalletTransactions } from '#contract/wallet/endpoints'
import { demoDeskPeople } from '#demo/country/people'
import { seedHistories } from '#demo/histories'
import { moveParcels } from '#demo/moving'
import { seedParcels } from '#demo/parcels'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aDemoPerson } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const { config } = server.host
const deps = { ...server.host, db }
await seedHistories(db, config)
await seedParcels(db, deps)

const [ada, bala] = [await aDemoPerson(server, 0), await aDemoPerson(server, 1)]

async function parcelsNow(): Promise<Parcel[]> {
  const pages = await Promise.all(
    [ada, bala].map(async (as) => (await call(listParcels, { per_page: 50 }, { as })).data),
  )
  return pages.flat()
}
const parcels = await parcelsNow()
const of = (state: Parcel['tracking']['state']) =>
  parcels.filter(({ tracking }) => tracking.state === state)

/** The open claims at the desk of the demo's owner. */
async function claimsAtDesk() {
  const { rows } = await sql<{ id: string }>`
    select id from operator where code = ${demoDeskPeople[0].operator}`.execute(db)
  const desk = await anOperatorKey(server, rows[0]?.id ?? '')
  const { data } = await call(listOperatorClaims, {}, { as: desk })
  return data
    .filter(({ state }) => state === 'open')
    .map(({ answers, recommended }) => ({ answers, is_recommended: recommended !== null }))
    .toSorted((a, b) => a.answers.localeCompare(b.answers))
}

test('the people of the demo have parcels in every state, made once', async () => {
  expect(await seedParcels(db, deps)).toBe(false)
  expect(new Set(parcels.map(({ tracking }) => tracking.state))).toEqual(new Set(parcelStates))
  expect(parcels.length).toBeGreaterThan(24)
})

test('what happened to them lies in the past, in its order, at places on their road', () => {
  for (const { tracking, created_at, contents } of parcels) {
    const times = tracking.events.map(({ at }) => Date.parse(at))
    expect(times, contents ?? '').toEqual(times.toSorted((a, b) => b - a))
    expect(times[0]).toBeLessThanOrEqual(Date.now())
    expect(times.at(-1)).toBe(Date.parse(created_at))
    expect(tracking.events.at(-1)?.kind).toBe('created')
  }
  for (const { tracking } of [...of('loaded'), ...of('in_transit'), ...of('at_hub')])
    expect(tracking.stops[0]?.at).not.toBeNull()
  for (const { tracking } of of('at_hub')) expect(tracking.events[0]?.place).not.toBeNull()
})

test('one waits so long that its storage costs, one was never paid, and a driver is known', () => {
  const due = of('ready_for_pickup').map(({ tracking }) => tracking.storage?.due_kobo ?? 0)
  expect(due.filter((kobo) => kobo > 0)).toHaveLength(1)
  expect(due.length).toBeGreaterThan(1)
  expect(of('pending_payment').every(({ can }) => can.pay)).toBe(true)
  expect(of('in_transit')[0]?.driver).toMatchObject({ phone: expect.stringMatching(/^\+234/) })
})

test('their money, refunds and claims went through the ledger, which adds up', async () => {
  expect(await findLedgerViolations(deps)).toEqual([])
  expect(of('damaged').flatMap(({ claims }) => claims)).toMatchObject([{ state: 'open' }])
  expect(await claimsAtDesk()).toEqual([
    { answers: 'operator', is_recommended: false },
    { answers: 'staff', is_recommended: true },
  ])
  const [lost] = of('lost')
  expect(lost?.claims).toMatchObject([{ state: 'accepted', paid_kobo: lost?.cover_kobo }])
  const refunds = of('cancelled').flatMap((one) => one.refunds)
  expect(refunds).toMatchObject([{ destination: 'wallet', state: 'succeeded' }])
  const { data: moves } = await call(listWalletTransactions, {}, { as: bala })
  const dates = moves.map(({ created_at }) => created_at)
  expect(dates).toEqual(dates.toSorted((a, b) => b.localeCompare(a)))
})

test('nobody is told of the past', async () => {
  const { rows } = await sql`select name, data from pgboss.job where state = 'created'`.execute(db)
  expect(rows).toEqual([])
})

test('some move while one watches, from the counter to the receiver, and others follow them', async () => {
  await moveParcels(deps)
  const mine = new Set(parcels.map(({ id }) => id))
  const moving = async () => (await parcelsNow()).filter(({ id }) => !mine.has(id))
  expect((await moving()).map(({ tracking }) => tracking.state)).toEqual(Array(4).fill('paid'))
  await moveParcels(deps)
  expect((await moving()).every(({ tracking }) => tracking.state === 'paid')).toBe(true)

  const at_once = { watched: 0, alone: 0 }
  const before = (await moving())[0]
  const seen: string[] = []
  for (let minute = 0; minute < 40; minute += 1) {
    await moveParcels(deps, at_once)
    const { data } = await call(trackParcel, { tracking_id: before?.tracking_id ?? '' })
    if (seen.at(-1) !== data.state) seen.push(data.state)
    if (data.state === 'delivered') break
  }
  expect(seen.filter((state) => state !== 'at_hub').slice(-5)).toEqual(
    expect.arrayContaining(['loaded', 'in_transit', 'ready_for_pickup', 'delivered']),
  )
  await moveParcels(deps, at_once)
  const under_way = (await moving()).filter(({ tracking }) => tracking.state !== 'delivered')
  expect(under_way.length).toBeGreaterThanOrEqual(4)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('what was written stays where it was while others move', async () => {
  const now = new Map((await parcelsNow()).map(({ id, tracking }) => [id, tracking.state]))
  for (const { id, tracking } of parcels) expect(now.get(id)).toBe(tracking.state)
})

test('where real companies are paid nothing moves', async () => {
  const count = async () => (await parcelsNow()).length
  const before = await count()
  const paystack = { ...config.paystack, stand_in: false }
  await moveParcels({ ...deps, config: { ...config, paystack } }, { watched: 0, alone: 0 })
  expect(await count()).toBe(before)
})
