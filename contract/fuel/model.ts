import * as z from 'zod/mini'
import { naira } from '#contract/money'
import { code, id, instant, kobo, text } from '#contract/shapes'

export const FuelStation = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  logo: z.nullable(z.string()),
})

export type FuelStation = z.output<typeof FuelStation>

export const fuels = ['petrol', 'diesel', 'cooking_gas'] as const

export type Fuel = (typeof fuels)[number]

/**
 * The price of a litre (of gas: a kilogram) at a brand's stations in a state, and its date. `people`: how many
 * reported it within three days; 0 if it has another source.
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
  observed_at: instant,
  client_ref: z.optional(id),
})

/** The plausible price of a litre, or a kilogram of gas, naira. */
const believed: Record<Fuel, readonly [least: number, most: number]> = {
  petrol: [250, 2500],
  diesel: [350, 3500],
  cooking_gas: [350, 4000],
}

/** The error message for an implausible price; else undefined. */
export function wrongFuelPrice(fuel: Fuel, price_kobo: number): string | undefined {
  const [least, most] = believed[fuel]
  if (price_kobo >= least * 100 && price_kobo <= most * 100) return undefined
  const measure = fuel === 'cooking_gas' ? 'kilogram of cooking gas' : `litre of ${fuel}`
  return `A ${measure} costs from ${naira(least * 100)} to ${naira(most * 100)}. Check the digits.`
}

/** After this time, a price is asked for again, ms. */
export const fuelReportLife_ms = 86_400_000

/** The most reports of a person per day. */
export const fuelReportsPerDay = 20

/** A report. `place`: free text. */
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
