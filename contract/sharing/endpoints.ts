import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { id, reference } from '#contract/shapes'
import { ShareTripInput, TripReportInput, TripLink, TripSharing, TripReport } from './model.ts'

export const getTripSharing = endpoint({
  name: 'getTripSharing',
  summary: 'Links to follow my trip, and my updates on the way, newest first',
  method: 'GET',
  path: '/v1/{p}/bookings/{reference}/links',
  access: 'owner',
  input: z.strictObject({ reference }),
  output: TripSharing,
  refusals: ['not_found', 'code_needed', 'ticket_not_ready', 'sharing_closed'],
})

/**
 * Shares a trip by the link `/s/{link_code}`. `wants_sms`: the booking's next of kin gets an SMS if nobody reports an
 * arrival within two hours.
 */
export const shareTrip = endpoint({
  name: 'shareTrip',
  summary: 'Creates a link to follow my trip until a day after arrival',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/links',
  access: 'owner',
  input: ShareTripInput,
  output: z.extend(TripLink, { link_code: z.string() }),
  refusals: ['not_found', 'code_needed', 'ticket_not_ready', 'sharing_closed', 'too_many_links'],
  idempotency: 'required',
})

export const endTripLink = endpoint({
  name: 'endTripLink',
  summary: 'Revokes one of the links to my trip',
  method: 'DELETE',
  path: '/v1/{p}/bookings/{reference}/links/{id}',
  access: 'owner',
  input: z.strictObject({ reference, id }),
  output: z.object({ ended: z.boolean() }),
  refusals: ['not_found', 'code_needed'],
})

/** `client_ref` is the phone's id for the report; a repeated call writes nothing. */
export const sayHowIAm = endpoint({
  name: 'sayHowIAm',
  summary: 'Tells everybody who follows my trip that I am fine or have arrived',
  method: 'POST',
  path: '/v1/{p}/bookings/{reference}/signs',
  access: 'owner',
  input: TripReportInput,
  output: TripReport,
  refusals: ['not_found', 'code_needed', 'ticket_not_ready', 'sharing_closed', 'not_on_the_road'],
  idempotency: 'required',
})
