import { expect, test } from 'vitest'
import { reportBoardingScans } from '#contract/boarding/endpoints'
import { cancelTrip } from '#contract/bookings/endpoints'
import * as counter from '#contract/counter/endpoints'
import { moveAtCounter } from '#contract/counter/move-endpoints'
import type { Input } from '#contract/endpoint'
import { anOperatorKey, aScan, fetchManifestSeats } from '#tests/support/makers/boarding'
import { adultSeatKobo, aSaleInput, aShift } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
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
      const isOver = data.status === 'operator_cancelled'
      expect(data.due_kobo > 0).toBe(isOver)
      if (!isOver) continue
      const back_kobo = data.amount_kobo - data.paid_out_kobo
      expect(data.due_kobo).toBe(back_kobo)
    }
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
