import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setPassengers } from '#contract/bookings/endpoints'
import type { Booking } from '#contract/bookings/model'
import { bookingFeeKobo } from '#contract/money'
import { listReviews, writeReview } from '#contract/reviews/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import {
  decideRewardCase,
  getReferral,
  getRewards,
  listPoints,
  listRewardCasesForStaff,
  redeemPoints,
} from '#contract/rewards/endpoints'
import { minRedeemedPoints, pointsPerSeat, pointWorthKobo } from '#contract/rewards/rules'
import { getWalletBalance, listWalletTransactions } from '#contract/wallet/endpoints'
import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { countViolations } from '#tests/load/invariants/invariants'
import { testDatabase } from '#tests/support/database/test-database'
import { aStaffKey } from '#tests/support/makers/boarding'
import { aHold, makeTravellers } from '#tests/support/makers/bookings'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { aWallet, fillWallet } from '#tests/support/makers/wallets'
import { runJob } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

/* Money that a payment company takes back earns nothing, and money in doubt earns nothing yet. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

afterEach(async () => {
  for (const invariant of [
    'rewards of a booking above their share of our fee, or without a boarding',
    'rewards of a booking that our staff have not approved',
    'money of a reward that is not that of its points or its referral',
    'rewards taken back that are not what was given',
  ] as const)
    expect([invariant, await countViolations(db, invariant)]).toEqual([invariant, 0])
})

const pointsOf = async ({ as }: MadeUser) => (await call(getRewards, {}, { as })).data.points
const balanceOf = async ({ as }: MadeUser) =>
  (await call(getWalletBalance, {}, { as })).data.balance_kobo

/** Runs the sweep now for every trip that is not rewarded yet. */
async function sweep(): Promise<void> {
  await sql`update booking set reward_check_at = now() where rewarded_at is null`.execute(db)
  await runJob(server.host, 'rewards.sweep', {})
}

