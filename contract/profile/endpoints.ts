import * as z from 'zod/mini'
import { Booking } from '#contract/bookings/model'
import { endpoint } from '#contract/endpoint'
import { id, instant } from '#contract/shapes'
import {
  EraseProfileInput,
  ProfileExport,
  Traveller,
  TravellerInput,
  UpdateProfileInput,
  User,
} from './model.ts'

export const fetchProfile = endpoint({
  name: 'fetchProfile',
  summary: 'My profile',
  method: 'GET',
  path: '/v2/{p}/profile/fetch/profile',
  access: 'user',
  input: z.strictObject({}),
  output: User,
  refusals: [],
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  summary: 'Changes my profile',
  method: 'PATCH',
  path: '/v1/{p}/profile',
  access: 'user',
  input: UpdateProfileInput,
  output: User,
  refusals: ['wrong_password', 'login_too_old'],
})

export const exportProfile = endpoint({
  name: 'exportProfile',
  summary: 'Everything we hold about me, as JSON (Nigeria Data Protection Act 2023, ss. 34 and 38)',
  method: 'POST',
  path: '/v1/{p}/profile/export',
  access: 'user',
  input: z.strictObject({}),
  output: ProfileExport,
  refusals: [],
  is_costly: true,
})

export const exportProfilePdf = endpoint({
  name: 'exportProfilePdf',
  summary: 'Everything we hold about me, as PDF',
  method: 'POST',
  path: '/v1/{p}/profile/export.pdf',
  access: 'user',
  input: z.strictObject({}),
  output: z.instanceof(Uint8Array),
  refusals: [],
  file: 'application/pdf',
  is_costly: true,
})

export const eraseProfile = endpoint({
  name: 'eraseProfile',
  summary: 'Schedules the erasure of my account in 14 days and ends all sessions now',
  method: 'POST',
  path: '/v1/{p}/profile/erase',
  access: 'user',
  input: EraseProfileInput,
  output: z.object({ erase_at: instant }),
  refusals: ['wrong_password', 'login_too_old', 'open_things_left'],
})

export const keepProfile = endpoint({
  name: 'keepProfile',
  summary: 'Cancels the erasure',
  method: 'DELETE',
  path: '/v1/{p}/profile/erase',
  access: 'user',
  input: z.strictObject({}),
  output: User,
  refusals: [],
})

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
