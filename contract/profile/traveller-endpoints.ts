import * as z from 'zod/mini'
import { Booking } from '#contract/bookings/model'
import { endpoint } from '#contract/endpoint'
import { id } from '#contract/shapes'
import { Traveller, TravellerInput } from './model.ts'

export const listTravellers = endpoint({
  name: 'listTravellers',
  summary: 'My saved travellers, by name',
  method: 'GET',
  path: '/v1/{p}/profile/travellers',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(Traveller),
  refusals: [],
})

export const addTraveller = endpoint({
  name: 'addTraveller',
  summary: 'Saves a traveller, at most 20',
  method: 'POST',
  path: '/v1/{p}/profile/travellers',
  access: 'user',
  input: TravellerInput,
  output: Traveller,
  refusals: ['traveller_limit'],
  idempotency: 'required',
})

export const updateTraveller = endpoint({
  name: 'updateTraveller',
  summary: 'Updates a saved traveller',
  method: 'PATCH',
  path: '/v1/{p}/profile/travellers/{id}',
  access: 'user',
  input: z.strictObject({ id, ...TravellerInput.shape }),
  output: Traveller,
  refusals: ['not_found'],
})

export const removeTraveller = endpoint({
  name: 'removeTraveller',
  summary: 'Deletes a saved traveller',
  method: 'DELETE',
  path: '/v1/{p}/profile/travellers/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})

export const listGuestBookings = endpoint({
  name: 'listGuestBookings',
  summary: 'Guest bookings made with a phone or email that I have verified',
  method: 'GET',
  path: '/v1/{p}/profile/guest-bookings',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(Booking),
  refusals: [],
})

export const adoptGuestBookings = endpoint({
  name: 'adoptGuestBookings',
  summary: 'Adds those bookings to my account',
  method: 'POST',
  path: '/v1/{p}/profile/guest-bookings',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ adopted: z.int() }),
  refusals: [],
  idempotency: 'required',
})
