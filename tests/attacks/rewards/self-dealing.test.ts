import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { setPassengers } from '#contract/bookings/endpoints'
import type { Booking } from '#contract/bookings/model'
import { bookingFeeKobo } from '#contract/money'
import { listReviews, writeReview } from '#contract/reviews/endpoints'
import {
  decideRewardCase,
  getReferral,
  getRewards,
  listRewardCasesForStaff,
} from '#contract/rewards/endpoints'
import {
  boardingRecordDays,
  minDepartureBuyers,
  pointsPerSeat,
  referralKobo,
  rewardSharePercent,
} from '#contract/rewards/rules'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { hashPublicNetwork } from '#server/platform/limits'
import { insertOneDayDeparture } from '#server/rooms/timetables'
import { runJob } from '#tests/support/server/jobs'
import { testDatabase } from '#tests/support/database/test-database'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { aHold, aPaidBooking, payBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aMember } from '#tests/support/makers/members'
import { aUser, type MadeUser, type UserOptions } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { dayInLagos } from '#tests/support/makers/waitlist'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
const staff = await aStaffKey(server, ['refunds'])

/** Runs the sweep; returns the alarms that it raised. */
async function sweep(): Promise<{ booking: string; signs: string[] }[]> {
  const lines: { alarm?: string; booking: string; signs: string[] }[] = []
  const log = pino(
    { level: 'error' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  await runJob({ ...server.host, log }, 'rewards.sweep', {})
  return lines
    .filter(({ alarm }) => alarm === 'rewards.self_dealing')
    .map(({ booking, signs }) => ({ booking, signs }))
}

const rewardsOf = async ({ as }: MadeUser) => (await call(getRewards, {}, { as })).data
const balanceOf = async ({ as }: MadeUser) =>
  (await call(getWalletBalance, {}, { as })).data.balance_kobo
const caseOf = async ({ reference }: Booking) =>
  (await call(listRewardCasesForStaff, { per_page: 100 }, { as: staff })).data.find(
    ({ booking }) => booking === reference,
  )
const decide = async (booking: Booking, became: 'approved' | 'refused') =>
  call(
    decideRewardCase,
    { id: (await caseOf(booking))?.id ?? '', became, reason: 'We called them.' },
    { as: staff },
  )

async function buySeats({ as }: MadeUser, trip_id: string, seats: number[]): Promise<Booking> {
  const { booking } = await aHold(server, trip_id, seats, as)
  const input = { reference: booking.reference, ...makeTravellers(seats) }
  const { data } = await call(setPassengers, input, { as })
  expect(await payBooking(server, data)).toBe('confirmed')
  return data
}

/** A departure that an operator's key adds for one day, at a million naira a seat. */
async function aSingleDeparture(operator_id: string, network: string | null = null) {
  const { rows } = await sql<{ from: string; to: string }>`
    select (select id from motor_park where code = 'lagos-test-park') as from,
      (select id from motor_park where code = 'ibadan-test-park') as to`.execute(db)
  const trip_id = await insertOneDayDeparture(db, {
    operator_id,
    from_park_id: rows[0]?.from ?? '',
    to_park_id: rows[0]?.to ?? '',
    leaves_at: `${await dayInLagos(server, 5)}T07:30`,
    minutes: 120,
    vehicle: 'hiace-15',
    fare_kobo: 100_000_000,
    network,
  })
  return `${trip_id}.0.1`
}

async function someOperator(code: string): Promise<string> {
  const operator_id = await anOperator(db, { code, rating: null })
  await aTrip(db, { operator_id })
  return operator_id
}

const aFriendOf = async (referrer: MadeUser, options: UserOptions = {}) => {
  const friend = await aUser(server, { referral_code: referrer.user.referral_code, ...options })
  await sql`update person set created_at = now() - interval '10 days' where id = ${friend.user.id}`.execute(
    db,
  )
  return friend
}

test('a key’s departure with one buyer alarms, and its points wait until our staff refuse them', async () => {
  const operator_id = await someOperator('self-made')
  const accomplice = await aUser(server)
  const booking = await buySeats(
    accomplice,
    await aSingleDeparture(operator_id),
    [4, 5, 6, 7, 8, 9],
  )
  await moveTripToPast(server, booking)
  const body = 'The best bus of the country, every time.'
  const review = { operator: 'self-made', rating: 5, body }
  const { data: written } = await call(writeReview, review, { as: accomplice.as })
  expect(written.state).toBe('waiting')

  const alarms = await sweep()
  expect(alarms).toEqual([{ booking: booking.reference, signs: ['few_buyers'] }])
  expect(await sweep()).toEqual([])
  expect(await rewardsOf(accomplice)).toMatchObject({ points: 0, checking: 1, trips_this_year: 0 })
  expect(await caseOf(booking)).toMatchObject({
    signs: ['few_buyers'],
    who: accomplice.user.full_name,
    seats: 6,
    buyers: 1,
    fee_kobo: 6 * bookingFeeKobo,
  })

  const id = (await caseOf(booking))?.id ?? ''
  const input = { id, became: 'approved' as const, reason: 'It is me.' }
  for (const as of [accomplice.as, await anOperatorKey(server, operator_id), {}])
    expect([401, 403]).toContain((await call(decideRewardCase, input, { as })).status)
  expect((await decide(booking, 'refused')).data).toMatchObject({ state: 'refused' })
  const again = await call(decideRewardCase, input, { as: staff })
  expect(again.problem.code).toBe('not_found')
  await sweep()
  expect(await rewardsOf(accomplice)).toMatchObject({ points: 0, checking: 0, trips_this_year: 0 })
  const { data: late } = await call(writeReview, { ...review, rating: 4 }, { as: accomplice.as })
  expect(late.is_verified).toBe(false)
  expect((await call(listReviews, { operator: 'self-made' })).meta.average).toBeNull()
})

test('rewards that our staff approve are a share of our fee and not of the fare', async () => {
  const operator_id = await someOperator('honest-few')
  const ada = await aUser(server)
  const bola = await aFriendOf(ada)
  const booking = await buySeats(bola, await aSingleDeparture(operator_id), [4, 5, 6, 7, 8, 9])
  await moveTripToPast(server, booking)
  await sweep()
  expect(await balanceOf(bola)).toBe(0)
  expect((await decide(booking, 'approved')).status).toBe(200)
  const { points } = await rewardsOf(bola)
  const given = points * 100 + (await balanceOf(bola)) + (await balanceOf(ada))
  expect([points, await balanceOf(ada)]).toEqual([6 * pointsPerSeat, 6 * referralKobo])
  expect(given).toBeLessThanOrEqual((6 * bookingFeeKobo * rewardSharePercent) / 100)
  await sweep()
  expect((await rewardsOf(bola)).points).toBe(points)
})

test('a key’s departure with enough buyers who share nothing raises no alarm', async () => {
  const trip_id = await aSingleDeparture(await someOperator('honest-many'))
  const buyers = await Promise.all(Array.from({ length: minDepartureBuyers }, () => aUser(server)))
  let last: Booking | undefined
  for (const [n, buyer] of buyers.entries()) last = await buySeats(buyer, trip_id, [4 + n])
  if (last === undefined) throw new Error('nobody bought')
  await sql`update booking set status = 'completed' where trip_id = ${trip_id.split('.')[0]}::uuid`.execute(
    db,
  )
  await moveTripToPast(server, last)
  expect(await sweep()).toEqual([])
  const [lastBuyer] = buyers.slice(-1)
  expect(lastBuyer && (await rewardsOf(lastBuyer)).points).toBe(pointsPerSeat)
})

test('an operator’s record does not excuse its own departures', async () => {
  const operator_id = await someOperator('long-known')
  await sql`insert into boarding_day (operator_id, day)
    select ${operator_id}, lagos_today() - n from generate_series(1, ${boardingRecordDays}::int) n`.execute(
    db,
  )
  const buyer = await aUser(server)
  const booking = await buySeats(buyer, await aSingleDeparture(operator_id), [4, 5])
  await moveTripToPast(server, booking, 1, [])
  expect(await sweep()).toMatchObject([{ booking: booking.reference }])
  expect((await rewardsOf(buyer)).points).toBe(0)
})

test('thirty single departures make no record of boarded days', async () => {
  const operator_id = await someOperator('record-maker')
  const buyer = await aUser(server)
  const booking = await buySeats(buyer, await aSingleDeparture(operator_id), [4])
  await moveTripToPast(server, booking)
  const days = sql`select from boarding_day where operator_id = ${operator_id}`
  expect((await days.execute(db)).rows).toEqual([])
  await moveTripToPast(server, await aBookingForPerson(server, buyer, { operator_id }), 3)
  expect((await days.execute(db)).rows).toHaveLength(1)
  await sweep()
})

const shared: Record<string, (one: MadeUser, other: MadeUser) => Promise<unknown>> = {
  device: (one, other) =>
    sql`update login set device_key = 'one phone' where person_id in (${one.user.id}, ${other.user.id})`.execute(
      db,
    ),
  network: (one, other) =>
    sql`update login set network = ${`net of ${one.user.id}`}
      where person_id in (${one.user.id}, ${other.user.id})`.execute(db),
  card: async (one, other) => {
    for (const { as, user } of [one, other]) {
      await aBookingForPerson(server, { as })
      await sql`update payment set card = ${`card of ${one.user.id}`} where person_id = ${user.id}`.execute(
        db,
      )
    }
  },
}

test.each(Object.keys(shared))(
  'a friend with the referrer’s %s waits for our staff',
  async (what) => {
    const ada = await aUser(server)
    const friend = await aFriendOf(ada)
    const booking = await aBookingForPerson(server, friend)
    await moveTripToPast(server, booking)
    await shared[what]?.(ada, friend)
    expect(await sweep()).toEqual([{ booking: booking.reference, signs: [`referrer_${what}`] }])
    expect([await balanceOf(ada), await balanceOf(friend)]).toEqual([0, 0])
    expect((await rewardsOf(friend)).points).toBe(0)
    expect(await caseOf(booking)).toMatchObject({ referrer: ada.user.full_name })
    await decide(booking, 'refused')
    await sweep()
    const { friends } = (await call(getReferral, {}, { as: ada.as })).data
    expect(friends[0]?.state).toBe('not_counted')
    expect([await balanceOf(ada), await balanceOf(friend)]).toEqual([0, 0])
    await sql`update login set device_key = null, network = null`.execute(db)
  },
)

test.each(Object.keys(shared))(
  'a buyer with the %s of the operator’s owner waits',
  async (what) => {
    const operator_id = await someOperator(`owned-${what}`)
    const owner = await aMember(server, { operator_id, role: 'owner' })
    const buyer = await aUser(server)
    const booking = await aBookingForPerson(server, buyer, { operator_id })
    await moveTripToPast(server, booking)
    await shared[what]?.(owner, buyer)
    expect(await sweep()).toEqual([{ booking: booking.reference, signs: [`operator_${what}`] }])
    expect((await rewardsOf(buyer)).points).toBe(0)
    await sql`update login set device_key = null, network = null`.execute(db)
  },
)

test('a member who buys from their own desk waits, and so does whoever they referred', async () => {
  const operator_id = await someOperator('own-desk')
  const owner = await aMember(server, { operator_id, role: 'owner' })
  const friend = await aFriendOf(owner)
  const bookings: Booking[] = []
  for (const buyer of [owner, friend]) {
    const booking = await aBookingForPerson(server, buyer, { operator_id })
    await moveTripToPast(server, booking)
    bookings.push(booking)
  }
  const alarms = await sweep()
  expect(alarms.map(({ signs }) => signs)).toEqual([['member'], ['member']])
  expect(await balanceOf(owner)).toBe(0)
})

test('a purchase from the network that adds the departures is noticed, a private address is not', async () => {
  const operator_id = await someOperator('one-network')
  const network = hashPublicNetwork({ config: server.host.config, ip: '197.210.1.1' })
  const trip_id = await aSingleDeparture(operator_id, network)
  const [same, other, hidden] = [
    await aUser(server, { ip: '197.210.1.1' }),
    await aUser(server, { ip: '197.210.1.2' }),
    await aUser(server, { ip: '192.168.1.2' }),
  ]
  const bookings: Booking[] = []
  for (const [n, buyer] of [same, other, hidden].entries())
    bookings.push(await buySeats(buyer, trip_id, [4 + n]))
  for (const booking of bookings) await moveTripToPast(server, booking)
  const alarms = await sweep()
  expect(
    bookings.map(({ reference }) => alarms.find((one) => one.booking === reference)?.signs),
  ).toEqual([['few_buyers', 'operator_network'], ['few_buyers'], ['few_buyers']])
  const { rows } = await sql<{ network: string | null }>`
    select network from login where person_id in (${same.user.id}, ${hidden.user.id}) order by network`.execute(
    db,
  )
  expect(rows).toEqual([{ network }, { network: null }])
  expect(network).not.toContain('197')
})

test('accounts that began on one network are noticed, wherever they went since', async () => {
  const ada = await aUser(server, { ip: '197.210.9.9' })
  const friend = await aFriendOf(ada, { ip: '197.210.9.9' })
  const booking = await aBookingForPerson(server, friend)
  await moveTripToPast(server, booking)
  await sql`update login set network = person_id::text where person_id in (${ada.user.id}, ${friend.user.id})`.execute(
    db,
  )
  expect(await sweep()).toEqual([{ booking: booking.reference, signs: ['referrer_network'] }])
})

test('guests who pay with one card are one buyer, and their card is a sign', async () => {
  const trip_id = await aSingleDeparture(await someOperator('one-card'))
  const own = await buySeats(await aUser(server), trip_id, [4])
  for (let n = 1; n < minDepartureBuyers; n += 1) {
    const contact = { full_name: 'Guest', phone: `+23480355512${10 + n}`, email: 'g@example.com' }
    await aPaidBooking(server, trip_id, [4 + n], { contact })
  }
  await sql`update payment set card = 'one card' where payable_id in (
    select id from booking where trip_id = ${trip_id.split('.')[0]}::uuid)`.execute(db)
  await moveTripToPast(server, own)
  expect(await sweep()).toEqual([{ booking: own.reference, signs: ['few_buyers', 'buyer_card'] }])
})

test('the database refuses a reward that nobody earned', async () => {
  const buyer = await aUser(server)
  const idOf = async ({ reference }: Booking) =>
    (await sql<{ id: string }>`select id from booking where reference = ${reference}`.execute(db))
      .rows[0]?.id ?? ''
  const give = (booking_id: string, points: number) =>
    sql`insert into points_entry (person_id, kind, points, ref, booking_id, expires_at)
      values (${buyer.user.id}, 'trip', ${points}, gen_random_uuid()::text, ${booking_id}, now() + interval '1 day')`.execute(
      db,
    )
  const refer = (booking_id: string, kobo: number) =>
    sql`insert into referral_reward (friend_id, referrer_id, booking_id, reward_kobo)
      select ${buyer.user.id}, id, ${booking_id}, ${kobo}::bigint from person
      where id <> ${buyer.user.id} limit 1`.execute(db)

  const absent = await aBookingForPerson(server, buyer)
  await moveTripToPast(server, absent, 1, [])
  const constraintOf = (constraint: string) => ({ constraint })
  await expect(give(await idOf(absent), 1)).rejects.toMatchObject(
    constraintOf('reward_needs_boarding'),
  )
  const travelled = await idOf(await aTravelledBooking(buyer))
  // Our fee is 20,000 kobo and the share 16,000: 100 points (10,000) and 3,000 for each side use it up.
  await give(travelled, 100)
  await expect(refer(travelled, 3001)).rejects.toMatchObject(constraintOf('rewards_within_our_fee'))
  await refer(travelled, 3000)
  await expect(give(travelled, 1)).rejects.toMatchObject(constraintOf('rewards_within_our_fee'))
  const suspect = await idOf(await aTravelledBooking(buyer))
  await sql`insert into reward_case (booking_id, signs) values (${suspect}, '{member}')`.execute(db)
  await expect(give(suspect, 1)).rejects.toMatchObject(constraintOf('reward_waits_for_staff'))
})

async function aTravelledBooking(buyer: MadeUser): Promise<Booking> {
  const booking = await aBookingForPerson(server, buyer)
  await moveTripToPast(server, booking)
  return booking
}
