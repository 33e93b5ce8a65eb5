import * as z from 'zod/mini'
import { code, id, instant, lines, page, perPage, phone, text, wholeNumber } from '#contract/shapes'
import { businessCategories } from './rules.ts'

/**
 * Filters of the directory. `state`: a state's name. `open`: only businesses that are open now. `park`: only businesses
 * near this motor park.
 */
export const BusinessesQuery = z.strictObject({
  q: z.optional(text(1, 60)),
  category: z.optional(z.enum(businessCategories)),
  state: z.optional(text(2, 40)),
  city: z.optional(code),
  park: z.optional(code),
  open: z.optional(z.literal('now')),
  page,
  per_page: perPage(20),
})

/**
 * Opening hours in the home zone: `days` from 0 (Monday) to 6, `opens` and `closes` in minutes after midnight. `closes`
 * is over 1440 if the business closes after midnight; 1440 more than `opens` means day and night.
 */
export const OpeningHours = z
  .strictObject({
    days: z.array(wholeNumber(0, 6)).check(
      z.minLength(1, 'Choose at least one day.'),
      z.maxLength(7, 'A week has seven days.'),
      z.refine((days) => new Set(days).size === days.length, 'Choose each day once.'),
    ),
    opens: wholeNumber(0, 1439),
    closes: wholeNumber(1, 2160),
  })
  .check(
    z.refine((it) => it.closes > it.opens && it.closes <= it.opens + 1440, {
      error: 'Closing time must be after opening time.',
      path: ['closes'],
    }),
  )

export type OpeningHours = z.output<typeof OpeningHours>

/**
 * A business in the list. `park`: the motor park at or near it. `rating`: the mean of its `reviews` verified reviews,
 * with one decimal; null if there are none.
 */
export const BusinessSummary = z.object({
  code: z.string(),
  name: z.string(),
  category: z.enum(businessCategories),
  about: z.string(),
  address: z.string(),
  city: z.object({ code: z.string(), name: z.string(), state: z.string() }),
  park: z.nullable(z.object({ code: z.string(), name: z.string() })),
  phone: z.string(),
  hours: OpeningHours,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  rating: z.nullable(z.number()),
  reviews: z.int(),
})

export type BusinessSummary = z.output<typeof BusinessSummary>

/** A business with its date of listing and up to four others in the city. */
export const BusinessDetail = z.extend(BusinessSummary, {
  listed_at: instant,
  nearby: z.array(BusinessSummary),
})

export type BusinessDetail = z.output<typeof BusinessDetail>

/** A listing as its owner submits it. Our staff decide whether it is listed. */
export const ListingInput = z.strictObject({
  name: text(2, 80),
  category: z.enum(businessCategories),
  about: lines(10, 600),
  address: text(5, 160),
  city: code,
  park: z.optional(code),
  phone,
  hours: OpeningHours,
})

/**
 * The state of a listing that the caller submitted. `code` is set once it is listed; `words` is the reason for a
 * refusal.
 */
export const MyListing = z.object({
  id: z.string(),
  name: z.string(),
  category: z.enum(businessCategories),
  state: z.enum(['pending', 'listed', 'refused']),
  code: z.nullable(z.string()),
  words: z.nullable(z.string()),
  asked_at: instant,
})

export type MyListing = z.output<typeof MyListing>

/** A listing that awaits the decision of our staff. */
export const PendingListing = z.extend(BusinessSummary, { id: z.string(), asked_at: instant })

export type PendingListing = z.output<typeof PendingListing>

export const ListingDecisionInput = z
  .strictObject({
    id,
    decision: z.enum(['list', 'refuse']),
    words: z.optional(text(3, 200)),
  })
  .check(
    z.refine((it) => it.decision === 'list' || it.words !== undefined, {
      error: 'Enter a reason.',
      path: ['words'],
    }),
  )

export const PendingListingsQuery = z.strictObject({ page, per_page: perPage(20) })
