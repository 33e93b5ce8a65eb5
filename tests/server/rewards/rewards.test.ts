import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { boardingRecordDays, pointsPerSeat } from '#contract/rewards/rules'
import { listPoints, getRewards, redeemPoints } from '#contract/rewards/endpoints'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { runJob } from '#tests/support/server/jobs'
import { testDatabase } from '#tests/support/database/test-database'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { givePoints as givePointsTo } from '#tests/support/makers/points'
import { aServer } from '#tests/support/server/test-server'
import { aBookingForPerson, boardTickets, moveTripToPast } from '#tests/support/makers/travels'
import { anOperator } from '#tests/support/makers/trips'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const { config, log } = server.host
const sweep = () => runJob({ db, config, log }, 'rewards.sweep', {})

const rewardsOf = async ({ as }: MadeUser) => (await call(getRewards, {}, { as })).data
const pointsOf = async ({ as }: MadeUser) => (await call(listPoints, {}, { as })).data
const balanceOf = async ({ as }: MadeUser) =>
  (await call(getWalletBalance, {}, { as })).data.balance_kobo

/** Gives a person points from a trip long ago. */
const givePoints = ({ user }: MadeUser, points: number, lapse_in_days = 30) =>
  givePointsTo(db, user.id, points, lapse_in_days)

test('a traveller gets points for a trip once they have travelled, and only once', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada, { fare_kobo: 1_500_000 })
  await sweep()
  expect(await rewardsOf(ada)).toMatchObject({ points: 0, trips_this_year: 0, lapsing: null })

  await moveTripToPast(server, booking)
  await Promise.all([sweep(), sweep(), sweep()])
  await sweep()
  const points = pointsPerSeat
  expect(await rewardsOf(ada)).toMatchObject({
    points,
    checking: 0,
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

test('points are a share of our fee, whatever the fare, and only for seats that were boarded', async () => {
  const ada = await aUser(server)
  const dear = await aBookingForPerson(server, ada, { seats: 3, fare_kobo: 9_000_000 })
  await moveTripToPast(server, dear, 1, dear.seats.slice(0, 2))
  await sweep()
  expect(await rewardsOf(ada)).toMatchObject({ points: 2 * pointsPerSeat, trips_this_year: 1 })
})

test('a seat that was cancelled still paid our fee, which stayed with us', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada, { seats: 2, fare_kobo: 2_000_000 })
  await call(
    cancelBooking,
    { reference: booking.reference, seats: [booking.seats[0] ?? 0], refund_to: 'wallet' },
    { as: ada.as },
  )
  await moveTripToPast(server, booking)
  await sweep()
  expect(await rewardsOf(ada)).toMatchObject({ points: 2 * pointsPerSeat })
})

test('nobody who did not board gets points, until a late door check or an operator’s record proves it', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const late = await aBookingForPerson(server, ada)
  await moveTripToPast(server, late, 2, [])
  const operator_id = await anOperator(db)
  const unchecked = await aBookingForPerson(server, bola, { operator_id })
  await moveTripToPast(server, unchecked, 2, [])
  const sweepLater = async () => {
    await sql`update booking set reward_check_at = now() where rewarded_at is null`.execute(db)
    await sweep()
  }
  await sweepLater()
  for (const one of [ada, bola])
    expect(await rewardsOf(one)).toMatchObject({ points: 0, trips_this_year: 0 })

  await boardTickets(db, late.reference)
  await sql`insert into boarding_day (operator_id, day)
    select ${operator_id}, lagos_today() - n from generate_series(1, ${boardingRecordDays - 1}::int) n`.execute(
    db,
  )
  await sweepLater()
  expect(await rewardsOf(ada)).toMatchObject({ points: pointsPerSeat, trips_this_year: 1 })
  expect(await rewardsOf(bola)).toMatchObject({ points: 0 })

  await sql`insert into boarding_day (operator_id, day) values (${operator_id}, lagos_today() - 200)`.execute(
    db,
  )
  await sweepLater()
  expect(await rewardsOf(bola)).toMatchObject({ points: pointsPerSeat, trips_this_year: 1 })
})

test('a trip that nobody proves in two weeks is not checked for ever', async () => {
  const ada = await aUser(server)
  const booking = await aBookingForPerson(server, ada)
  await moveTripToPast(server, booking, 15, [])
  await sweep()
  const { rows } = await sql<{ is_over: boolean }>`
    select rewarded_at is not null as is_over from booking where reference = ${booking.reference}`.execute(
    db,
  )
  expect(rows).toEqual([{ is_over: true }])
  expect(await rewardsOf(ada)).toMatchObject({ points: 0 })
})

test('the fifth trip of a year earns a quarter more, whenever the sweep comes by', async () => {
  const ada = await aUser(server)
  for (const days_ago of [500, 120, 100, 80, 60, 10]) {
    const booking = await aBookingForPerson(server, ada)
    await moveTripToPast(server, booking, days_ago)
  }
  await sweep()
  const usual = pointsPerSeat
  const more = (pointsPerSeat * 125) / 100
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
