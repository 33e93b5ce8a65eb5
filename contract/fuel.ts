import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, kobo } from './shapes.ts'

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

/** What a litre (a kilogram of gas) costs in a state at a brand's stations (its code), and when that was true. */
export const FuelMonitor = z.object({
  id: z.int(),
  station: z.string(),
  state: z.string(),
  fuel: z.enum(fuels),
  price_kobo: kobo,
  as_of: instant,
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
