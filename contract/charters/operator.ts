import * as z from 'zod/mini'
import { day, id, instant, kobo, personName, phone, reference, text } from '#contract/shapes'
import { CharterDriver } from './model.ts'
import { charterKinds, charterStates } from './rules.ts'

const Stop = z.object({ city: z.string(), code: z.string(), address: z.nullable(z.string()) })

/** A vehicle of the operator with the days on which it is hired or blocked. */
export const OperatorVehicle = z.object({
  id: z.string(),
  name: z.string(),
  plate: z.string(),
  seats: z.int(),
  home: z.string(),
  day_kobo: kobo,
  days: z.array(
    z.object({ day, taken: z.enum(['charter', 'blocked']), charter: z.nullable(z.string()) }),
  ),
})
export type OperatorVehicle = z.output<typeof OperatorVehicle>

const someDays = z.array(day).check(z.maxLength(200, 'Choose at most 200 days.'))

/** Days to block and to free. Days of charters do not change. */
export const VehicleDaysInput = z.strictObject({
  id,
  block: z._default(someDays, []),
  free: z._default(someDays, []),
})

/** A charter as its operator sees it. The customer is shown once something is paid. */
export const OperatorCharter = z.object({
  reference: z.string(),
  state: z.enum(charterStates),
  kind: z.enum(charterKinds),
  vehicle: z.object({ id: z.string(), name: z.string(), plate: z.string() }),
  stops: z.array(Stop),
  starts_at: instant,
  from: day,
  until: day,
  travellers: z.int(),
  luggage: z.nullable(z.string()),
  needs: z.nullable(z.string()),
  contact: z.nullable(z.object({ full_name: z.string(), phone: z.string() })),
  flight: z.nullable(
    z.object({
      airport: z.string(),
      number: z.nullable(z.string()),
      direction: z.enum(['pick_up', 'drop_off']),
      meet_at: instant,
      name_board: z.nullable(z.string()),
    }),
  ),
  /** The operator's share, kobo, and the paid part of it. */
  hire_kobo: kobo,
  paid_kobo: kobo,
  driver: z.nullable(CharterDriver),
  started_at: z.nullable(instant),
  ended_at: z.nullable(instant),
})
export type OperatorCharter = z.output<typeof OperatorCharter>

/** `AAA-123BC`; spaces and lower case are corrected. */
const plate = z.string().check(
  z.overwrite((written) => written.trim().toUpperCase().replaceAll(/\s+/g, '-')),
  z.regex(/^[A-Z0-9][A-Z0-9-]{4,11}$/, 'Enter the plate like LSR-482XB.'),
)

export const DriverInput = z.strictObject({ reference, name: personName, phone, plate })

export const CodeInput = z.strictObject({
  reference,
  code: z.string().check(z.regex(/^\d{4}$/, 'The code has four digits.')),
})

export const FailureInput = z.strictObject({ reference, reason: text(3, 200) })
