import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { EraseProfileInput, ProfileExport, UpdateProfileInput, User } from './model.ts'
import { instant } from '#contract/shapes'

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
