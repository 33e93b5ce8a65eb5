import { expect, test } from 'vitest'
import { reportBoardingScans } from '#contract/boarding/endpoints'
import {
  cancelBooking,
  cancelTrip,
  listRescheduleOptions,
  previewCancellation,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import * as counter from '#contract/counter/endpoints'
import { moveAtCounter, previewCounterMove } from '#contract/counter/move-endpoints'
import type { Input } from '#contract/endpoint'
import { sql } from '#server/db/sql'
import { anOperatorKey, aScan, fetchManifestSeats } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, aSaleInput, aShift } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { waitUntilBlocked } from '#tests/support/makers/waitlist'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { expectConsistentSales } from './sound-books.ts'

const { db, server, doJobs } = await aPaymentWorld()
const { call } = server

/** A sale of two seats, and another departure at this fare, with two clerks with open shifts. */
async function aSaleOfTwoClerks(fare_kobo: number, departs_in_hours = 48) {
  const trip = await aTrip(db, { departs_in_hours })
  const { operator_id } = trip
  const other = await aTrip(db, { departs_in_hours: 72, fare_kobo, operator_id })
  const [one, two] = [
    await aSecondFactorMember(server, { operator_id, role: 'counter' }),
    await aSecondFactorMember(server, { operator_id, role: 'counter' }),
  ]
  const shift = await aShift(server, one.as)
  await aShift(server, two.as)
  const sold = await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [1, 3]), {
    as: one.as,
  })
  const { reference } = sold.data
  const difference_kobo = 2 * (fare_kobo - 850_000)
  const move: Input<typeof moveAtCounter> = {
    reference,
    trip_id: other.id,
    seats: [4, 5],
    means: 'cash',
    take_kobo: Math.max(0, difference_kobo),
    pay_out_kobo: Math.max(0, -difference_kobo),
  }
  return { trip, other, operator_id, reference, move, clerks: [one.as, two.as] as const }
}

const cases = [
  ['a more expensive departure', 950_000],
  ['a cheaper departure', 750_000],
] as const

test.each(cases)('two clerks move one sale to %s at once: it moves once', async (_, fare_kobo) => {
  const { move, clerks } = await aSaleOfTwoClerks(fare_kobo)
  const answers = await Promise.all(
    [...clerks, ...clerks].map((as) => call(moveAtCounter, move, { as })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409,
  ])
  const shifts = await Promise.all(
    clerks.map(async (as) => (await call(counter.getOpenShift, {}, { as })).data.shift),
  )
  const cash = shifts.reduce((sum, shift) => sum + (shift?.expected_kobo ?? 0), 0)
  expect(cash).toBe(2_000_000 + 2 * adultSeatKobo + move.take_kobo - move.pay_out_kobo)
  expect(await doJobs()).toEqual([])
  await expectConsistentSales(db)
})

