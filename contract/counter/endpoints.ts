import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { seatsQuery } from '#contract/bookings/model'
import { id, reference } from '#contract/shapes'
import { AllotSeatsInput, NewAllotment, ReleaseSeatsInput, SeatAllotment } from './allotments.ts'
import {
  AllottedSaleInput,
  CloseShiftInput,
  CounterRefund,
  CounterRefundInput,
  CounterRefundPreview,
  CounterReservation,
  CounterSale,
  CounterSaleInput,
  CounterSaleItem,
  FindReservationsInput,
  FindSalesInput,
  OpenShiftInput,
  ReservationSaleInput,
  ReservationTerms,
  ReturnDay,
  ReturnDaysInput,
  ReturnSale,
  ReturnSaleInput,
  Shift,
  SoldTickets,
} from './model.ts'
import {
  DeliveryAnswer,
  DeliverParcelInput,
  ParcelRefund,
  ParcelRefundInput,
  ParcelSale,
  PinRecipient,
  WalkInParcelInput,
  WalkInParcelSale,
} from './parcels.ts'

export const openShift = endpoint({
  name: 'openShift',
  summary: 'Opens my shift at the counter, with the cash that is in the drawer',
  method: 'POST',
  path: '/v1/{p}/counter/shifts',
  access: 'operator',
  scope: 'counter',
  input: OpenShiftInput,
  output: Shift,
  refusals: ['shift_open'],
  idempotency: 'required',
})

export const getOpenShift = endpoint({
  name: 'getOpenShift',
  summary: 'My open shift, with what was taken and paid out; null if none is open',
  method: 'GET',
  path: '/v1/{p}/counter/shift',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({}),
  output: z.object({ shift: z.nullable(Shift) }),
  refusals: [],
})

export const getShift = endpoint({
  name: 'getShift',
  summary: 'One of my shifts, or any shift for those who may see all drawers',
  method: 'GET',
  path: '/v1/{p}/counter/shifts/{id}',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ id }),
  output: Shift,
  refusals: ['not_found'],
})

/** Clerks close their own shifts. Members who may see all drawers can close any shift, for a clerk who has left. */
export const closeShift = endpoint({
  name: 'closeShift',
  summary: 'Closes a shift with the cash that was counted',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{id}/closing',
  access: 'operator',
  scope: 'counter',
  input: CloseShiftInput,
  output: Shift,
  refusals: ['not_found', 'shift_closed', 'difference_unexplained', 'seats_set_aside'],
  idempotency: 'required',
})

export const sellAtCounter = endpoint({
  name: 'sellAtCounter',
  summary: 'Sells seats in my open shift to people who pay the operator at its counter',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{shift}/sales',
  access: 'operator',
  scope: 'counter',
  input: CounterSaleInput,
  output: CounterSale,
  refusals: [
    'not_found',
    'shift_needed',
    'seat_taken',
    'trip_not_on_sale',
    'fare_unknown',
    'seats_kept',
    'price_changed',
  ],
  idempotency: 'required',
})

export const sellReturnAtCounter = endpoint({
  name: 'sellReturnAtCounter',
  summary: 'Sells seats there and back in my open shift, all or none',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{shift}/returns',
  access: 'operator',
  scope: 'counter',
  input: ReturnSaleInput,
  output: ReturnSale,
  refusals: sellAtCounter.refusals,
  idempotency: 'required',
})

/**
 * These seats are not sold to anybody else until they are released. Only this answer contains their tickets, so that no
 * second phone can sell them.
 */
export const allotSeats = endpoint({
  name: 'allotSeats',
  summary:
    'Sets seats aside in my open shift for my phone, which sells them without a network, with their signed tickets',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{shift}/allotments',
  access: 'operator',
  scope: 'counter',
  input: AllotSeatsInput,
  output: NewAllotment,
  refusals: [
    'not_found',
    'shift_needed',
    'seat_taken',
    'trip_not_on_sale',
    'fare_unknown',
    'seats_kept',
    'too_many_set_aside',
  ],
  idempotency: 'required',
})

