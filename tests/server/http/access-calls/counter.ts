import { sellAtCounter, setReservationTerms } from '#contract/counter/endpoints'
import {
  adultSeatKobo,
  anAllotment,
  anAllottedSale,
  aSaleInput,
  aShift,
  aWalkInInput,
  aWalkInParcel,
} from '#tests/support/makers/counter'
import { aParcelTrip } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aReservation } from '#tests/support/makers/reservations'
import { aTrip } from '#tests/support/makers/trips'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** Sells a seat at the counter of an operator to a person with these secrets; returns inputs for each call. */
export async function makeCounterCalls(
  server: TestServer,
  {
    carrier,
    ...person
  }: {
    carrier: { operator_id: string; operator: Caller }
    full_name: string
    phone: string
    address: string
  },
) {
  const trip = await aTrip(server.db, { operator_id: carrier.operator_id })
  const other = await aTrip(server.db, { operator_id: carrier.operator_id, departs_in_hours: 72 })
  const home = await aTrip(server.db, {
    operator_id: carrier.operator_id,
    stops: ['ibadan', 'lagos'],
    departs_in_hours: 80,
  })
  const shift = await aShift(server, carrier.operator)
  const sale = aSaleInput(shift.id, trip.id, [1])
  const passengers = sale.passengers.map((one) => ({ ...one, ...person }))
  const sold = await server.call(sellAtCounter, { ...sale, passengers }, { as: carrier.operator })
  if (sold.status !== 200) throw new Error(sold.text)
  const { reference } = sold.data
  const terms = { lead_hours: 2 }
  await server.call(setReservationTerms, terms, { as: carrier.operator })
  const reserved = await aReservation(server, trip.id, [5], (await aUser(server)).as, {
    contact: { full_name: person.full_name, phone: person.phone },
  })
  const bus = await aParcelTrip(server, { operator_id: carrier.operator_id })
  const allotment = await anAllotment(server, carrier.operator, {
    shift: shift.id,
    trip_id: trip.id,
    seats: [3, 6],
  })
  const { full_name, phone } = person
  const them = { full_name, phone }
  const sent = await aWalkInParcel(server, carrier.operator, shift.id, bus, {
    sender: them,
    receiver: them,
  })
  const parcel = { reference: sent.reference }
  return {
    asks: {
      openShift: { float_kobo: 0 },
      getOpenShift: {},
      listShifts: {},
      getShift: { id: shift.id },
      closeShift: { id: shift.id, counted_kobo: 0, difference_reason: 'Not theirs to say' },
      sellAtCounter: aSaleInput(shift.id, trip.id, [4]),
      sellReturnAtCounter: {
        ...aSaleInput(shift.id, trip.id, [8]),
        back: { trip_id: home.id, seats: [8] },
        total_kobo: 2 * adultSeatKobo,
      },
      allotSeats: {
        shift: shift.id,
        trip_id: trip.id,
        seats: [7],
        device: crypto.randomUUID(),
      },
      listAllotments: {},
      listAllAllotments: {},
      sellAllottedSeats: anAllottedSale(allotment, [3]),
      releaseAllottedSeats: { id: allotment.id, seats: [6] },
      findCounterSales: { search: reference },
      listReturnDays: { from: 'ibadan', to: 'lagos', after: new Date().toISOString() },
      findReservations: { search: reserved.reference },
      sellReservation: {
        shift: shift.id,
        reference: reserved.reference,
        means: 'cash',
        total_kobo: reserved.fare.total_kobo,
      },
      getReservationTerms: {},
      setReservationTerms: terms,
      getCounterSale: { reference },
      previewCounterRefund: { reference },
      refundAtCounter: { reference, cancel: true, refund_kobo: 0 },
      previewCounterMove: { reference },
      moveAtCounter: {
        reference,
        trip_id: other.id,
        seats: [1],
        take_kobo: 0,
        pay_out_kobo: 0,
      },
      sellParcelAtCounter: await aWalkInInput(server, shift.id, bus),
      getParcelSale: parcel,
      refundParcelAtCounter: { ...parcel, refund_kobo: 0 },
      renewSoldPin: parcel,
      deliverParcel: {
        ...parcel,
        shift: shift.id,
        pin: '000000',
        means: 'cash',
        storage_kobo: 20_000,
      },
    },
    secrets: [reference, reserved.reference, sent.reference],
  }
}
