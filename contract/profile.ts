import * as z from 'zod/mini'
import { Booking, genders, NextOfKinInput, relationships } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { FuelReport } from './fuel.ts'
import { Parcel } from './parcels.ts'
import { Review } from './reviews.ts'
import { PointsEntry } from './rewards.ts'
import { code, email, id, instant, personName, phone, text } from './shapes.ts'
import { WholeConversation } from './support.ts'
import { WalletTransaction } from './wallet.ts'

/** The languages of the app, in their own words. English is complete; the others are to come. */
export const languages = ['en'] as const

/** Days in which an erasure can be taken back. */
export const eraseDays = 14

/** Travellers that a person can save. */
export const mostTravellers = 20

/** What we may write about, and by which road. Tickets and money matters are always written. */
export const Notifications = z.object({
  trip_news_sms: z.boolean(),
  trip_news_email: z.boolean(),
  trip_news_push: z.boolean(),
  offers_email: z.boolean(),
})
export type Notifications = z.output<typeof Notifications>

/**
 * A person with an account. `default_kin` fills the next of kin of a new booking. `erase_at`: when this
 * account will be erased, as its owner asked.
 */
export const User = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  phone: z.nullable(z.string()),
  phone_verified: z.boolean(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  language: z.enum(languages),
  data_saver: z.boolean(),
  notifications: Notifications,
  default_kin: z.nullable(
    z.object({ full_name: z.string(), phone: z.string(), relationship: z.enum(relationships) }),
  ),
  referral_code: z.string(),
  erase_at: z.nullable(instant),
  created_at: instant,
})
export type User = z.output<typeof User>

export const fetchProfile = endpoint({
  name: 'fetchProfile',
  summary: 'Who I am',
  method: 'GET',
  path: '/v2/{p}/profile/fetch/profile',
  access: 'user',
  input: z.strictObject({}),
  output: User,
  refusals: [],
})

/** What is left out stays. A changed e-mail or phone is unproved until its code was typed; it needs the password. */
export const UpdateProfileInput = z.strictObject({
  full_name: z.optional(personName),
  email: z.optional(z.nullable(email)),
  phone: z.optional(z.nullable(phone)),
  password: z.optional(z.string().check(z.maxLength(1024))),
  language: z.optional(z.enum(languages)),
  data_saver: z.optional(z.boolean()),
  notifications: z.optional(
    z.strictObject({ ...Notifications.shape, trip_news_push: z.optional(z.boolean()) }),
  ),
  default_kin: z.optional(z.nullable(NextOfKinInput)),
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

/** Somebody I book for, kept to fill the passenger form. */
export const Traveller = z.object({
  id: z.string(),
  full_name: z.string(),
  gender: z.enum(genders),
  passenger_type: z.string(),
  phone: z.nullable(z.string()),
  address: z.string(),
})
export type Traveller = z.output<typeof Traveller>

/** Everything about a person, in the shapes that the other calls have. */
export const ProfileExport = z.object({
  made_at: instant,
  user: User,
  travellers: z.array(Traveller),
  bookings: z.array(Booking),
  parcels: z.array(Parcel),
  wallet: z.array(WalletTransaction),
  points: z.array(PointsEntry),
  conversations: z.array(WholeConversation),
  reviews: z.array(Review),
  fuel_reports: z.array(FuelReport),
  boardings: z.array(
    z.object({
      booking: z.string(),
      seat: z.int(),
      place: z.nullable(z.string()),
      scanned_at: instant,
    }),
  ),
  phones: z.array(z.object({ service: z.string(), since: instant })),
  logins: z.array(z.object({ device: z.string(), created_at: instant, last_used_at: instant })),
})
export type ProfileExport = z.output<typeof ProfileExport>

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
  summary: 'Everything we hold about me, to read on paper',
  method: 'POST',
  path: '/v1/{p}/profile/export.pdf',
  access: 'user',
  input: z.strictObject({}),
  output: z.instanceof(Uint8Array),
  refusals: [],
  file: 'application/pdf',
})

/** `give_up`: knows that money in the wallet, points and coming trips are lost. */
export const EraseProfileInput = z.strictObject({
  password: z.optional(z.string().check(z.maxLength(1024))),
  give_up: z.optional(z.boolean()),
})

export const eraseProfile = endpoint({
  name: 'eraseProfile',
  summary: 'Erases my account in 14 days and logs me out everywhere at once',
  method: 'POST',
  path: '/v1/{p}/profile/erase',
  access: 'user',
  input: EraseProfileInput,
  output: z.object({ erase_at: instant }),
  refusals: ['wrong_password', 'login_too_old', 'open_things_left'],
})

export const keepProfile = endpoint({
  name: 'keepProfile',
  summary: 'Takes the erasure back',
  method: 'DELETE',
  path: '/v1/{p}/profile/erase',
  access: 'user',
  input: z.strictObject({}),
  output: User,
  refusals: [],
})

export const TravellerInput = z.strictObject({
  full_name: personName,
  gender: z.enum(genders, 'Choose female or male.'),
  passenger_type: code,
  phone: z.optional(phone),
  address: text(3, 160),
})

export const listTravellers = endpoint({
  name: 'listTravellers',
  summary: 'The people I book for, by name',
  method: 'GET',
  path: '/v1/{p}/profile/travellers',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(Traveller),
  refusals: [],
})

export const addTraveller = endpoint({
  name: 'addTraveller',
  summary: 'Saves somebody I book for, at most 20',
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
  summary: 'Writes a saved traveller anew',
  method: 'PATCH',
  path: '/v1/{p}/profile/travellers/{id}',
  access: 'user',
  input: z.strictObject({ id, ...TravellerInput.shape }),
  output: Traveller,
  refusals: ['not_found'],
})

export const removeTraveller = endpoint({
  name: 'removeTraveller',
  summary: 'Forgets a saved traveller',
  method: 'DELETE',
  path: '/v1/{p}/profile/travellers/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})

export const listGuestBookings = endpoint({
  name: 'listGuestBookings',
  summary: 'Bookings made without an account under a phone or e-mail that I have proved is mine',
  method: 'GET',
  path: '/v1/{p}/profile/guest-bookings',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(Booking),
  refusals: [],
})

export const adoptGuestBookings = endpoint({
  name: 'adoptGuestBookings',
  summary: 'Takes those bookings into my account',
  method: 'POST',
  path: '/v1/{p}/profile/guest-bookings',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({ adopted: z.int() }),
  refusals: [],
  idempotency: 'required',
})
