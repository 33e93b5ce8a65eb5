import { extendedHoldMinutes } from '#contract/policy'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { FrozenFare } from '#server/rooms/bookings/record'

export interface NewHold {
  id: string
  reference: string
  trip_id: string
  leg_from: number
  leg_to: number
  seats: number[]
  types: string[]
  holder: string
  user_id: string | null
  guest_token_sha256: Buffer | null
  fare: FrozenFare
  minutes: number
  /** The caller's network as a keyed hash; null if its holds are not limited. */
  network: string | null
  /** The id of the puzzle that the caller has solved, from `verifyPuzzle`; null without a valid proof of work. */
  proof: string | null
  /** The factor by which the limits of holds are multiplied. */
  factor: number
  /** The outbound booking to which the seats are added as a return trip, which makes no room for them. */
  way_out?: string | undefined
}

/** Holds seats, all or none (`hold_seats`). The result names the refusal. */
export async function insertHold(db: Db, hold: NewHold) {
  const { rows } = await sql<{
    outcome:
      | 'held'
      | 'seat_taken'
      | 'already_paying'
      | 'trip_not_on_sale'
      | 'too_many_holds'
      | 'proof_needed'
      | 'network_busy'
      | 'seats_kept'
    taken: number[]
  }>`
    select outcome, taken from hold_seats(${hold.id}::uuid, ${hold.reference}, ${hold.trip_id}::uuid,
      ${hold.leg_from}::smallint, ${hold.leg_to}::smallint, ${hold.seats}::smallint[], ${hold.types}::text[],
      ${hold.holder}, ${hold.user_id}::uuid, ${hold.guest_token_sha256}::bytea,
      ${JSON.stringify(hold.fare)}::jsonb, ${hold.fare.total_kobo}::bigint, ${hold.minutes}::int,
      ${hold.network}, ${hold.proof}, ${hold.factor}::real,
      ${hold.way_out ?? null}::uuid)`.execute(db)
  return rows[0] ?? { outcome: 'seat_taken' as const, taken: hold.seats }
}

/** An id that no booking has, to find seats that are free for everybody. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Returns free seats on legs, as close together as possible; undefined if too few are free. */
export async function findAdjacentSeats(
  db: Db,
  part: Pick<NewHold, 'trip_id' | 'leg_from' | 'leg_to'>,
  count: number,
): Promise<number[] | undefined> {
  const { rows } = await sql<{ seats: number[] | null }>`
    select seats_together(${part.trip_id}::uuid, ${part.leg_from}::smallint, ${part.leg_to}::smallint, ${count}::int,
      ${nobody}::uuid) as seats`.execute(db)
  return rows[0]?.seats ?? undefined
}

/** Releases an open hold; returns false if it is no longer open. */
export async function releaseBooking(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{
    outcome: string
  }>`select release_booking(${id}::uuid) as outcome`.execute(db)
  return rows[0]?.outcome === 'released'
}

/** Makes two open bookings a return trip, held until the same moment (`pair_bookings`). */
export async function pairBookings(tx: Db, out: string, back: string): Promise<void> {
  await sql`select pair_bookings(${out}::uuid, ${back}::uuid, ${extendedHoldMinutes}::int)`.execute(
    tx,
  )
}

/** Expires at most `limit` overdue holds; returns how many. */
export async function expireHolds(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select expire_holds(${limit}::int) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Marks trips that have left as departed, and later as completed, and updates their bookings; delays are included. Each
 * statement is its own transaction: a sale locks its booking before its trip, and these statements lock in the other
 * order, so in one transaction they could deadlock with a sale.
 */
export async function advanceTrips(db: Db): Promise<void> {
  await sql`select depart_trips()`.execute(db)
  await sql`update booking b set status = 'travelled' from trip t
    where t.id = b.trip_id and b.status = 'confirmed' and t.status = 'departed'
      and boards_at(t.id, b.leg_from) + make_interval(mins => t.delay_minutes) <= now()`.execute(db)
  await sql`select complete_trips()`.execute(db)
  await sql`update booking b set status = 'completed' from trip t
    where t.id = b.trip_id and b.status = 'travelled' and t.status = 'completed'`.execute(db)
}
