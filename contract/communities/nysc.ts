import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, day } from '#contract/shapes'

/** Corps members are told not to travel after six; search asks for arrivals before it. */
export const corpsArrivesBefore = '18:00'

/** Source and date: camps move and dates change. */
const known = { source: z.string(), known_on: day }

const NyscPark = z.object({ code: z.string(), name: z.string(), address: z.string() })

/**
 * An orientation camp. `city`: the nearest city that we know, where `parks` are. `also_listed`: where other lists
 * have it; then nothing but the call-up letter says which is right. `group`: its group in the community.
 */
export const NyscCamp = z.object({
  code: z.string(),
  state: z.string(),
  place: z.string(),
  also_listed: z.nullable(z.string()),
  city: z.object({
    code: z.string(),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
  }),
  parks: z.array(NyscPark),
  group: z.string(),
  ...known,
})

export type NyscCamp = z.output<typeof NyscCamp>

/** A batch and stream. Days are null as long as we know of no announcement, which `note` says. */
export const NyscBatch = z.object({
  code: z.string(),
  name: z.string(),
  camp_from: z.nullable(day),
  camp_to: z.nullable(day),
  note: z.string(),
  ...known,
})

export type NyscBatch = z.output<typeof NyscBatch>

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
  /** `detour_km`: how much longer, in a straight line, than without it. At most three. */
  output: z.array(z.object({ code: z.string(), name: z.string(), detour_km: z.int() })),
  refusals: ['not_found'],
})
