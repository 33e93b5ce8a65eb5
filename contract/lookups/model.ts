import * as z from 'zod/mini'

export const City = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

export type City = z.output<typeof City>

/** The cities to choose from until the first list has loaded. */
export const fallbackCities = ['Abuja', 'Ibadan', 'Lagos', 'Port Harcourt'] as const

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

/** `fare_percent`: share of the adult fare. */
export const PassengerType = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  fare_percent: z.int(),
  hint: z.string(),
})

export type PassengerType = z.output<typeof PassengerType>

export const vehicleSizes = ['small', 'medium', 'large'] as const

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
