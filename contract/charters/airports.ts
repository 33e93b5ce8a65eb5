import * as z from 'zod/mini'
import {
  code,
  instantAhead,
  kobo,
  personName,
  phone,
  reference,
  text,
  wholeNumber,
} from '#contract/shapes'
import { CharterPrice } from './model.ts'
import { vehicleSizes } from './rules.ts'

/** A fixed price to or from an airport, with fee and VAT. */
const ZonePrice = z.object({
  size: z.enum(vehicleSizes),
  /** The most travellers and bags. */
  travellers: z.int(),
  bags: z.int(),
  price: CharterPrice,
})

/** An airport of Nigeria with scheduled flights. */
export const Airport = z.object({
  code: z.string(),
  name: z.string(),
  city: z.object({ code: z.string(), name: z.string() }),
  has_international: z.boolean(),
  meeting_point: z.string(),
  zones: z.array(
    z.object({ code: z.string(), name: z.string(), km: z.int(), prices: z.array(ZonePrice) }),
  ),
})

export type Airport = z.output<typeof Airport>

/** `P4 7121`: the airline's two characters and up to four digits. */
const flightNumber = z.string().check(
  z.overwrite((written) => written.toUpperCase().replaceAll(/[\s-]/g, '')),
  z.regex(/^(?=.{0,1}[A-Z])[A-Z0-9]{2}\d{1,4}$/, 'Enter the flight number like P47121.'),
)

/**
 * `at`: when the flight lands (`pick_up`), or when the vehicle must come (`drop_off`). `address`: within the zone.
 * `total_kobo`: the price that was shown. The whole price is paid at once.
 */
export const BookAirportInput = z.strictObject({
  airport: code,
  zone: code,
  size: z.enum(vehicleSizes),
  direction: z.enum(['pick_up', 'drop_off']),
  flight_number: z.optional(flightNumber),
  is_international: z._default(z.boolean(), false),
  at: instantAhead,
  address: text(3, 160),
  name_board: z.optional(personName),
  travellers: wholeNumber(1, 80),
  bags: z._default(wholeNumber(0, 200), 0),
  needs: z.optional(text(0, 300)),
  contact: z.strictObject({ full_name: personName, phone }),
  total_kobo: kobo,
})

export type BookAirportInput = z.output<typeof BookAirportInput>

/** A flight at another time also moves the pick-up. */
export const ChangeFlightInput = z.strictObject({
  reference,
  flight_number: z.optional(flightNumber),
  at: instantAhead,
})
