import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, instant, kobo, text } from '#contract/shapes'

/** A departure, with or without the legs that a person travels. */
const departure = z
  .string()
  .check(
    z.regex(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,3}\.\d{1,3})?$/,
      'This is not one of our trips.',
    ),
  )

/**
 * The effects of cancelling a departure: paid bookings and their refunds with all fees, kobo; unpaid bookings;
 * payments on their way, which will be refunded; people on the waiting list. Parcels move to another bus.
 */
const TripCancellation = z.object({
  trip_id: z.string(),
  departs_at: instant,
  status: z.enum(['open', 'cancelled']),
  bookings: z.int(),
  travellers: z.int(),
  refund_kobo: kobo,
  unpaid_bookings: z.int(),
  payments_under_way: z.int(),
  people_waiting: z.int(),
  parcels: z.int(),
})

export const previewTripCancellation = endpoint({
  name: 'previewTripCancellation',
  summary: 'Previews what cancelling one of my departures costs',
  method: 'GET',
  path: '/v1/{p}/trips/{id}/cancellation',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({ id: departure }),
  output: TripCancellation,
  refusals: ['not_found'],
})

/** `refund_kobo`: the sum from the preview. If it has changed since, nothing is done. */
export const cancelTrip = endpoint({
  name: 'cancelTrip',
  summary: 'Cancels one of my departures: all travellers are notified and fully refunded',
  method: 'POST',
  path: '/v1/{p}/trips/{id}/cancellation',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({
    id: departure,
    refund_kobo: z.optional(kobo),
    note: z.optional(text(1, 140)),
  }),
  output: TripCancellation,
  refusals: ['not_found', 'price_changed'],
  idempotency: 'required',
})

/**
 * The effects of another vehicle: travellers who keep their seats, who get others, and who are refunded because there
 * is none; and the difference that a lower class refunds to all others, kobo.
 */
const VehicleChange = z.object({
  trip_id: z.string(),
  departs_at: instant,
  from_vehicle: z.string(),
  to_vehicle: z.string(),
  keep: z.int(),
  reseated: z.int(),
  refunded: z.int(),
  refund_kobo: kobo,
  difference_kobo: kobo,
  unpaid_bookings: z.int(),
})

export const previewVehicleChange = endpoint({
  name: 'previewVehicleChange',
  summary: 'Previews what changing the vehicle of one of my departures costs',
  method: 'GET',
  path: '/v1/{p}/trips/{id}/vehicle',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({ id: departure, vehicle: code }),
  output: VehicleChange,
  refusals: ['not_found', 'departure_closed'],
})

/** `back_kobo`: refunds and differences in sum, from the preview. If it has changed since, nothing is done. */
export const changeVehicle = endpoint({
  name: 'changeVehicle',
  summary:
    'Changes the vehicle of one of my departures: travellers who no longer fit are reseated or refunded',
  method: 'POST',
  path: '/v1/{p}/trips/{id}/vehicle',
  access: 'operator',
  scope: 'departures',
  input: z.strictObject({
    id: departure,
    vehicle: code,
    back_kobo: z.optional(kobo),
    note: z.optional(text(1, 140)),
  }),
  output: VehicleChange,
  refusals: ['not_found', 'departure_closed', 'price_changed'],
  idempotency: 'required',
})
