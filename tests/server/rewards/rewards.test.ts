import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { koboPerPoint } from '#contract/rewards/rules'
import { listPoints, getRewards, redeemPoints } from '#contract/rewards/endpoints'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { doJob } from '#tests/support/server/jobs'
import { testDatabase } from '#tests/support/database/test-database'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const { config, log } = server.host
const sweep = () => doJob({ db, config, log }, 'rewards.sweep', {})

const rewardsOf = async ({ as }: MadeUser) => (await call(getRewards, {}, { as })).data
const pointsOf = async ({ as }: MadeUser) => (await call(listPoints, {}, { as })).data
const balanceOf = async ({ as }: MadeUser) =>
  (await call(getWalletBalance, {}, { as })).data.balance_kobo

/** Gives a person points from a trip long ago. */
async function givePoints({ user }: MadeUser, points: number, lapse_in_days = 30): Promise<void> {
  await sql`insert into points_entry (person_id, kind, points, ref, booking_id, expires_at)
    select ${user.id}, 'trip', ${points}, gen_random_uuid()::text, (select id from booking limit 1),
      now() + ${lapse_in_days} * interval '1 day'`.execute(db)
}

test('a traveller gets points for a trip once they have travelled, and only once', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada, { fare_kobo: 1_500_000 })
  await sweep()
  expect(await rewardsOf(ada)).toMatchObject({ points: 0, trips_this_year: 0, lapsing: null })

  await moveTripToPast(server, booking)
  await Promise.all([sweep(), sweep(), sweep()])
  await sweep()
  const points = Math.floor(booking.fare.total_kobo / koboPerPoint)
  expect(await rewardsOf(ada)).toMatchObject({
    points,
    worth_kobo: points * 100,
    tier: 'traveller',
    trips_this_year: 1,
    next: { tier: 'regular', trips_missing: 3 },
    lapsing: { points },
  })
  expect(await pointsOf(ada)).toMatchObject([
    {
      kind: 'trip',
      words: 'Lagos to Ibadan',
      points,
      balance: points,
      booking: booking.reference,
    },
  ])
})

test('a seat that was cancelled earns nothing but what stayed with us', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada, { seats: 2, fare_kobo: 2_000_000 })
  const { data } = await call(
    cancelBooking,
    { reference: booking.reference, seats: [booking.seats[0] ?? 0], refund_to: 'wallet' },
    { as: ada.as },
  )
  const back = data.refunds.reduce((sum, refund) => sum + refund.amount_kobo, 0)
  expect(back).toBeGreaterThan(1_500_000)
  await moveTripToPast(server, booking)
  await sweep()
  const points = Math.floor((booking.fare.total_kobo - back) / koboPerPoint)
  expect(await rewardsOf(ada)).toMatchObject({ points })
})

test('the fifth trip of a year earns a quarter more, whenever the sweep comes by', async () => {
  const ada = await aUser(server)
  let paid = 0
  for (const days_ago of [500, 120, 100, 80, 60, 10]) {
    const booking = await aBookingForPerson(server, ada)
    paid = booking.fare.total_kobo
    await moveTripToPast(server, booking, days_ago)
  }
  await sweep()
  const usual = Math.floor(paid / koboPerPoint)
  const more = Math.floor((paid * 125) / 100 / koboPerPoint)
  const given = (await pointsOf(ada)).map((entry) => entry.points)
  expect(given).toEqual([more, usual, usual, usual, usual])
  expect(await rewardsOf(ada)).toMatchObject({ tier: 'regular', trips_this_year: 5 })
})

test('points become money in the wallet, and a repeat of the tap does it once', async () => {
  const ada = await aUser(server)
  await givePoints(ada, 250)
  const key = crypto.randomUUID()
  const before = await balanceOf(ada)
  const first = await call(redeemPoints, { points: 200 }, { as: ada.as, key })
  const again = await call(redeemPoints, { points: 200 }, { as: ada.as, key })
  expect(first.data).toEqual({ points: 50, credited_kobo: 20_000, balance_kobo: before + 20_000 })
  expect(again.text).toBe(first.text)
  expect(await balanceOf(ada)).toBe(before + 20_000)
  expect(await pointsOf(ada)).toMatchObject([
    { kind: 'redeemed', points: -200, balance: 50, words: '₦200 into your wallet' },
    { kind: 'trip', points: 250, balance: 250 },
  ])
})

