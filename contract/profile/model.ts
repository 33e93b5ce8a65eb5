import * as z from 'zod/mini'
import { Booking, nameOnId, NextOfKinInput, passengerAddress } from '#contract/bookings/model'
import { genders, relationships } from '#contract/bookings/rules'
import { FuelReport } from '#contract/fuel/model'
import { Parcel } from '#contract/parcels/model'
import { OwnReview } from '#contract/reviews/model'
import { PointsEntry } from '#contract/rewards/model'
import { code, email, instant, personName, phone } from '#contract/shapes'
import { ConversationExport } from '#contract/support/model'
import { WalletTransaction } from '#contract/wallet/model'
import { languages } from './rules.ts'

/** Message preferences by channel. Messages about tickets and money are always sent. */
export const NotificationSettings = z.object({
  trip_news_sms: z.boolean(),
  trip_news_email: z.boolean(),
  trip_news_push: z.boolean(),
  offers_email: z.boolean(),
})

export type NotificationSettings = z.output<typeof NotificationSettings>

/**
 * A person with an account. `default_kin`: the next of kin for new bookings. `erase_at`: when the account will be
 * erased at its owner's request.
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
  notifications: NotificationSettings,
  default_kin: z.nullable(
    z.object({ full_name: z.string(), phone: z.string(), relationship: z.enum(relationships) }),
  ),
  referral_code: z.string(),
  erase_at: z.nullable(instant),
  created_at: instant,
})

export type User = z.output<typeof User>

/**
 * Omitted fields do not change. A new email or phone needs the password and is unverified until its code is entered.
 */
export const UpdateProfileInput = z.strictObject({
  full_name: z.optional(personName),
  email: z.optional(z.nullable(email)),
  phone: z.optional(z.nullable(phone)),
  password: z.optional(z.string().check(z.maxLength(1024))),
  language: z.optional(z.enum(languages)),
  data_saver: z.optional(z.boolean()),
  notifications: z.optional(
    z.strictObject({ ...NotificationSettings.shape, trip_news_push: z.optional(z.boolean()) }),
  ),
  default_kin: z.optional(z.nullable(NextOfKinInput)),
})

/** A person for whom the user books, to fill in the passenger form. */
export const Traveller = z.object({
  id: z.string(),
  full_name: z.string(),
  gender: z.enum(genders),
  passenger_type: z.string(),
  phone: z.nullable(z.string()),
  address: z.string(),
})

export type Traveller = z.output<typeof Traveller>

/** All data of a person, in the shapes of the other calls. */
export const ProfileExport = z.object({
  made_at: instant,
  user: User,
  travellers: z.array(Traveller),
  bookings: z.array(Booking),
  parcels: z.array(Parcel),
  wallet: z.array(WalletTransaction),
  points: z.array(PointsEntry),
  conversations: z.array(ConversationExport),
  reviews: z.array(OwnReview),
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
  /** Data of other rooms: flat rows by kind. */
  more: z.record(
    z.string(),
    z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  ),
})

export type ProfileExport = z.output<typeof ProfileExport>

/** `give_up`: the user accepts that money in the wallet, points and coming trips are lost. */
export const EraseProfileInput = z.strictObject({
  password: z.optional(z.string().check(z.maxLength(1024))),
  give_up: z.optional(z.boolean()),
})

export const TravellerInput = z.strictObject({
  full_name: nameOnId,
  gender: z.enum(genders, 'Choose female or male.'),
  passenger_type: code,
  phone: z.optional(phone),
  address: passengerAddress,
})
