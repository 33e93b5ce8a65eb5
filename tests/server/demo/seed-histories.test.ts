import { afterAll, expect, test } from 'vitest'
import { listBookings, cancelBooking } from '#contract/bookings/endpoints'
import { listGuestBookings, listTravellers } from '#contract/profile/endpoints'
import { getReferral, getRewards, listPoints } from '#contract/rewards/endpoints'
import { referralKobo } from '#contract/rewards/rules'
import { listTickets } from '#contract/tickets/endpoints'
import {
  getWalletBalance,
  listWalletMonths,
  listWalletTransactions,
} from '#contract/wallet/endpoints'
import { seedHistories } from '#demo/histories'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aDemoPerson } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const { config, log } = server.host
await seedHistories(db, config)

const as = await aDemoPerson(server, 0)

test('the people of the demo have a past, made once', async () => {
  expect(await seedHistories(db, config)).toBe(false)
  const states = ['upcoming', 'past', 'cancelled'] as const
  const [upcoming, past, cancelled] = await Promise.all(
    states.map(async (state) => (await call(listBookings, { state }, { as })).data),
  )
  expect([upcoming?.length, past?.length, cancelled?.length]).toEqual([1, 5, 1])
  for (const booking of past ?? []) {
    expect(booking.status).toBe('completed')
    expect(Date.parse(booking.trip.arrives_at)).toBeLessThan(Date.now())
    const { reference } = booking
    expect((await call(listTickets, { reference }, { as })).data).not.toEqual([])
  }
  expect(cancelled?.[0]?.refunds).toMatchObject([{ to: 'wallet', state: 'succeeded' }])
  expect((await call(listTravellers, {}, { as })).data).toHaveLength(3)
})

test('their wallet moved over months and adds up', async () => {
  const { data: moves } = await call(listWalletTransactions, {}, { as })
  expect(moves.map(({ kind }) => kind)).toEqual(['reward', 'refund', 'reward', 'payment', 'top_up'])
  const dates = moves.map(({ created_at }) => created_at)
  expect(dates).toEqual(dates.toSorted((a, b) => b.localeCompare(a)))
  const { data: wallet } = await call(getWalletBalance, {}, { as })
  expect(moves[0]?.balance_kobo).toBe(wallet.balance_kobo)
  expect(moves.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(wallet.balance_kobo)
  const { data: months } = await call(listWalletMonths, {}, { as })
  expect(months.filter(({ in_kobo, out_kobo }) => in_kobo + out_kobo > 0).length).toBeGreaterThan(2)
})

test('they have points of every trip, a tier, and a friend who travelled', async () => {
  const { data: rewards } = await call(getRewards, {}, { as })
  expect(rewards).toMatchObject({ tier: 'regular', trips_this_year: 5 })
  const { data: points } = await call(listPoints, {}, { as })
  expect(points.map(({ kind }) => kind)).toEqual(['redeemed', ...Array(5).fill('trip')])
  expect(points[0]?.balance).toBe(rewards.points)
  const { data: referral } = await call(getReferral, {}, { as })
  expect(referral).toMatchObject({
    earned_kobo: referralKobo,
    friends: [{ first_name: 'Bala', state: 'rewarded' }],
  })
})

test('he booked as a guest and finds it', async () => {
  const bala = await aDemoPerson(server, 1)
  expect((await call(listGuestBookings, {}, { as: bala })).data).toHaveLength(1)
})

test('what they hold behaves like everybody’s: it can be cancelled, and the books are even', async () => {
  const { data } = await call(listBookings, {}, { as })
  const { reference = '' } = data[0] ?? {}
  const { status } = await call(cancelBooking, { reference, refund_to: 'wallet' }, { as })
  expect(status).toBe(200)
  expect(await findLedgerViolations({ db, config, log })).toEqual([])
  const { rows } = await sql<{ net: number }>`
    select sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as net
    from account a join transfer t on a.id in (t.credit_account, t.debit_account)`.execute(db)
  expect(rows).toEqual([{ net: 0 }])
})

test('they travel although half of the departures have no fare', async () => {
  const { db: other } = await testDatabase({ country: true })
  await sql`update schedule set flat_fare_kobo = null where md5(id::text) < '8'`.execute(other)
  expect(await seedHistories(other, config)).toBe(true)
})