test('who has too few points is told so, and fewer than a hundred are not changed', async () => {
  const ada = await aUser(server)
  expect((await call(redeemPoints, { points: 100 }, { as: ada.as })).problem.code).toBe(
    'points_too_few',
  )
  await givePoints(ada, 120)
  expect((await call(redeemPoints, { points: 121 }, { as: ada.as })).problem.code).toBe(
    'points_too_few',
  )
  const few = await call(redeemPoints, { points: 99 }, { as: ada.as })
  expect(few.problem).toMatchObject({ code: 'invalid_input', fields: { points: /100/ } })
  expect(await rewardsOf(ada)).toMatchObject({ points: 120 })
})

test('however many taps come at once, no point is spent twice', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 900 }),
      fc.array(fc.integer({ min: 100, max: 400 }), { minLength: 2, maxLength: 6 }),
      async (had, wishes) => {
        const ada = await aUser(server)
        if (had > 0) await givePoints(ada, had)
        const answers = await Promise.all(
          wishes.map((points) => call(redeemPoints, { points }, { as: ada.as })),
        )
        const spent = answers.reduce(
          (sum, { status }, at) => sum + (status === 200 ? (wishes[at] ?? 0) : 0),
          0,
        )
        for (const { status, problem } of answers)
          expect([200, 'points_too_few']).toContain(status === 200 ? 200 : problem.code)
        expect(spent).toBeLessThanOrEqual(had)
        const { points } = await rewardsOf(ada)
        expect(points).toBe(had - spent)
        // Every refused request was for more than was left in the end.
        for (const [at, { status }] of answers.entries())
          if (status !== 200) expect(wishes[at]).toBeGreaterThan(points)
        expect(await balanceOf(ada)).toBe(spent * 100)
      },
    ),
    { numRuns: 12 },
  )
})

test('points lapse after their time, the oldest are spent first', async () => {
  const ada = await aUser(server)
  await givePoints(ada, 150, -1)
  await givePoints(ada, 300, 20)
  await givePoints(ada, 40, 90)
  // Expired points cannot be spent, even before the sweep has run.
  expect(await rewardsOf(ada)).toMatchObject({ points: 340, lapsing: { points: 300 } })
  expect((await call(redeemPoints, { points: 341 }, { as: ada.as })).status).toBe(409)
  await sweep()
  await sweep()
  expect((await pointsOf(ada)).map(({ kind, points }) => [kind, points])).toEqual([
    ['lapsed', -150],
    ['trip', 40],
    ['trip', 300],
    ['trip', 150],
  ])
  await call(redeemPoints, { points: 310 }, { as: ada.as })
  expect(await rewardsOf(ada)).toMatchObject({ points: 30, lapsing: { points: 30 } })
  const days = Date.parse((await rewardsOf(ada)).lapsing?.at ?? '') - Date.now()
  expect(Math.round(days / 86_400_000)).toBe(90)
})

test('what was spent in time does not lapse a second time', async () => {
  const ada = await aUser(server)
  await givePoints(ada, 200, 10)
  await call(redeemPoints, { points: 150 }, { as: ada.as })
  await sql`update points_account set next_lapse_at = now() where person_id = ${ada.user.id}`.execute(
    db,
  )
  await sweep()
  expect(await rewardsOf(ada)).toMatchObject({ points: 50 })
})

test('nobody rewrites points, and none are spent that are not there', async () => {
  const ada = await aUser(server)
  await expect(sql`update points_entry set points = 9`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from points_entry`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`truncate points_entry`.execute(db)).rejects.toThrow('append-only')
  const overdrawn = sql`insert into points_entry (person_id, kind, points, ref)
    values (${ada.user.id}, 'redeemed', -1, 'by hand')`
  await expect(overdrawn.execute(db)).rejects.toThrow('no_point_is_spent_twice')
})

test('points are paged, and everybody sees their own only', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  for (const points of [1, 2, 3, 4, 5]) await givePoints(ada, points)
  const page = await call(listPoints, { page: 2, per_page: 2 }, { as: ada.as })
  expect(page.data.map(({ points, balance }) => [points, balance])).toEqual([
    [3, 6],
    [2, 3],
  ])
  expect(page.meta).toEqual({ page: 2, per_page: 2, total: 5 })
  expect(await pointsOf(bola)).toEqual([])
  for (const endpoint of [getRewards, listPoints])
    expect((await call(endpoint, {})).status).toBe(401)
  expect((await call(redeemPoints, { points: 100 })).status).toBe(401)
})
