import * as z from 'zod/mini'
import { deviceInstant, id, instant, reference, text } from '#contract/shapes'
import { tripReportKinds } from './rules.ts'

/** `wants_sms`: the booking's next of kin gets an SMS if nobody reports an arrival within two hours. */
export const ShareTripInput = z.strictObject({
  reference,
  wants_sms: z._default(z.boolean(), false),
})

/**
 * A traveller's report. `place`: the place in their own words; no other place is shared. `said_at`: when they wrote it;
 * a time in the future counts as now.
 */
export const TripReportInput = z.strictObject({
  reference,
  kind: z.enum(tripReportKinds, 'Say that you are on the way or that you have arrived.'),
  place: z.optional(text(2, 80)),
  said_at: deviceInstant,
  client_ref: z.optional(id),
})

export const TripReport = z.object({
  id: z.string(),
  kind: z.enum(tripReportKinds),
  place: z.nullable(z.string()),
  said_at: instant,
})

export type TripReport = z.output<typeof TripReport>

/** A link to follow a trip. Its URL is sent only once, when the link is made, since we store only a hash of it. */
export const TripLink = z.object({
  id: z.string(),
  wants_sms: z.boolean(),
  made_at: instant,
  ended_at: z.nullable(instant),
})

export type TripLink = z.output<typeof TripLink>

/**
 * How a trip is shared. `due_at`: the expected arrival, with delay. `ends_at`: when the links end. `texted_at`: when
 * the next of kin got an SMS because nobody had reported an arrival.
 */
export const TripSharing = z.object({
  links: z.array(TripLink),
  signs: z.array(TripReport),
  boards_at: instant,
  due_at: instant,
  ends_at: instant,
  texted_at: z.nullable(instant),
})

export type TripSharing = z.output<typeof TripSharing>
