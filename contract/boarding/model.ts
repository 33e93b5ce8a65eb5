import * as z from 'zod/mini'
import { id, instant, instantOfClock, seatNumber, text } from '#contract/shapes'

/** The result of a check, for tickets with a valid signature or on the phone's list. */
const verdicts = [
  'valid',
  'already_used',
  'older_ticket',
  'wrong_bus',
  'wrong_time',
  'cancelled',
] as const

/** Hours before a bus leaves a stop from which tickets are checked in there, and after its arrival until which. */
export const boardingHours = { before: 6, after: 24 } as const

/** A bus as it runs. `zone` is where it departs, `plate` null until a vehicle is named. */
const bus = {
  departs_at: instant,
  zone: z.string(),
  vehicle: z.string(),
  seats: z.int(),
  plate: z.nullable(z.string()),
  status: z.enum(['scheduled', 'boarding', 'departed', 'completed', 'cancelled']),
}

/** A departure of the operator from one park. `travellers` board there, babies on laps too; `aboard` of them are in. */
export const OperatorDeparture = z.object({
  trip_id: z.string(),
  /** The stop at which they board; counts from 0. */
  position: z.int(),
  park: z.object({ code: z.string(), name: z.string(), city: z.string() }),
  to: z.string(),
  ...bus,
  travellers: z.int(),
  aboard: z.int(),
})

export type OperatorDeparture = z.output<typeof OperatorDeparture>

/** A traveller let in: when, on which phone, where and by whom. */
export const Boarding = z.object({
  at: instant,
  device: z.string(),
  place: z.nullable(z.string()),
  by: z.nullable(z.string()),
})

export type Boarding = z.output<typeof Boarding>

/** One issued ticket. Cancelled and replaced ones stand here too, so that the list alone tells them. */
export const ManifestSeat = z.object({
  seat: z.int(),
  /** Eight bytes in hex, as the signed ticket carries them. */
  ticket_id: z.string(),
  code: z.string(),
  booking: z.string(),
  issue: z.int(),
  status: z.enum(['valid', 'used', 'cancelled', 'reissued']),
  passenger: z.string(),
  passenger_type: z.string(),
  /** Of the baby on the passenger's lap: one person more, but no seat. Lists that were saved earlier lack it. */
  infant_name: z.nullish(z.string()),
  leg_from: z.int(),
  leg_to: z.int(),
  from: z.string(),
  to: z.string(),
  boarded_at: z.nullable(instant),
  /** Everybody who let this ticket in, first one first: two of them are a double boarding. */
  boardings: z.array(Boarding),
})

export type ManifestSeat = z.output<typeof ManifestSeat>

/** The passenger list of a bus, as of `generated_at`. `version` changes when anything in `seats` does. */
export const Manifest = z.object({
  trip: z.object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    /** At its last stop, with its delay. */
    arrives_at: instant,
    ...bus,
  }),
  version: z.string(),
  generated_at: instant,
  seats: z.array(ManifestSeat),
})

export type Manifest = z.output<typeof Manifest>

/** One check at a door. `id` is made on the phone, so that sending again counts once. */
export const BoardingScan = z.strictObject({
  id,
  ticket_id: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'This is not one of our tickets.')),
  /** The bus at whose door it was checked. */
  trip_id: id,
  seat: seatNumber,
  issue: z.int().check(z.minimum(1), z.maximum(32_000)),
  verdict: z.enum(verdicts),
  /** A phone that has lost the time says 1970. */
  scanned_at: instantOfClock,
  device: id,
  place: z.optional(text(1, 80)),
  by: z.optional(text(1, 60)),
})

export type BoardingScan = z.output<typeof BoardingScan>

/**
 * What became of a scan. `duplicate`: it was here already. `conflict`: the ticket was let in elsewhere,
 * too, `first` at the earliest. `not_live`: the ticket had been cancelled or replaced. `wrong_time`: noted, but
 * the ticket is as good as before, since it was not checked around its departure. `unknown`: no ticket or no
 * bus of this operator.
 */
export const ScanResult = z.object({
  id: z.string(),
  result: z.enum(['recorded', 'duplicate', 'conflict', 'not_live', 'wrong_time', 'unknown']),
  first: z.optional(Boarding),
})

export type ScanResult = z.output<typeof ScanResult>
