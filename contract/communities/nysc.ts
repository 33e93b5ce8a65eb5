import * as z from 'zod/mini'
import { day } from '#contract/shapes'

/** Corps members are advised not to travel after six, so searches ask for earlier arrivals. */
export const corpsArrivesBefore = '18:00'

/** Source and date: camps move and dates change. */
const known = { source: z.string(), known_on: day }

const NyscPark = z.object({ code: z.string(), name: z.string(), address: z.string() })

/**
 * An orientation camp. `city`: the nearest city, with the motor parks `parks`. `also_listed`: where other lists have
 * it; then only the call-up letter is right. `group`: its group in the community.
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

/** A batch and stream. Days are null until they are announced; `note` says so. */
export const NyscBatch = z.object({
  code: z.string(),
  name: z.string(),
  camp_from: z.nullable(day),
  camp_to: z.nullable(day),
  note: z.string(),
  ...known,
})

export type NyscBatch = z.output<typeof NyscBatch>
