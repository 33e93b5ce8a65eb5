import type { PassengerTypePrice } from '#contract/fare'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeReference } from '#server/platform/ids'
import type { FrozenFare } from '#server/rooms/bookings/record'

/** The trip part for which seats are set aside under `id`, with fares that no longer change. Money in kobo. */
export interface AllottedTripPart {
  id: string
  trip_id: string
  leg_from: number
  leg_to: number
  seat_fare_kobo: number
  park_fee_kobo: number
  passenger_types: PassengerTypePrice[]
}

/** Claims seats for an allotment, all or none, with `allot_seats`. Returns `allotted` or the refusal. */
export async function claimAllottedSeats(
  tx: Db,
  {
    id,
    trip_id,
    leg_from,
    leg_to,
    seats,
  }: Omit<AllottedTripPart, 'passenger_types'> & { seats: number[] },
): Promise<'allotted' | 'seat_taken' | 'trip_not_on_sale' | 'seats_kept'> {
  const { rows } = await sql<{
    outcome: 'allotted' | 'seat_taken' | 'trip_not_on_sale' | 'seats_kept'
  }>`
    select allot_seats(${id}::uuid, ${trip_id}::uuid, ${leg_from}::smallint, ${leg_to}::smallint,
      ${seats}::smallint[]) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'seat_taken'
}

/** Puts seats of an allotment back on sale. The caller must have checked that they were not sold. */
export async function freeAllottedSeats(
  tx: Db,
  { id, trip_id }: Pick<AllottedTripPart, 'id' | 'trip_id'>,
  seats: number[],
): Promise<void> {
  await sql`select free_allotted_seats(${id}::uuid, ${trip_id}::uuid, ${seats}::smallint[])`.execute(
    tx,
  )
}

/** Creates a held booking of seats of an allotment with `hold_allotted_seats`. Returns `held` or the refusal. */
export async function holdAllottedSeats(
  tx: Db,
  part: AllottedTripPart,
  booking: { id: string; seats: number[]; types: string[]; holder: string; fare: FrozenFare },
): Promise<'held' | 'seat_taken' | 'trip_not_on_sale'> {
  const { rows } = await sql<{ outcome: 'held' | 'seat_taken' | 'trip_not_on_sale' }>`
    select hold_allotted_seats(${part.id}::uuid, ${booking.id}::uuid, ${makeReference()}, ${part.trip_id}::uuid,
      ${part.leg_from}::smallint, ${part.leg_to}::smallint, ${booking.seats}::smallint[], ${booking.types}::text[],
      ${booking.holder}, ${JSON.stringify(booking.fare)}::jsonb, ${booking.fare.total_kobo}::bigint) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome ?? 'seat_taken'
}

/** Whether the departure of a booking, plus the announced delay, is still in the future. */
export async function isBeforeDeparture(db: Db, booking_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from booking b join trip t on t.id = b.trip_id
    where b.id = ${booking_id}::uuid
      and boards_at(t.id, b.leg_from) + make_interval(mins => t.delay_minutes) > now()`.execute(db)
  return rows.length > 0
}
