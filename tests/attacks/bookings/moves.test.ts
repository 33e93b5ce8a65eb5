import { afterAll, expect, test } from 'vitest'
import {
  getBooking,
  cancelBooking,
  listRescheduleOptions,
  previewCancellation,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { cancelByOperator } from '#tests/support/makers/departures'
import { testDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

/*
 * A moved booking keeps the stricter of both refund tiers: moving first never refunds more than cancelling immediately.
 */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

interface Roads {
  departs_in_hours: number
  fare_kobo: number
  to: { departs_in_hours: number; fare_kobo: number }
  seats?: number
}

/** A paid booking, and another trip of its operator to move to. */
async function aBookingToMove({ to, seats = 1, ...from }: Roads) {
  const trip = await aTrip(db, from)
  const other = await aTrip(db, { operator_id: trip.operator_id, ...to })
  const chosen = trip.sellable.slice(0, seats)
  const { booking, as } = await aPaidBooking(server, trip.id, chosen)
  const { reference } = booking
  const preview = async () => (await call(previewCancellation, { reference }, { as })).data
  const move = async (all = chosen) => {
    const { data: options } = await call(listRescheduleOptions, { reference }, { as })
    const option = options.find(({ trip: { id } }) => id === other.id)
    const moved = await call(
      rescheduleBooking,
      { reference, trip_id: other.id, seats: all },
      { as },
    )
    expect(moved.status, moved.text).toBe(200)
    return { option, booking: moved.data }
  }
  const cancel = async (seats?: number[]) =>
    call(cancelBooking, { reference, refund_to: 'source', ...(seats && { seats }) }, { as })
  const back = async () => {
    const { data } = await call(getBooking, { reference }, { as })
    return data.refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  }
  return { trip, other, booking, chosen, preview, move, cancel, back }
}

const faults = () => findLedgerViolations({ db, config: server.host.config, log: server.host.log })

test.each([
  ['to the cheapest trip there is', 3, { departs_in_hours: 72, fare_kobo: 200_000 }],
  ['to a cheaper trip', 3, { departs_in_hours: 72, fare_kobo: 1_700_000 }],
  ['to a cheaper trip, a day before', 30, { departs_in_hours: 300, fare_kobo: 200_000 }],
  ['to an earlier trip', 30, { departs_in_hours: 4, fare_kobo: 200_000 }],
] as const)(
  'moving %s and cancelling there gives back no more than cancelling',
  async (_words, departs_in_hours, to) => {
    const { preview, move, cancel, back } = await aBookingToMove({
      departs_in_hours,
      fare_kobo: 2_000_000,
      to,
      seats: 2,
    })
    const { refund_kobo: most } = await preview()
    await move()
    const after = await preview()
    const done = await cancel()
    expect(done.status).toBe(200)
    expect(await back()).toBeLessThanOrEqual(most)
    // Exact to the kobo: the refund of the move, and what the preview promised then.
    const [first, second] = done.data.refunds.map(({ amount_kobo }) => amount_kobo)
    expect((first ?? 0) + (second ?? 0)).toBe(await back())
    expect(after.refund_kobo + after.fee_kobo).toBe(done.data.fare.total_kobo)
    expect(after.lines.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(after.refund_kobo)
    expect(await faults()).toEqual([])
  },
)

test('the fee after a move is a share of the price paid first, and the screen can say so', async () => {
  const { booking, preview, move } = await aBookingToMove({
    departs_in_hours: 30,
    fare_kobo: 2_000_000,
    to: { departs_in_hours: 72, fare_kobo: 1_000_000 },
  })
  const before = await preview()
  const { option } = await move()
  expect(option).toMatchObject({ difference_kobo: -1_000_000, kept_kobo: 0 })
  const after = await preview()
  expect(after.refund_kobo).toBe(before.refund_kobo - 1_000_000)
  expect(after.fee_kobo).toBe(before.fee_kobo)
  expect(after.refund_kobo + after.fee_kobo).toBe(booking.fare.total_kobo - 1_000_000)
  expect(after.lines.map(({ label }) => label)).toContain(
    'Cancellation fee 10% of ₦20,200, the price before you moved',
  )
})

test('of the difference to a very cheap trip no more comes back than cancelling gives, and it is told', async () => {
  const { trip, booking, preview, move, cancel, back } = await aBookingToMove({
    departs_in_hours: 3,
    fare_kobo: 2_000_000,
    to: { departs_in_hours: 72, fare_kobo: 200_000 },
  })
  const { refund_kobo } = await preview()
  const moved = await move()
  const kept_kobo = 1_800_000 - refund_kobo
  expect(moved.option).toMatchObject({ difference_kobo: -1_800_000, kept_kobo })
  expect(moved.booking.refunds).toMatchObject([
    { amount_kobo: refund_kobo, reason: 'price_difference' },
  ])
  expect(moved.booking.fare.total_kobo).toBe(booking.fare.total_kobo - refund_kobo)
  expect(moved.booking.fare.lines).toContainEqual(
    expect.objectContaining({ code: 'change_fee', amount_kobo: kept_kobo }),
  )
  expect(await preview()).toMatchObject({ refund_kobo: 0, tier: 'late' })
  const { rows } =
    await sql`select m.trip_id, m.fee_percent from booking_move m join booking b on b.id = m.booking_id
    where b.reference = ${booking.reference}`.execute(db)
  expect(rows).toEqual([{ trip_id: trip.trip_id, fee_percent: 50 }])
  await cancel()
  expect(await back()).toBe(refund_kobo)
  expect(await faults()).toEqual([])
})

test('moved, and then cancelled one by one, nothing more comes back either', async () => {
  const { preview, move, cancel, back } = await aBookingToMove({
    departs_in_hours: 12,
    fare_kobo: 1_234_500,
    to: { departs_in_hours: 90, fare_kobo: 333_300 },
    seats: 3,
  })
  const { refund_kobo: most } = await preview()
  const { booking } = await move()
  for (const seat of booking.seats) expect((await cancel([seat])).status).toBe(200)
  expect(await back()).toBeLessThanOrEqual(most)
  expect(await faults()).toEqual([])
})

test('who was moved and whose operator then cancels gets everything that is left, fee and all', async () => {
  const { other, booking, move, back } = await aBookingToMove({
    departs_in_hours: 3,
    fare_kobo: 2_000_000,
    to: { departs_in_hours: 72, fare_kobo: 200_000 },
  })
  await move()
  await cancelByOperator(server, other)
  expect(await back()).toBe(booking.fare.total_kobo)
  expect(await faults()).toEqual([])
})

test('the database refuses a move that gives back more than cancelling', async () => {
  const { booking } = await aBookingToMove({
    departs_in_hours: 30,
    fare_kobo: 2_000_000,
    to: { departs_in_hours: 72, fare_kobo: 1_000_000 },
  })
  const forged = sql`insert into booking_move (booking_id, number, trip_id, leaves_at, fee_percent, price_kobo, cancel_kobo, back_kobo)
    select id, 1, trip_id, now(), 50, 2000, 1000, 1001 from booking where reference = ${booking.reference}`
  await expect(forged.execute(db)).rejects.toThrow('no_more_than_cancelling')
})
