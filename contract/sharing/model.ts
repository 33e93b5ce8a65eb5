import * as z from 'zod/mini'
import { id, instant, reference, text } from '#contract/shapes'

/** The most links of a booking, ended ones included. */
export const linksPerBooking = 20

/** The most reports of a booking's travellers per hour. */
export const signsPerHour = 30

/** How long after arrival a link ends, and when a next of kin gets an SMS, ms. */
export const linkLife_ms = 86_400_000
export const arrivalPatience_ms = 7_200_000

/** `on_the_way`: well and still travelling. `arrived`: at their destination. */
export const signKinds = ['on_the_way', 'arrived'] as const

/** `wants_sms`: the booking's next of kin gets an SMS if nobody reports an arrival within two hours. */
export const ShareTripInput = z.strictObject({
  reference,
  wants_sms: z._default(z.boolean(), false),
})

/**
 * A report of a traveller. `place`: in their own words; no other place is shared. `said_at`: when they wrote it; a
 * time in the future counts as now.
 */
export const SignInput = z.strictObject({
  reference,
  kind: z.enum(signKinds, 'Say that you are on the way or that you have arrived.'),
  place: z.optional(text(2, 80)),
  said_at: instant,
  client_ref: z.optional(id),
})

export const TripSign = z.object({
  id: z.string(),
  kind: z.enum(signKinds),
  place: z.nullable(z.string()),
  said_at: instant,
})

export type TripSign = z.output<typeof TripSign>

/** A link to follow a trip. Its address is sent once, when it is made: we store its hash. */
export const TripLink = z.object({
  id: z.string(),
  wants_sms: z.boolean(),
  made_at: instant,
  ended_at: z.nullable(instant),
})

export type TripLink = z.output<typeof TripLink>

/**
 * `due_at`: the expected arrival, with delay. `ends_at`: when the links end. `texted_at`: when the next of kin got an
 * SMS because nobody had reported an arrival.
 */
export const TripSharing = z.object({
  links: z.array(TripLink),
  signs: z.array(TripSign),
  boards_at: instant,
  due_at: instant,
  ends_at: instant,
  texted_at: z.nullable(instant),
})

export type TripSharing = z.output<typeof TripSharing>
