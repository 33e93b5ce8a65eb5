import { afterAll, expect, test } from 'vitest'
import { bookingFeeKobo } from '#contract/money'
import { getOperator } from '#contract/operators/endpoints'
import { listReviews, writeReview } from '#contract/reviews/endpoints'
import { getReferral, getRewards } from '#contract/rewards/endpoints'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { offerDeparture } from '#contract/waitlist/endpoints'
import { setPassengers } from '#contract/bookings/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { recomputeDirectory } from '#server/rooms/operators'
import { runJob } from '#tests/support/server/jobs'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aHold, payBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { dayInLagos, requestRoute } from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const sweep = () => runJob(server.host, 'rewards.sweep', {})

const pointsOf = async ({ as }: MadeUser) => (await call(getRewards, {}, { as })).data.points
const balanceOf = async ({ as }: MadeUser) =>
  (await call(getWalletBalance, {}, { as })).data.balance_kobo

/** The cheapest ticket: a fare of ₦100, our fee and its VAT. */
const cheap = { fare_kobo: 10_000, park_fee_kobo: 0 }

test('six seats at a million naira that a key made and nobody boarded earn no point', async () => {
  const operator_id = await anOperator(db)
  await aTrip(db, { operator_id, stops: ['lagos', 'jos'], departs_in_hours: 1 })
  const day = await dayInLagos(server, 7)
  const [lure, accomplice] = [await aUser(server), await aUser(server)]
  const { request } = await requestRoute(server, lure.as, { day })
  const key = await anOperatorKey(server, operator_id)
  const departure = {
    from_park: 'lagos-test-park',
    to_park: 'jos-test-park',
    leaves_at: `${day}T07:30`,
    minutes: 840,
    vehicle: 'hiace-15',
    fare_kobo: 100_000_000,
  }
  const { data: made } = await call(
    offerDeparture,
    { request: request?.id ?? '', departure },
    { as: key },
  )
  const seats = [8, 9, 10, 11, 12, 13]
  const { as } = accomplice
  const { booking } = await aHold(server, made.trip_id, seats, as)
  const input = { reference: booking.reference, ...makeTravellers(seats) }
  const { data: filled } = await call(setPassengers, input, { as })
  expect(await payBooking(server, filled)).toBe('confirmed')
  await moveTripToPast(server, booking, 1, [])
  await sweep()
  expect(await pointsOf(accomplice)).toBe(0)
})

test('five friends with the cheapest tickets bring less than our fees on them', async () => {
  const referrer = await aUser(server)
  const friends: MadeUser[] = []
  for (let n = 0; n < 5; n += 1) {
    const friend = await aUser(server, { referral_code: referrer.user.referral_code })
    const booking = await aBookingForPerson(server, friend, cheap)
    expect(booking.fare.total_kobo).toBe(31_500)
    await sql`update person set created_at = now() - interval '10 days' where id = ${friend.user.id}`.execute(
      db,
    )
    await moveTripToPast(server, booking)
    friends.push(friend)
  }
  await sweep()
  const { friends: joined } = (await call(getReferral, {}, { as: referrer.as })).data
  expect(joined.map(({ state }) => state)).toEqual(friends.map(() => 'rewarded'))
  let given = await balanceOf(referrer)
  for (const friend of friends) given += (await balanceOf(friend)) + 100 * (await pointsOf(friend))
  expect(given).toBeGreaterThan(0)
  expect(given).toBeLessThanOrEqual((5 * bookingFeeKobo * 80) / 100)
})

test('who bought the cheapest ticket and never boarded writes no verified review', async () => {
  const operator_id = await anOperator(db, { code: 'well-bought', rating: null })
  const body = 'The best bus of the country, every time.'
  for (let n = 0; n < 3; n += 1) {
    const buyer = await aUser(server)
    const booking = await aBookingForPerson(server, buyer, { ...cheap, operator_id })
    await moveTripToPast(server, booking, 1, [])
    const said = { operator: 'well-bought', rating: 5, body }
    const { data } = await call(writeReview, said, { as: buyer.as })
    expect(data.is_verified).toBe(false)
    const named = { ...said, booking: booking.reference }
    const refused = await call(writeReview, named, { as: buyer.as })
    expect(refused.problem.fields).toHaveProperty('booking')
  }
  expect((await call(listReviews, { operator: 'well-bought' })).meta).toMatchObject({
    average: null,
    total: 3,
  })
})

test('buses with a plate and nobody aboard are not punctual', async () => {
  const operator_id = await anOperator(db, { code: 'always-there' })
  for (let n = 0; n < 3; n += 1) {
    const { trip_id } = await aTrip(db, {
      operator_id,
      departs_in_hours: -48,
      status: 'completed',
    })
    await sql`update trip set plate = 'LND-1' where id = ${trip_id}`.execute(db)
  }
  for (const boarded of [[], undefined]) {
    const buyer = await aUser(server)
    const booking = await aBookingForPerson(server, buyer, { ...cheap, operator_id })
    await sql`update trip set plate = 'LND-2' where id = (
      select trip_id from booking where reference = ${booking.reference})`.execute(db)
    await moveTripToPast(server, booking, 1, boarded)
  }
  await inTransaction(db, recomputeDirectory)
  const { data } = await call(getOperator, { code: 'always-there' })
  expect(data.punctuality).toMatchObject({ counted: 1, on_time: 1 })
})
