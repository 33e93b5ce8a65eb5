import * as z from 'zod/mini'
import { id, instant, deviceInstant, seatNumber, text } from '#contract/shapes'
import { legalManifestFields } from './rules.ts'

/** The results of a door check. The ticket has a valid signature or is in the stored list. */
const verdicts = [
  'valid',
  'already_used',
  'older_ticket',
  'wrong_bus',
  'wrong_time',
  'cancelled',
] as const

/**
 * The seats of a vehicle that we may sell: `free`; `held` by people who have not paid; `sold` to bookings, online or at
 * a counter; `blocked`: set aside by the operator, or sold outside of our system. The results of a search count the
 * same seats as free and as held.
 */
export const SeatCounts = z.object({
  total: z.int(),
  free: z.int(),
  held: z.int(),
  sold: z.int(),
  blocked: z.int(),
})

export type SeatCounts = z.output<typeof SeatCounts>

/** A motor park at which people board. `city`: the name of its city. */
export const DeparturePark = z.object({ code: z.string(), name: z.string(), city: z.string() })

export type DeparturePark = z.output<typeof DeparturePark>

/**
 * A bus on one trip. `departs_at` is the planned time, and `zone` its time zone; `plate` is null until a vehicle is
 * assigned.
 */
const bus = {
  departs_at: instant,
  /** How much later than planned it leaves. Missing in lists that were stored before this field existed. */
  delay_minutes: z.optional(z.int()),
  zone: z.string(),
  vehicle: z.string(),
  seats: z.int(),
  plate: z.nullable(z.string()),
  status: z.enum(['scheduled', 'boarding', 'departed', 'completed', 'cancelled']),
  /** Whether its operator has closed its sales. Missing in lists that were stored before this field existed. */
  sales_closed: z.optional(z.boolean()),
  /**
   * Whether the operator's timetable no longer has this departure, so that no seat of it is sold. Missing in lists that
   * were stored before this field existed.
   */
  withdrawn: z.optional(z.boolean()),
  /** When the sale ends by itself, at the stop of the list. Missing elsewhere, and in older stored lists. */
  sales_close_at: z.optional(instant),
  /**
   * The counts for the legs from the stop of the list, or for the whole trip. Missing in stored lists that are older
   * than this field.
   */
  seat_counts: z.optional(SeatCounts),
}

/**
 * A departure of the operator from one motor park. `travellers`: how many board there, including babies. `aboard`: how
 * many of them have boarded.
 */
export const OperatorDeparture = z.object({
  trip_id: z.string(),
  /** The index of the stop at which the travellers of this motor park board, counted from 0. */
  position: z.int(),
  park: DeparturePark,
  to: z.string(),
  /**
   * The later stops at which people may get off, by index. Missing in lists that phones stored before this field
   * existed.
   */
  drop_offs: z.optional(z.array(z.object({ position: z.int(), city: z.string() }))),
  ...bus,
  travellers: z.int(),
  aboard: z.int(),
})

export type OperatorDeparture = z.output<typeof OperatorDeparture>

/** One boarding of a traveller: when, on which phone, where and by whom. */
export const Boarding = z.object({
  at: instant,
  device: z.string(),
  place: z.nullable(z.string()),
  by: z.nullable(z.string()),
})

export type Boarding = z.output<typeof Boarding>

/** One issued ticket. Cancelled and replaced tickets are in the list too, so that the phone can recognise them. */
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
  /**
   * The baby on the passenger's lap, who is one more person but has no seat. Missing in lists that were stored before
   * this field existed.
   */
  infant_name: z.nullish(z.string()),
  /** Details that the law requires but that the traveller, who bought at a counter, has not given. */
  missing: z.optional(z.array(z.enum(legalManifestFields))),
  leg_from: z.int(),
  leg_to: z.int(),
  from: z.string(),
  to: z.string(),
  boarded_at: z.nullable(instant),
  /** All boardings with this ticket, earliest first. More than one is a double boarding. */
  boardings: z.array(Boarding),
})

export type ManifestSeat = z.output<typeof ManifestSeat>

/** The passenger list of a bus at `generated_at`. `version` changes whenever `seats` does. */
export const Manifest = z.object({
  trip: z.object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    /** The arrival at its last stop, including any delay. */
    arrives_at: instant,
    ...bus,
    /**
     * Whether the trip has left, so that its operator can no longer delay or cancel it, or change its vehicle. Missing
     * in lists that were stored before this field existed.
     */
    away: z.optional(z.boolean()),
    /** What its operator has reported beside the delay. Missing in lists that are older than these fields. */
    note: z.nullish(z.string()),
    driver_name: z.nullish(z.string()),
    driver_phone: z.nullish(z.string()),
  }),
  version: z.string(),
  generated_at: instant,
  seats: z.array(ManifestSeat),
  /**
   * Seats with signed tickets that are or were set aside for a phone of the counter, and that are not reported as sold.
   * `released`: the seat went back on sale. Missing in lists that were stored before this field existed.
   */
  set_aside: z.optional(
    z.array(
      z.object({
        seat: z.int(),
        leg_from: z.int(),
        ticket_id: z.string(),
        code: z.string(),
        clerk: z.string(),
        released: z.boolean(),
      }),
    ),
  ),
})

export type Manifest = z.output<typeof Manifest>

/** One door check. The phone generates `id`, so that a check that is sent twice counts once. */
export const BoardingScan = z.strictObject({
  id,
  ticket_id: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'This is not one of our tickets.')),
  /** The bus that was boarded. */
  trip_id: id,
  seat: seatNumber,
  issue: z.int().check(z.minimum(1), z.maximum(32_000)),
  verdict: z.enum(verdicts),
  /** May be in 1970: a phone whose clock was reset reports such a time. */
  scanned_at: deviceInstant,
  device: id,
  place: z.optional(text(1, 80)),
  by: z.optional(text(1, 60)),
})

export type BoardingScan = z.output<typeof BoardingScan>

/**
 * The outcome of a door check. `duplicate`: the check was recorded before. `conflict`: the ticket was also used to
 * board elsewhere; `first` is the earliest boarding. `not_live`: the ticket was cancelled or replaced; a check that was
 * recorded before gets this result too. `wrong_time`: recorded, but too far from the departure, so the ticket remains
 * valid. `not_reported`: the seat of the ticket is set aside for the counter, and its sale is not reported yet. Nothing
 * was recorded, so the phone sends the check again later. `unknown`: no ticket or no bus of this operator.
 */
export const ScanResult = z.object({
  id: z.string(),
  result: z.enum([
    'recorded',
    'duplicate',
    'conflict',
    'not_live',
    'wrong_time',
    'not_reported',
    'unknown',
  ]),
  first: z.optional(Boarding),
})

export type ScanResult = z.output<typeof ScanResult>
