import * as z from 'zod/mini'
import { kobo } from '#contract/shapes'
import { vehicleSizes } from './rules.ts'

export const City = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

export type City = z.output<typeof City>

/**
 * A place to travel from or to: a city, or a motor park in it (`kind`). Searches use `code`. `aliases`: other names
 * in lower case without accents; omitted if there are none.
 */
export const Place = z.object({
  kind: z.enum(['city', 'park']),
  code: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  aliases: z.optional(z.array(z.string())),
})

export type Place = z.output<typeof Place>

/** A kind of passenger. `fare_percent`: their share of the adult fare. */
export const PassengerType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  fare_percent: z.int(),
  hint: z.string(),
})

export type PassengerType = z.output<typeof PassengerType>

export const VehicleType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  label: z.string(),
  value: z.string(),
  seats: z.int(),
  size: z.enum(vehicleSizes),
})

export type VehicleType = z.output<typeof VehicleType>

export const Currency = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  symbol: z.string(),
})

/** How a parcel is carried: on the next departure, on a chosen departure, or to the door. */
export const ServiceType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
})

export type ServiceType = z.output<typeof ServiceType>

/** A counter at a motor park that accepts and hands over parcels. */
export const ParcelLocation = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  city: z.string(),
  state: z.string(),
  address: z.string(),
})

export type ParcelLocation = z.output<typeof ParcelLocation>

/**
 * A route on which parcels are carried, between two cities (their codes). `base_kobo`: the price of the first five
 * kilograms, before VAT.
 */
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

/** A type of goods. `restricted`: accepted only under the condition in `hint`. */
export const ParcelType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  hint: z.string(),
  restricted: z.boolean(),
})

export type ParcelType = z.output<typeof ParcelType>

/** The limits of a size. `price_percent`: its share of the route's base price. */
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
