import * as z from 'zod/mini'
import { id, instant, reference, text } from '#contract/shapes'

/** Links that one booking can have in all, ended ones among them. */
export const linksPerBooking = 20

/** How often in an hour the travellers of a booking can say how they are. */
export const signsPerHour = 30

/** A link ends so long after the bus has arrived, and a next of kin who wants it is texted so long after, ms. */
export const linkLife_ms = 86_400_000
export const arrivalPatience_ms = 7_200_000

/** `on_the_way`: they are well and still travelling; `arrived`: they are where they wanted to go. */
export const signKinds = ['on_the_way', 'arrived'] as const

/** `wants_sms`: the booking's next of kin is texted when nobody has said "arrived" two hours after arrival. */
export const ShareTripInput = z.strictObject({
  reference,
  wants_sms: z._default(z.boolean(), false),
})

/**
 * What a traveller says of themself. `place`: where they are, in their own words; nobody is told a place that
 * was not written. `said_at`: when they said it; what lies ahead counts as now.
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

/** A link to follow a trip. The address itself is told once, when it is made: we keep its hash. */
export const TripLink = z.object({
  id: z.string(),
  wants_sms: z.boolean(),
  made_at: instant,
  ended_at: z.nullable(instant),
})

export type TripLink = z.output<typeof TripLink>

/**
 * `due_at`: when the bus arrives as far as we know, delays included; `ends_at`: when the links end by
 * themselves. `texted_at`: when the next of kin was texted because nobody had said that they arrived.
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
