import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { FuelMonitor, FuelReport, FuelReportInput, FuelStation, FuelWeek } from './model.ts'
import { fuels } from './rules.ts'
import { text } from '#contract/shapes'

const emptyInput = z.strictObject({})

export const listFuelStations = endpoint({
  name: 'listFuelStations',
  summary: 'Brands of fuel stations',
  method: 'GET',
  path: '/v1/{p}/generals/fuel-stations',
  access: 'anyone',
  input: emptyInput,
  output: z.array(FuelStation),
  refusals: [],
  cache: 'lookup',
})

export const listFuelMonitors = endpoint({
  name: 'listFuelMonitors',
  summary: 'Latest fuel prices by state and brand',
  method: 'GET',
  path: '/v1/{p}/fuel-monitors',
  access: 'anyone',
  input: emptyInput,
  output: z.array(FuelMonitor),
  refusals: [],
  cache: 'lookup',
})

/**
 * `station`: a brand's code. `state`: a state's name. `client_ref`: the phone's id for the report; a repeated call
 * writes nothing.
 */
export const reportFuelPrice = endpoint({
  name: 'reportFuelPrice',
  summary: 'Reports a fuel price; three reports within three days set a brand’s price',
  method: 'POST',
  path: '/v1/{p}/fuel-reports',
  access: 'user',
  input: FuelReportInput,
  output: FuelReport,
  refusals: ['report_too_old'],
  idempotency: 'required',
})

export const listFuelReports = endpoint({
  name: 'listFuelReports',
  summary: 'The 20 newest reports of the last seven days, and the last twelve weeks with reports',
  method: 'GET',
  path: '/v1/{p}/fuel-reports',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ state: text(2, 40), fuel: z.enum(fuels) }),
  output: z.array(FuelReport),
  meta: z.object({ trend: z.array(FuelWeek) }),
  refusals: ['not_found'],
})
