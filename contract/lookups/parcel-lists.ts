import * as z from 'zod/mini'
import { kobo } from '#contract/shapes'

/** How a thing is carried: on the next departure, on a certain one, to the door. */
export const ServiceType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
})

export type ServiceType = z.output<typeof ServiceType>

/** A counter at a motor park that takes in and gives out parcels. */
export const ParcelLocation = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  city: z.string(),
  state: z.string(),
  address: z.string(),
})

export type ParcelLocation = z.output<typeof ParcelLocation>

/** A road that parcels travel, between two cities (their codes). `base_kobo`: the first five kilograms, before VAT. */
export const ParcelRoute = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  from_city: z.string(),
  to_city: z.string(),
  distance_km: z.int(),
  base_kobo: kobo,
})

export type ParcelRoute = z.output<typeof ParcelRoute>

export const ParcelAddOn = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
  price_kobo: kobo,
})

export type ParcelAddOn = z.output<typeof ParcelAddOn>

/** `restricted` goods travel only under the condition that `hint` names. */
export const ParcelType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
  restricted: z.boolean(),
})

export type ParcelType = z.output<typeof ParcelType>

/** The most a parcel of this size measures and weighs. `price_percent`: share of the route's base price. */
export const ParcelSize = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
  length_cm: z.int(),
  width_cm: z.int(),
  height_cm: z.int(),
  weight_grams: z.int(),
  price_percent: z.int(),
})

export type ParcelSize = z.output<typeof ParcelSize>
