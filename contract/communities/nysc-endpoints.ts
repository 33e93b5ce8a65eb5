import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code } from '#contract/shapes'
import { NyscBatch, NyscCamp } from './nysc.ts'

export const listNyscCamps = endpoint({
  name: 'listNyscCamps',
  summary: 'The 37 orientation camps with the motor parks that serve them, by state',
  method: 'GET',
  path: '/v1/{p}/nysc/camps',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(NyscCamp),
  refusals: [],
  cache: 'lookup',
})

export const listNyscBatches = endpoint({
  name: 'listNyscBatches',
  summary: 'Batches and their announced camp dates, latest first',
  method: 'GET',
  path: '/v1/{p}/nysc/batches',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.array(NyscBatch),
  refusals: [],
  cache: 'lookup',
})

export const findStopovers = endpoint({
  name: 'findStopovers',
  summary: 'Cities between two others, with buses from the first and to the second',
  method: 'GET',
  path: '/v1/{p}/nysc/stopovers',
  access: 'anyone',
  input: z.strictObject({ from: code, to: code }),
  /** At most three. `detour_km`: the extra distance in a straight line. */
  output: z.array(z.object({ code: z.string(), name: z.string(), detour_km: z.int() })),
  refusals: ['not_found'],
})
