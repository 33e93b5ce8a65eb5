import { expect, test } from 'vitest'
import * as counter from '#contract/counter/endpoints'
import { moveAtCounter } from '#contract/counter/move-endpoints'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aSaleInput, aShift } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aTrip, anOperator } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { expectConsistentSales } from './sound-books.ts'

const { db, server } = await aPaymentWorld()
const { call } = server

/** A clerk who has sold two seats of a departure; and another departure, at the same price. */
async function aSale() {
  const trip = await aTrip(db)
  const { operator_id } = trip
  const other = await aTrip(db, { operator_id, departs_in_hours: 72 })
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, as, 1_000_000)
  const { data } = await call(counter.sellAtCounter, aSaleInput(shift.id, trip.id, [1, 3]), { as })
  return { ...data, trip, other, operator_id, as }
}

test('a traveller who has cancelled gets no ticket of the new departure, now or when it is printed again', async () => {
  const { as, reference, other } = await aSale()
  const { data: refund } = await call(
    counter.previewCounterRefund,
    { reference, seats: '1' },
    { as },
  )
  const cancelled = { reference, cancel: true, seats: [1], refund_kobo: refund.cancel_kobo ?? 0 }
  expect((await call(counter.refundAtCounter, cancelled, { as })).status).toBe(200)
  const move = { reference, trip_id: other.id, seats: [4], take_kobo: 0, pay_out_kobo: 0 }
  const { data } = await call(moveAtCounter, move, { as })
  expect(data.tickets.map(({ seat, status }) => `${seat} ${status}`)).toEqual(['4 valid'])
  const { data: sale } = await call(counter.getCounterSale, { reference }, { as })
  expect(sale).toMatchObject({ reference, booking: { trip: { id: other.id } } })
  expect(sale.tickets).toEqual(data.tickets)
  await expectConsistentSales(db)
})

test('a colleague can print the tickets of a sale, but learns no more of the travellers', async () => {
  const { reference, tickets, operator_id } = await aSale()
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const { data } = await call(counter.getCounterSale, { reference }, { as })
  expect(data.tickets.map(({ code }) => code)).toEqual(tickets.map(({ code }) => code))
  expect(Object.keys(data.booking).toSorted()).toEqual([
    'from_park',
    'paid_kobo',
    'to_park',
    'trip',
  ])
})

test('another operator’s sale, and a booking from the app, are not found', async () => {
  const { as, reference, trip } = await aSale()
  const operator_id = await anOperator(db)
  const elsewhere = await aSecondFactorMember(server, { operator_id, role: 'owner' })
  for (const by of [elsewhere.as, await anOperatorKey(server, operator_id)])
    expect((await call(counter.getCounterSale, { reference }, { as: by })).status).toBe(404)
  const { booking } = await aPaidBooking(server, trip.id, [5])
  const online = await call(counter.getCounterSale, { reference: booking.reference }, { as })
  expect(online.problem.code).toBe('not_found')
})