export const listAllotments = endpoint({
  name: 'listAllotments',
  summary: 'Seats that are set aside in my open shift',
  method: 'GET',
  path: '/v1/{p}/counter/allotments',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({}),
  output: z.array(SeatAllotment),
  refusals: [],
})

/**
 * The report may come late, even after the departure. Seats that were released are still sold if nobody else has them.
 * If the departure got a cheaper vehicle after the seats were set aside, the counter owes the traveller the difference.
 */
export const sellAllottedSeats = endpoint({
  name: 'sellAllottedSeats',
  summary: 'Reports the sale of seats that were set aside, in my open shift',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{shift}/allotments/{id}/sales',
  access: 'operator',
  scope: 'counter',
  input: AllottedSaleInput,
  output: CounterSale,
  refusals: ['not_found', 'shift_needed', 'seat_taken', 'trip_not_on_sale', 'price_changed'],
  idempotency: 'required',
})

/** Members who may see all drawers can release the seats of any phone, such as a lost one. */
export const releaseAllottedSeats = endpoint({
  name: 'releaseAllottedSeats',
  summary: 'Releases seats that were set aside and not sold; others can buy them again',
  method: 'POST',
  path: '/v1/{p}/counter/allotments/{id}/releases',
  access: 'operator',
  scope: 'counter',
  input: ReleaseSeatsInput,
  output: SeatAllotment,
  refusals: ['not_found', 'seat_taken'],
  idempotency: 'required',
})

/** The list of a shift also has sales of other shifts for which money was taken or paid out in this shift. */
export const findCounterSales = endpoint({
  name: 'findCounterSales',
  summary:
    'Sales of the operator’s counter by reference, ticket code, waybill or phone; without a search, those of my open shift',
  method: 'GET',
  path: '/v1/{p}/counter/sales',
  access: 'operator',
  scope: 'counter',
  input: FindSalesInput,
  output: z.array(CounterSaleItem),
  refusals: [],
})

/** Reads the `returnDays` days after the arrival. */
export const listReturnDays = endpoint({
  name: 'listReturnDays',
  summary: 'The days on which the operator’s buses on sale lead back after an outbound trip',
  method: 'GET',
  path: '/v1/{p}/counter/return-days',
  access: 'operator',
  scope: 'counter',
  input: ReturnDaysInput,
  output: z.array(ReturnDay),
  refusals: [],
})

export const findReservations = endpoint({
  name: 'findReservations',
  summary:
    'Reserved bookings that are to be paid at the operator’s counter, all or by code or phone; on request, also paid and expired ones',
  method: 'GET',
  path: '/v1/{p}/counter/reservations',
  access: 'operator',
  scope: 'counter',
  input: FindReservationsInput,
  output: z.array(CounterReservation),
  refusals: [],
})

export const sellReservation = endpoint({
  name: 'sellReservation',
  summary: 'Takes the money for a reserved booking in my open shift: it is paid, with tickets',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{shift}/reservations/{reference}',
  access: 'operator',
  scope: 'counter',
  input: ReservationSaleInput,
  output: CounterSale,
  refusals: [
    'not_found',
    'shift_needed',
    'hold_expired',
    'already_paid',
    'booking_not_open',
    'seat_taken',
    'price_changed',
  ],
  idempotency: 'required',
})

export const getReservationTerms = endpoint({
  name: 'getReservationTerms',
  summary: 'Whether seats can be reserved and paid at the operator’s counter, and until when',
  method: 'GET',
  path: '/v1/{p}/counter/reservation-terms',
  access: 'operator',
  scope: 'drawers',
  input: z.strictObject({}),
  output: ReservationTerms,
  refusals: [],
})

/** The new terms do not change reservations that exist already. */
export const setReservationTerms = endpoint({
  name: 'setReservationTerms',
  summary: 'Sets whether seats can be reserved and paid at the operator’s counter, and until when',
  method: 'PUT',
  path: '/v1/{p}/counter/reservation-terms',
  access: 'operator',
  scope: 'drawers',
  input: ReservationTerms,
  output: ReservationTerms,
  refusals: [],
})

