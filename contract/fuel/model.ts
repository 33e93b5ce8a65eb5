import * as z from 'zod/mini'
import { code, deviceInstant, id, instant, kobo, text } from '#contract/shapes'
import { fuels } from './rules.ts'

export const FuelStation = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  logo: z.nullable(z.string()),
})

export type FuelStation = z.output<typeof FuelStation>

/**
 * The price of a litre (or of a kilogram of gas) at a brand's stations in a state, and its date. `people`: how many
 * people reported a price there in the last three days.
 */
export const FuelMonitor = z.object({
  id: z.int(),
  station: z.string(),
  state: z.string(),
  fuel: z.enum(fuels),
  price_kobo: kobo,
  as_of: instant,
  people: z.int(),
})

export type FuelMonitor = z.output<typeof FuelMonitor>

/** A fuel report; `observed_at`: when the price was seen. */
export const FuelReportInput = z.strictObject({
  station: code,
  state: text(2, 40),
  place: z.optional(text(1, 80)),
  fuel: z.enum(fuels, 'Choose petrol, diesel or cooking gas.'),
  price_kobo: kobo,
  observed_at: deviceInstant,
  client_ref: z.optional(id),
})

/** A report of a fuel price. `place`: free text. */
export const FuelReport = z.object({
  id: z.string(),
  station: z.string(),
  state: z.string(),
  place: z.nullable(z.string()),
  fuel: z.enum(fuels),
  price_kobo: kobo,
  observed_at: instant,
})

export type FuelReport = z.output<typeof FuelReport>

/** The median price of a week. `week`: its Monday, `YYYY-MM-DD`. */
export const FuelWeek = z.object({ week: z.string(), price_kobo: kobo, reports: z.int() })

export type FuelWeek = z.output<typeof FuelWeek>
