import * as z from 'zod/mini'
import { id, instant, kobo, seatNumber, thisCenturyInstant, tripId } from '#contract/shapes'
import { maxAllottedSeats } from './rules.ts'

const seats = z.array(seatNumber).check(
  z.minLength(1, 'Choose at least one seat.'),
  z.maxLength(maxAllottedSeats, `Choose at most ${maxAllottedSeats} seats.`),
  z.refine((all) => new Set(all).size === all.length, 'The same seat is listed twice.'),
)

/**
 * Seats to set aside for a phone of the counter. `device`: the phone, which alone gets their tickets. `sell_until`:
 * when the phone stops selling them; at the latest, and by default, when the sale of the trip closes.
 */
export const AllotSeatsInput = z.strictObject({
  shift: id,
  trip_id: tripId,
  seats,
  device: id,
  sell_until: z.optional(thisCenturyInstant),
})

/** The fields that both answers about an allotment have. `left`: the seats that are neither sold nor released. */
const allotment = {
  id: z.string(),
  shift: z.string(),
  device: z.string(),
  /** The member's name, or the label of the key. */
  clerk: z.string(),
  trip_id: z.string(),
  from: z.string(),
  to: z.string(),
  departs_at: instant,
  zone: z.string(),
  vehicle: z.string(),
  sell_until: instant,
  left: z.array(z.int()),
  sold: z.array(z.int()),
  /** The seats, left or released, for which no sale is reported although somebody has boarded with their tickets. */
  boarded: z.array(z.int()),
}

/** Seats of a departure that are set aside for a phone of the counter. */
export const SeatAllotment = z.object(allotment)

export type SeatAllotment = z.output<typeof SeatAllotment>

/**
 * A new allotment. Its phone gets this answer only once. `tickets`: for each seat, a signed ticket without a name. A
 * seat counts as sold only after its sale is reported. The price of a seat is what `priceFare` returns for the fares in
 * this answer, even if the fare of the trip changes later.
 */
export const NewAllotment = z.object({
  ...allotment,
  operator: z.string(),
  seat_fare_kobo: kobo,
  park_fee_kobo: kobo,
  passenger_types: z.array(
    z.object({ code: z.string(), label: z.string(), fare_percent: z.number() }),
  ),
  tickets: z.array(z.object({ seat: z.int(), code: z.string(), payload: z.string() })),
})

export type NewAllotment = z.output<typeof NewAllotment>

/** Seats of an allotment that go back on sale. */
export const ReleaseSeatsInput = z.strictObject({ id, seats })