export const getCounterSale = endpoint({
  name: 'getCounterSale',
  summary: 'The valid tickets of a sale of the operator’s counter, to print them again',
  method: 'GET',
  path: '/v1/{p}/counter/sales/{reference}',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ reference }),
  output: SoldTickets,
  refusals: ['not_found'],
})

export const previewCounterRefund = endpoint({
  name: 'previewCounterRefund',
  summary: 'Previews what may be paid out in cash for a sale, and for cancelling all or some seats',
  method: 'GET',
  path: '/v1/{p}/counter/sales/{reference}/refund',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ reference, seats: z.optional(seatsQuery) }),
  output: CounterRefundPreview,
  refusals: ['not_found'],
})

export const refundAtCounter = endpoint({
  name: 'refundAtCounter',
  summary:
    'Pays out in cash what is due for a sale of the operator’s counter, and can cancel seats first',
  method: 'POST',
  path: '/v1/{p}/counter/sales/{reference}/refund',
  access: 'operator',
  scope: 'counter',
  needs_factor: true,
  input: CounterRefundInput,
  output: CounterRefund,
  refusals: [
    'not_found',
    'shift_needed',
    'cancellation_closed',
    'price_changed',
    'drawer_short',
    'nothing_due',
  ],
  idempotency: 'required',
})

export const sellParcelAtCounter = endpoint({
  name: 'sellParcelAtCounter',
  summary:
    'Sells a parcel in my open shift to a sender who pays the operator at its counter, and accepts it',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{shift}/parcels',
  access: 'operator',
  scope: 'counter',
  input: WalkInParcelInput,
  output: WalkInParcelSale,
  refusals: ['not_found', 'shift_needed', 'no_parcel_bus', 'price_changed'],
  idempotency: 'required',
})

export const getParcelSale = endpoint({
  name: 'getParcelSale',
  summary:
    'A parcel that the operator’s counter sold, with what may be paid out for cancelling it; its PIN only for its clerk',
  method: 'GET',
  path: '/v1/{p}/counter/parcels/{reference}',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ reference }),
  output: ParcelSale,
  refusals: ['not_found'],
})

export const refundParcelAtCounter = endpoint({
  name: 'refundParcelAtCounter',
  summary:
    'Cancels a parcel that the operator’s counter sold, and pays out in cash what is due for it',
  method: 'POST',
  path: '/v1/{p}/counter/parcels/{reference}/refund',
  access: 'operator',
  scope: 'counter',
  needs_factor: true,
  input: ParcelRefundInput,
  output: ParcelRefund,
  refusals: [
    'not_found',
    'shift_needed',
    'parcel_loaded',
    'parcel_closed',
    'price_changed',
    'drawer_short',
  ],
  idempotency: 'required',
})

/** The answer does not contain the PIN, so that only the person who gets the SMS can collect the parcel. */
export const renewSoldPin = endpoint({
  name: 'renewSoldPin',
  summary:
    'Makes a new pickup PIN for a parcel that the counter sold, and sends it to the person who collects the parcel',
  method: 'POST',
  path: '/v1/{p}/counter/parcels/{reference}/pin',
  access: 'operator',
  scope: 'counter',
  input: z.strictObject({ reference }),
  output: PinRecipient,
  refusals: ['not_found', 'parcel_closed', 'too_many_requests'],
  idempotency: 'required',
})

export const deliverParcel = endpoint({
  name: 'deliverParcel',
  summary: 'Hands over a parcel by its PIN; its storage fee goes into the drawer of my open shift',
  method: 'POST',
  path: '/v1/{p}/counter/shifts/{shift}/deliveries',
  access: 'operator',
  scope: 'counter',
  input: DeliverParcelInput,
  output: DeliveryAnswer,
  refusals: ['not_found', 'shift_needed', 'price_changed'],
  idempotency: 'required',
})
