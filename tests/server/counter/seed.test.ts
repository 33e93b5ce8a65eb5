import { afterAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/endpoints'
import { getLegalManifest } from '#contract/boarding/endpoints'
import { listShifts } from '#contract/counter/drawer-endpoints'
import {
  findCounterSales,
  findReservations,
  getOpenShift,
  listAllotments,
} from '#contract/counter/endpoints'
import { counterMeans } from '#contract/counter/rules'
import { sql } from '#server/db/sql'
import { seedCounter } from '#demo/counter'
import { seedDesks } from '#demo/desks'
import { demoDeskPeople, demoPassword, demoPeople } from '#demo/country/people'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const deps = { ...server.host, db }
await seedDesks(db, server.host.config)

test('the demo’s counter has shifts in every state, made once, and the books are right', async () => {
  expect(await seedCounter(db, deps)).toBe(true)
  expect(await seedCounter(db, deps)).toBe(false)
  const [{ email: login }] = demoDeskPeople
  const { token } = (await server.call(logIn, { login, password: demoPassword })).data
  const as = { token }
  const { data: shifts } = await server.call(listShifts, {}, { as })
  expect(
    shifts.map(({ closed_at, counted_kobo, expected_kobo }) =>
      closed_at === null ? 'open' : (counted_kobo ?? 0) - expected_kobo,
    ),
  ).toEqual(['open', -50_000, 0, 0])
  for (const { opened_at, closed_at } of shifts)
    expect(Date.parse(closed_at ?? new Date().toISOString())).toBeGreaterThan(Date.parse(opened_at))
  const { shift } = (await server.call(getOpenShift, {}, { as })).data
  expect(shift?.paid_out_kobo).toBeGreaterThan(0)
  expect(shift?.taken_for.map(({ subject, count }) => [subject, count])).toEqual([
    ['parcels', 1],
    ['storage', 1],
    ['tickets', 6],
  ])
  const [, { phone: search }] = demoPeople
  const { data: open } = await server.call(findReservations, { search }, { as })
  expect(open).toMatchObject([{ contact: 'Bala Musa', pays_online: false }])
  const { rows: reserved } = await sql<{ status: string }>`
    select b.status from reservation r join booking b on b.id = r.booking_id order by b.status`.execute(
    db,
  )
  expect(reserved.map(({ status }) => status)).toEqual(['confirmed', 'expired', 'held'])
  const { data: allotments } = await server.call(listAllotments, {}, { as })
  expect(allotments.map(({ left, sold }) => [left.length, sold.length])).toEqual([[3, 1]])
  const { data: sales } = await server.call(findCounterSales, {}, { as })
  expect(new Set(sales.map(({ means }) => means))).toEqual(new Set(counterMeans))
  // The last was sold in an earlier shift: in this one, its storage fee was paid.
  expect(sales.map(({ status }) => status)).toEqual([
    'confirmed',
    'cancelled',
    'confirmed',
    'confirmed',
    'confirmed',
    'confirmed',
    'confirmed',
    'confirmed',
  ])
  expect(sales[0]).toMatchObject({ subject: 'parcel', traveller: 'Bisi Adeleke' })
  expect(sales.at(-1)).toMatchObject({ subject: 'parcel' })
  expect(await findLedgerViolations(deps)).toEqual([])

  const { rows } = await sql<{ id: string }>`
    select b.trip_id as id from booking b join passenger p on p.booking_id = b.id
    where p.full_name = 'Ibrahim Lawal'`.execute(db)
  const { data: manifest } = await server.call(getLegalManifest, { id: rows[0]?.id ?? '' }, { as })
  const missing = new Map(manifest.passengers.map((one) => [one.full_name, one.missing]))
  expect(missing.get('Yetunde Alabi')).toEqual([])
  expect(missing.get('Ibrahim Lawal')).toEqual(['phone', 'next_of_kin'])
  expect(missing.get('Blessing Essien')).toEqual(['phone', 'address', 'next_of_kin'])
})
