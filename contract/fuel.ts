import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { naira } from './money.ts'
import { code, id, instant, kobo, text } from './shapes.ts'

const nothingAsked = z.strictObject({})

export const FuelStation = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  logo: z.nullable(z.string()),
})
export type FuelStation = z.output<typeof FuelStation>

export const listFuelStations = endpoint({
  name: 'listFuelStations',
  summary: 'Brands of fuel stations',
  method: 'GET',
  path: '/v1/{p}/generals/fuel-stations',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(FuelStation),
  refusals: [],
  cache: 'lookup',
})

export const fuels = ['petrol', 'diesel', 'cooking_gas'] as const
export type Fuel = (typeof fuels)[number]

/**
 * What a litre (a kilogram of gas) costs in a state at a brand's stations (its code), and when that was
 * true. `people`: how many reported within the same three days; 0 when the price came from elsewhere.
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

export const listFuelMonitors = endpoint({
  name: 'listFuelMonitors',
  summary: 'Latest fuel prices by state and brand',
  method: 'GET',
  path: '/v1/{p}/fuel-monitors',
  access: 'anyone',
  input: nothingAsked,
  output: z.array(FuelMonitor),
  refusals: [],
  cache: 'lookup',
})

/** Least and most naira of a litre, or a kilogram of gas. What lies outside is a slip of a digit. */
const believed: Record<Fuel, readonly [least: number, most: number]> = {
  petrol: [250, 2500],
  diesel: [350, 3500],
  cooking_gas: [350, 4000],
}

/** What is wrong with a price, in words for its field; undefined when nobody would be surprised. */
export function wrongFuelPrice(fuel: Fuel, price_kobo: number): string | undefined {
  const [least, most] = believed[fuel]
  if (price_kobo >= least * 100 && price_kobo <= most * 100) return undefined
  const measure = fuel === 'cooking_gas' ? 'kilogram of cooking gas' : `litre of ${fuel}`
  return `A ${measure} costs from ${naira(least * 100)} to ${naira(most * 100)}. Check the digits.`
}

/** A price older than this is asked for again, ms. */
export const fuelReportLife_ms = 86_400_000

/** How many prices a person reports in a day. */
export const fuelReportsPerDay = 20

/** What somebody saw. `place`: where, in her own words. */
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

/**
 * `station` is a brand's code, `state` a state's name. `client_ref` is the phone's own id for this
 * report: sent again, it is written once.
 */
export const reportFuelPrice = endpoint({
  name: 'reportFuelPrice',
  summary: 'Tells what fuel costs at a station; three people within three days make its price',
  method: 'POST',
  path: '/v1/{p}/fuel-reports',
  access: 'user',
  input: z.strictObject({
    station: code,
    state: text(2, 40),
    place: z.optional(text(1, 80)),
    fuel: z.enum(fuels, 'Choose petrol, diesel or cooking gas.'),
    price_kobo: kobo,
    observed_at: instant,
    client_ref: z.optional(id),
  }),
  output: FuelReport,
  refusals: ['report_too_old'],
  idempotency: 'required',
})

/** The middle of all prices seen in a week, which is named by its Monday, `YYYY-MM-DD`. */
export const FuelWeek = z.object({ week: z.string(), price_kobo: kobo, reports: z.int() })
export type FuelWeek = z.output<typeof FuelWeek>

export const listFuelReports = endpoint({
  name: 'listFuelReports',
  summary: 'The 20 newest reports of the last seven days, and the last twelve weeks with reports',
  method: 'GET',
  path: '/v1/{p}/fuel-reports',
  access: 'anyone',
  input: z.strictObject({ state: text(2, 40), fuel: z.enum(fuels) }),
  output: z.array(FuelReport),
  meta: z.object({ trend: z.array(FuelWeek) }),
  refusals: ['not_found'],
})
