import * as z from 'zod/mini'
import { genders } from '#contract/bookings/rules'
import { instant } from '#contract/shapes'
import { TripDetail } from '#contract/trips/model'
import { SeatCounts } from './model.ts'
import { legalManifestFields } from './rules.ts'

/* Data of the departure sheet at the desk. The manifest that phones store at the door does not contain it. */

/**
 * A seat of a departure. `set_aside`: the operator sold it outside of our system, or does not offer it. `blocked`: we
 * never sell it in this vehicle. `held_until`: when a held seat becomes free if it is not paid before; null in all
 * other states.
 */
const DepartureSeat = z.object({
  number: z.int(),
  row: z.int(),
  column: z.int(),
  state: z.enum(['free', 'held', 'sold', 'set_aside', 'blocked']),
  held_until: z.nullable(instant),
})

export type DepartureSeat = z.output<typeof DepartureSeat>

/**
 * The seat plan of a departure on the legs after the stop `from`, with the position of that stop, counted from 0.
 * `seat_counts` is for the same legs. Its `blocked` is the number of seats with the state `set_aside`; it does not
 * count seats with the state `blocked`.
 */
export const DepartureSeats = z.object({
  from: z.object({ position: z.int(), park: z.string() }),
  layout: TripDetail.shape.layout,
  seat_counts: SeatCounts,
  seats: z.array(DepartureSeat),
})

export type DepartureSeats = z.output<typeof DepartureSeats>

const Stop = z.object({ city: z.string(), park: z.string() })

/**
 * A passenger in the manifest that the law requires (National Road Traffic Regulations 2012, s. 51(5)). `infant_name`:
 * the baby on their lap, who counts as one more person. `missing`: the details that were never given. A detail that is
 * null but not in `missing` has been deleted.
 */
const LegalManifestPassenger = z.object({
  seat: z.int(),
  full_name: z.string(),
  gender: z.nullable(z.enum(genders)),
  infant_name: z.nullable(z.string()),
  /** Their own phone number, or else that of the person who booked. */
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  next_of_kin: z.nullable(z.object({ full_name: z.string(), phone: z.nullable(z.string()) })),
  missing: z.array(z.enum(legalManifestFields)),
  from: Stop,
  to: Stop,
  booking: z.string(),
})

export type LegalManifestPassenger = z.output<typeof LegalManifestPassenger>

/** The manifest that the law requires, at `generated_at`: everybody who has a valid ticket, by seat. */
export const LegalManifest = z.object({
  operator: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
  from: z.extend(Stop, { address: z.string() }),
  to: Stop,
  departs_at: instant,
  /** How much later than planned it leaves. */
  delay_minutes: z.optional(z.int()),
  zone: z.string(),
  vehicle: z.string(),
  plate: z.nullable(z.string()),
  driver: z.object({ name: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  generated_at: instant,
  passengers: z.array(LegalManifestPassenger),
})

export type LegalManifest = z.output<typeof LegalManifest>