async function paymentOf({ reference }: Booking): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payment p join booking b on b.id = p.payable_id where b.reference = ${reference}`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

const giveBack = async (booking: Booking, kobo: number, on: Db = db) =>
  sql`select record_outside_refund(${await paymentOf(booking)}, ${`by hand ${booking.reference}`}, ${kobo}::bigint)`.execute(
    on,
  )

const dispute = async (booking: Booking, state: 'open' | 'lost' | 'won') =>
  sql`select record_dispute(${await paymentOf(booking)}, ${`dispute ${booking.reference}`},
    ${booking.fare.total_kobo}::bigint, ${state}, ${state}, null)`.execute(db)

/** A referred friend who has travelled, before the sweep. */
async function aTravelledFriend() {
  const referrer = await aUser(server)
  const friend = await aUser(server, { referral_code: referrer.user.referral_code })
  await sql`update person set created_at = now() - interval '10 days' where id = ${friend.user.id}`.execute(
    db,
  )
  const booking = await aBookingForPerson(server, friend)
  await moveTripToPast(server, booking)
  const state = async () =>
    (await call(getReferral, {}, { as: referrer.as })).data.friends[0]?.state
  const given = async () => [
    await pointsOf(friend),
    await balanceOf(friend),
    await balanceOf(referrer),
  ]
  return { booking, state, given }
}

test('what was refunded by hand is counted against our fee', async () => {
  const traveller = await aUser(server)
  const booking = await aBookingForPerson(server, traveller)
  await giveBack(booking, (bookingFeeKobo * 3) / 4)
  await moveTripToPast(server, booking)
  await sweep()
  expect(await pointsOf(traveller)).toBe(pointsPerSeat / 4)
})

test('a payment refunded by hand rewards neither the friend nor the referrer', async () => {
  const { booking, state, given } = await aTravelledFriend()
  await giveBack(booking, booking.fare.total_kobo)
  await sweep()
  expect([await state(), await given()]).toEqual(['not_counted', [0, 0, 0]])
})

test('rewards wait while a payment is disputed, come if that is won, and not if it is lost', async () => {
  const [won, lost] = [await aTravelledFriend(), await aTravelledFriend()]
  await dispute(won.booking, 'open')
  await dispute(lost.booking, 'open')
  await sweep()
  expect([await won.state(), await won.given()]).toEqual(['waiting', [0, 0, 0]])
  await dispute(won.booking, 'won')
  await dispute(lost.booking, 'lost')
  await sweep()
  expect(await won.state()).toBe('rewarded')
  expect((await won.given())[0]).toBe(pointsPerSeat)
  expect([await lost.state(), await lost.given()]).toEqual(['not_counted', [0, 0, 0]])
})

test('a second charge neither adds to a reward nor takes it away', async () => {
  const traveller = await aUser(server)
  const booking = await aBookingForPerson(server, traveller)
  await sql`select record_second_charge(${await paymentOf(booking)}, 'taken again',
    ${booking.fare.total_kobo}::bigint, 'card', 'a card')`.execute(db)
  await moveTripToPast(server, booking)
  await sweep()
  expect(await pointsOf(traveller)).toBe(pointsPerSeat)
})

test('a trip from a wallet that owes money earns points once that is paid', async () => {
  const trip = await aTrip(db)
  const owner = await aWallet(server, 1_900_000)
  const { as, user } = owner
  const seats = trip.sellable.slice(0, 1)
  const { booking } = await aHold(server, trip.id, seats, as)
  const { reference } = booking
  const { data: filled } = await call(
    setPassengers,
    { reference, ...makeTravellers(seats) },
    { as },
  )
  const paid = await call(
    startPayment,
    { purpose: 'booking', reference, provider: 'wallet' },
    { as },
  )
  expect(paid.data.status).toBe('succeeded')
  await moveTripToPast(server, filled)
  const wallet = sql`account_of('wallet', ${user.id}, false)`
  const owed = (await balanceOf(owner)) + 10_000
  await sql`select allow_debt(${wallet}, ${owed}::bigint)`.execute(db)
  await sql`select post_transfer('back', 'back', ${wallet}, account_of('promo_expense', ''), ${owed}::bigint, 'given_up')`.execute(
    db,
  )
  await sweep()
  expect([await pointsOf(owner), await balanceOf(owner)]).toEqual([0, -10_000])
  await fillWallet(db, user.id, 10_000)
  await sweep()
  expect(await pointsOf(owner)).toBe(pointsPerSeat)
  expect(pointsPerSeat * pointWorthKobo).toBeLessThan(bookingFeeKobo)
})

test('our staff cannot give rewards while the payment is disputed', async () => {
  const traveller = await aUser(server)
  const booking = await aBookingForPerson(server, traveller)
  await moveTripToPast(server, booking)
  await sql`insert into reward_case (booking_id, signs) select id, '{operator_card}' from booking
    where reference = ${booking.reference}`.execute(db)
  await sweep()
  const staff = await aStaffKey(server, ['refunds'])
  const listCases = async () =>
    (await call(listRewardCasesForStaff, { per_page: 100 }, { as: staff })).data
  const id = (await listCases()).find((one) => one.booking === booking.reference)?.id ?? ''
  await dispute(booking, 'open')
  expect((await listCases()).map((one) => one.id)).not.toContain(id)
  const approve = { id, became: 'approved', reason: 'We called them.' } as const
  expect((await call(decideRewardCase, approve, { as: staff })).problem.code).toBe('not_found')
  await dispute(booking, 'won')
  expect((await call(decideRewardCase, approve, { as: staff })).status).toBe(200)
  expect(await pointsOf(traveller)).toBe(pointsPerSeat)
})

/** Ends the trip of a booking as its operator does, after travellers have boarded. */
async function cancelTrip({ reference }: Booking): Promise<void> {
  const { rows } = await sql<{ trip_id: string }>`
    update booking b set status = 'travelled' where reference = ${reference} returning trip_id`.execute(
    db,
  )
  await sql`update trip set status = 'cancelled' where id = ${rows[0]?.trip_id}`.execute(db)
  await runJob(server.host, 'trip.end', { trip_id: rows[0]?.trip_id ?? '' })
}

test.each<[string, (booking: Booking) => Promise<unknown>]>([
  ['that its operator cancels after the boarding', cancelTrip],
  ['refunded by hand', (booking) => giveBack(booking, booking.fare.total_kobo)],
  ['whose payer wins a dispute', (booking) => dispute(booking, 'lost')],
])('the rewards of a trip %s are taken back, once', async (_, moneyGoesBack) => {
  const { booking, state, given } = await aTravelledFriend()
  await sweep()
  expect([await state(), (await given())[0]]).toEqual(['rewarded', pointsPerSeat])
  await moneyGoesBack(booking)
  await sweep()
  await sweep()
  const [points, friends = 0, referrers] = await given()
  expect([await state(), points, referrers]).toEqual(['not_counted', 0, 0])
  // A refund by the operator for a card payment goes to the card.
  expect(friends).toBe(0)
})

test('an open dispute takes nothing back, and a won one neither', async () => {
  const { booking, state, given } = await aTravelledFriend()
  await sweep()
  const before = await given()
  for (const step of ['open', 'won'] as const) {
    await dispute(booking, step)
    await sweep()
    expect([await state(), await given()]).toEqual(['rewarded', before])
  }
})

test('money that goes back while an earlier change is being checked is not forgotten', async () => {
  const traveller = await aUser(server)
  const booking = await aBookingForPerson(server, traveller)
  await moveTripToPast(server, booking)
  await sweep()
  expect(await pointsOf(traveller)).toBe(pointsPerSeat)
  await dispute(booking, 'open')
  await dispute(booking, 'won')
  const sweeping = await inTransaction(db, async (tx) => {
    await giveBack(booking, booking.fare.total_kobo, tx)
    const done = sweep()
    // A sweep that does not wait for this transaction has enough time to end before it.
    await Promise.race([done, setTimeout(1000)])
    return { done }
  })
  await sweeping.done
  await sweep()
  expect(await pointsOf(traveller)).toBe(0)
})

test('points that were turned into money and spent become a debt of the wallet', async () => {
  const traveller = await aUser(server)
  const { as, user } = traveller
  const bookings: Booking[] = []
  for (let n = 0; n < 3; n += 1) {
    const booking = await aBookingForPerson(server, traveller)
    await moveTripToPast(server, booking, 3 - n)
    bookings.push(booking)
  }
  await sweep()
  await call(redeemPoints, { points: minRedeemedPoints }, { as })
  const rest = 3 * pointsPerSeat - minRedeemedPoints
  expect([await pointsOf(traveller), await balanceOf(traveller)]).toEqual([rest, 10_000])
  await sql`select post_transfer('spent', 'spent', account_of('wallet', ${user.id}, false), account_of('promo_expense', ''),
    10000, 'given_up')`.execute(db)
  for (const booking of bookings) await giveBack(booking, booking.fare.total_kobo)
  await sweep()
  expect([await pointsOf(traveller), await balanceOf(traveller)]).toEqual([0, -10_000])
  const { data: movements } = await call(listWalletTransactions, {}, { as })
  expect(movements[0]?.words).toBe('Points taken back: the trip was refunded')
  const { data: entries } = await call(listPoints, {}, { as })
  expect(entries.map(({ kind, points }) => [kind, points])).toContainEqual(['taken_back', -rest])
  await fillWallet(db, user.id, 12_000)
  expect(await balanceOf(traveller)).toBe(2000)
})

test('a trip whose payment a company took back verifies no review', async () => {
  const operator_id = await anOperator(db, { code: 'charged-back', rating: null })
  const traveller = await aUser(server)
  const booking = await aBookingForPerson(server, traveller, { operator_id })
  await moveTripToPast(server, booking)
  const review = {
    operator: 'charged-back',
    rating: 5,
    body: 'The best bus of the country, every time.',
  }
  expect((await call(writeReview, review, { as: traveller.as })).data.is_verified).toBe(true)
  await sweep()
  await giveBack(booking, booking.fare.total_kobo)
  await sweep()
  const { data, meta } = await call(listReviews, { operator: 'charged-back' })
  expect([data[0]?.is_verified, meta.average]).toEqual([false, null])
  const changed = await call(writeReview, { ...review, rating: 4 }, { as: traveller.as })
  expect(changed.data.is_verified).toBe(false)
})
