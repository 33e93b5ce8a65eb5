import * as z from 'zod/mini'
import { code, day, instant, kobo, personName, phone, text, page, perPage } from '#contract/shapes'

/** A time of day in Nigeria, such as `07:30`. */
export const timeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time like 07:30.'))

/** A stop: a city and, once the charter is booked, an address in it. */
const stopInput = z.strictObject({ city: code, address: z.optional(text(3, 160)) })

/**
 * Where and when a charter goes. `one_way` and `round_trip` need at least two stops; a round trip returns to the first
 * one. `from` and `until` are the first and the last day.
 */
export const journeyInput = {
  kind: z.enum(['one_way', 'round_trip', 'days'], 'Choose one way, there and back, or by the day.'),
  stops: z
    .array(stopInput)
    .check(z.minLength(1, 'Choose where it starts.'), z.maxLength(8, 'Enter at most 8 places.')),
  from: day,
  until: day,
}

export const CharterLine = z.object({
  code: z.enum(['days', 'mileage', 'overnight', 'least', 'transfer', 'hire', 'service_fee', 'vat']),
  label: z.string(),
  amount_kobo: kobo,
})

/** `total_kobo` is the sum of the amounts of `lines`. */
export const CharterPrice = z.object({
  lines: z.array(CharterLine),
  total_kobo: kobo,
  /** The deposit, if the balance may be paid later. */
  deposit_kobo: kobo,
})

export const contactInput = z.strictObject({ full_name: personName, phone })

export const planInput = z.enum(['deposit', 'all'], 'Choose the deposit or the full price.')

export type CharterPlan = z.infer<typeof planInput>

export const CharterStop = z.object({
  city: z.string(),
  code: z.string(),
  address: z.nullable(z.string()),
})

/** The journey as an answer shows it. `from` and `until`: the first and the last day, in Nigerian time. */
export const journeyFields = {
  stops: z.array(CharterStop),
  starts_at: instant,
  from: day,
  until: day,
  km: z.int(),
  travellers: z.int(),
  luggage: z.nullable(z.string()),
  needs: z.nullable(z.string()),
}

export type CharterLine = z.output<typeof CharterLine>

export type CharterPrice = z.output<typeof CharterPrice>

/** The requested page of a list, with twenty items by default. */
export const pageInput = z.strictObject({ per_page: perPage(20), page })