test.each(cases)(
  'a move to %s and a refund at once: one of them, or the second sees the first',
  async (_, fare_kobo) => {
    const { move, clerks, reference } = await aSaleOfTwoClerks(fare_kobo)
    const [one, two] = clerks
    const { data } = await call(counter.previewCounterRefund, { reference }, { as: one })
    const refund = { reference, cancel: true, refund_kobo: data.cancel_kobo ?? 0 }
    const [moved, refunded] = await Promise.all([
      call(moveAtCounter, move, { as: one }),
      call(counter.refundAtCounter, refund, { as: two }),
    ])
    // A refund of the price before the move is refused after it.
    expect([moved.status, refunded.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await doJobs()).toEqual([])
    await expectConsistentSales(db)
  },
)

test.each(cases)(
  'a move to %s while the operator cancels the departure loses no money',
  async (_, fare_kobo) => {
    for (const cancelled of ['trip', 'other'] as const) {
      const sale = await aSaleOfTwoClerks(fare_kobo)
      const { move, clerks, operator_id, reference } = sale
      const [as] = clerks
      const key = await anOperatorKey(server, operator_id)
      const [moved, ended] = await Promise.all([
        call(moveAtCounter, move, { as }),
        call(cancelTrip, { id: sale[cancelled].trip_id }, { as: key }),
      ])
      expect(ended.status).toBe(200)
      // A departure that is cancelled is no longer on the list of those to which the sale can move.
      expect([200, 400, 409]).toContain(moved.status)
      expect(await doJobs()).toEqual([])
      await expectConsistentSales(db)
      const { data } = await call(counter.previewCounterRefund, { reference }, { as })
      // The sale is on one of the two departures. If that is cancelled, all that was paid is given back.
      const isOver = (moved.status === 200) === (cancelled === 'other')
      expect(data).toMatchObject({
        status: isOver ? 'operator_cancelled' : 'confirmed',
        due_kobo: isOver ? data.amount_kobo - data.paid_out_kobo : 0,
      })
    }
  },
)

/** What an operator does to a departure before a job changes its bookings, and why nobody changes theirs meanwhile. */
const jobsOfTrip = [
  [
    'is cancelled',
    (id: string) => sql`select cancel_trip(${id}::uuid)`,
    'The operator cancelled this departure. All that was paid is refunded.',
  ],
  [
    'gets another vehicle',
    (
      id: string,
    ) => sql`insert into vehicle_change (id, trip_id, from_vehicle, to_vehicle, worth_percent)
      select gen_random_uuid(), t.id, s.vehicle_type, v.code, 100 from trip t join schedule s on s.id = t.schedule_id
      join vehicle_type v on v.code <> s.vehicle_type where t.id = ${id}::uuid limit 1 for update of t`,
    'The vehicle of this departure is being changed. Try again in a few minutes.',
  ],
] as const

test.each(jobsOfTrip)(
  'nobody moves from a departure that %s, even if they were about to when that happened',
  async (_, change, why) => {
    const { move, clerks, trip, other, reference } = await aSaleOfTwoClerks(750_000)
    const [as] = clerks
    const online = await aPaidBooking(server, trip.id, [7])
    const own = { reference: online.booking.reference, trip_id: other.id, seats: [8] }
    const moveBoth = () =>
      Promise.all([
        call(moveAtCounter, move, { as }),
        call(rescheduleBooking, own, { as: online.as }),
      ])
    const asked = await db.transaction(async (tx) => {
      await change(trip.trip_id).execute(tx)
      const answers = moveBoth()
      await waitUntilBlocked(db, 'move_booking', 2)
      return { answers }
    })
    for (const answers of [await asked.answers, await moveBoth()])
      for (const { problem } of answers)
        expect(problem).toMatchObject({ code: 'reschedule_closed', detail: why })
    const { data } = await call(previewCounterMove, { reference }, { as })
    expect(data).toMatchObject({ closed: why, options: [] })
    const listed = await call(
      listRescheduleOptions,
      { reference: own.reference },
      { as: online.as },
    )
    expect(listed.problem).toMatchObject({ code: 'reschedule_closed', detail: why })
    await expectConsistentSales(db)
  },
)

test.each(jobsOfTrip)(
  'nobody loses a fee by cancelling on a departure that %s, even if they were about to when that happened',
  async (_, change, why) => {
    const { clerks, trip, reference } = await aSaleOfTwoClerks(750_000)
    const [as] = clerks
    const online = await aPaidBooking(server, trip.id, [7])
    const own = online.booking.reference
    const { data: before } = await call(counter.previewCounterRefund, { reference }, { as })
    const refund = { reference, cancel: true, refund_kobo: before.cancel_kobo ?? 0 }
    const cancelBoth = () =>
      Promise.all([
        call(counter.refundAtCounter, refund, { as }),
        call(cancelBooking, { reference: own, refund_to: 'source' }, { as: online.as }),
      ])
    const asked = await db.transaction(async (tx) => {
      await change(trip.trip_id).execute(tx)
      const answers = cancelBoth()
      await waitUntilBlocked(db, 'from trip where id', 2)
      return { answers }
    })
    for (const answers of [await asked.answers, await cancelBoth()])
      for (const { problem } of answers)
        expect(problem).toMatchObject({ code: 'cancellation_closed', detail: why })
    const { data } = await call(counter.previewCounterRefund, { reference }, { as })
    expect(data).toMatchObject({ closed: why, cancel_kobo: null })
    const preview = await call(previewCancellation, { reference: own }, { as: online.as })
    expect(preview.problem).toMatchObject({ code: 'cancellation_closed', detail: why })
    await expectConsistentSales(db)
  },
)

test.each(cases)('a move to %s while a traveller boards: one of them', async (_, fare_kobo) => {
  const { move, clerks, operator_id, trip } = await aSaleOfTwoClerks(fare_kobo, 5)
  const key = await anOperatorKey(server, operator_id)
  const [seat] = await fetchManifestSeats(server, trip.trip_id, key)
  if (seat === undefined) throw new Error('the manifest is empty')
  const [moved, scanned] = await Promise.all([
    call(moveAtCounter, move, { as: clerks[0] }),
    call(reportBoardingScans, { scans: [aScan(trip.trip_id, seat)] }, { as: key }),
  ])
  const seats = await fetchManifestSeats(server, trip.trip_id, key)
  const aboard = seats.filter(({ status }) => status === 'used')
  expect(scanned.status).toBe(200)
  expect(moved.status).toBe(aboard.length > 0 ? 409 : 200)
  expect(await doJobs()).toEqual([])
  await expectConsistentSales(db)
})
