import { expect, test } from 'vitest'
import {
  cancelBooking,
  listRescheduleOptions,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import { sellAtCounter } from '#contract/counter/endpoints'
import { moveAtCounter, previewCounterMove } from '#contract/counter/move-endpoints'
import { joinWaitingList, leaveQueue } from '#contract/waitlist/endpoints'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aSaleInput, aShift } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server } = await aPaymentWorld()
const { call } = server

test('nobody moves to a seat that is kept for the waiting list, online or at the counter', async () => {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const full = await aTrip(db, { operator_id, departs_in_hours: 72, seats_left: 1 })
  const seats = full.sellable.slice(-1)
  const paid = await aPaidBooking(server, full.id, seats)
  const ada = await aUser(server)
  const joined = await call(joinWaitingList, { trip_id: full.id, travellers: 1 }, { as: ada.as })
  const { reference: freed } = paid.booking
  await call(cancelBooking, { reference: freed, refund_to: 'source' }, { as: paid.as })

  const online = await aPaidBooking(server, trip.id, [1])
  const own = { reference: online.booking.reference }
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, as)
  const sold = await call(sellAtCounter, aSaleInput(shift.id, trip.id, [3]), { as })
  const { reference } = sold.data
  const to = { trip_id: full.id, seats }
  const move = () =>
    call(moveAtCounter, { ...to, reference, take_kobo: 0, pay_out_kobo: 0 }, { as })
  const reschedule = () => call(rescheduleBooking, { ...to, ...own }, { as: online.as })
  const listed = async () => [
    (await call(previewCounterMove, { reference }, { as })).data.options.map((one) => one.trip.id),
    (await call(listRescheduleOptions, own, { as: online.as })).data.map((one) => one.trip.id),
  ]
  expect(await listed()).toEqual([[], []])
  expect((await move()).problem.code).toBe('seats_kept')
  expect((await reschedule()).problem.code).toBe('seats_kept')
  await call(leaveQueue, { id: joined.data.id }, { as: ada.as })
  expect(await listed()).toEqual([[full.id], [full.id]])
  expect((await move()).status).toBe(200)
  expect((await reschedule()).problem.code).toBe('seat_taken')
})
