import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { BookingRow } from '#server/rooms/bookings/record'
import type { NewTickets } from '#server/platform/ticket-ids'
import { makeId } from '#server/platform/ids'

/** A change of a departure's vehicle that is not finished. */
export interface OpenVehicleChange {
  id: string
  trip_id: string
  /** The value of a seat of the new vehicle as a percentage of one of the old vehicle, at most 100. */
  worth_percent: number
  /** Seats of the new vehicle that the marketplace sells. */
  sellable: number[]
}

/** Returns a vehicle type's name and the seats that the marketplace sells; undefined for an unknown code. */
export async function findVehicleType(
  db: Db,
  code: string,
): Promise<{ name: string; sellable: number[] } | undefined> {
  const { rows } = await sql<{ name: string; sellable: number[] }>`
    select name, sellable from vehicle_type where code = ${code}`.execute(db)
  return rows[0]
}

/** Returns the claims on a departure's seats, one row per leg, without expired holds. */
export async function findSeatClaims(
  db: Db,
  trip_id: string,
): Promise<{ seat: number; leg: number; booking_id: string | null }[]> {
  const { rows } = await sql<{ seat: number; leg: number; booking_id: string | null }>`
    select seat, leg, booking_id from seat_claim where trip_id = ${trip_id}::uuid
      and (expires_at is null or expires_at >= clock_timestamp())`.execute(db)
  return rows
}

/**
 * Counts the unpaid bookings of a departure that a change to this vehicle would end: all of them if the vehicle's seats
 * are worth less, otherwise those with a seat that the vehicle does not have.
 */
export async function countHoldsEndedByVehicle(
  db: Db,
  trip_id: string,
  { sellable, worth_percent }: { sellable: number[]; worth_percent: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from booking
    where trip_id = ${trip_id}::uuid and status in ('held', 'awaiting_payment')
      and (${worth_percent} < 100 or not seats <@ ${sellable}::smallint[])`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether a departure cannot get another vehicle: somebody has boarded, or the previous change is not finished. */
export async function isVehicleChangeClosed(db: Db, trip_id: string): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`
    select exists (select from ticket where trip_id = ${trip_id}::uuid and status = 'used')
      or exists (select from vehicle_change where trip_id = ${trip_id}::uuid and done_at is null) as closed`.execute(
    db,
  )
  return rows[0]?.closed ?? true
}

/**
 * Gives a departure its new vehicle and price, and stops its sale until all travellers are reseated. Returns the
 * change's id.
 */
export async function insertVehicleChange(
  tx: Db,
  it: { trip_id: string; from: string; to: string; worth_percent: number; note: string },
): Promise<string> {
  const id = makeId()
  await sql`
    insert into vehicle_change (id, trip_id, from_vehicle, to_vehicle, worth_percent)
    values (${id}, ${it.trip_id}, ${it.from}, ${it.to}, ${it.worth_percent})`.execute(tx)
  await sql`
    select change_vehicle(${it.trip_id}::uuid, ${it.to}, ${it.worth_percent}::int, ${it.note})`.execute(
    tx,
  )
  return id
}

/**
 * Returns the ids of changes that are not finished an hour after they were made, the earliest first. Leaves out
 * departures that have left: their travellers must not be reseated or refunded any more.
 */
export async function findOverdueVehicleChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from vehicle_change c join trip t on t.id = c.trip_id
    where c.done_at is null and c.asked_at < now() - interval '1 hour' and t.departs_at > now()
    order by c.asked_at, c.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Finds a change that is not finished; undefined once it is. */
export async function findVehicleChange(
  db: Db,
  id: string,
): Promise<OpenVehicleChange | undefined> {
  const { rows } = await sql<OpenVehicleChange>`
    select c.id, c.trip_id, c.worth_percent, v.sellable from vehicle_change c join vehicle_type v on v.code = c.to_vehicle
    where c.id = ${id}::uuid and c.done_at is null`.execute(db)
  return rows[0]
}

/**
 * Returns the vehicle changes of a booking's departure that are not finished, or were finished after `since`, the
 * earliest first. The departure is not sold during a change, so seats that were sold or set aside before the end of a
 * change have the old price.
 */
export async function findVehicleChangesSince(
  db: Db,
  booking_id: string,
  since: Date,
): Promise<Pick<OpenVehicleChange, 'id' | 'worth_percent'>[]> {
  const { rows } = await sql<Pick<OpenVehicleChange, 'id' | 'worth_percent'>>`
    select c.id, c.worth_percent from vehicle_change c join booking b on b.trip_id = c.trip_id
    where b.id = ${booking_id}::uuid and (c.done_at is null or c.done_at > ${since}::timestamptz)
    order by c.asked_at`.execute(db)
  return rows
}

/** Returns the seats of the new vehicle that are free on a booking's legs, lowest first. */
export async function findFreeSeatsOfVehicle(
  db: Db,
  row: BookingRow,
  sellable: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ seats: number[] }>`
    select array(select s from unnest(${[...sellable]}::smallint[]) s
      where s <> all (seats_taken(${row.trip_id}::uuid, ${row.leg_from}::smallint, ${row.leg_to}::smallint,
        ${[...sellable]}::smallint[], '{}')) order by s) as seats`.execute(db)
  return rows[0]?.seats ?? []
}

/**
 * Gives travellers other seats (`reseat_booking`). Throws if a seat was taken in the meantime, so that the job is
 * retried.
 */
export async function reseatTravellers(
  tx: Db,
  id: string,
  moved: { from: number[]; to: number[] },
  tickets: NewTickets,
): Promise<void> {
  const { rows } = await sql<{ done: boolean }>`
    select reseat_booking(${id}::uuid, ${moved.from}::smallint[], ${moved.to}::smallint[], ${tickets.kid}::smallint,
      ${tickets.ids.slice(0, moved.to.length)}::bytea[], ${tickets.codes.slice(0, moved.to.length)}::text[]) as done`.execute(
    tx,
  )
  if (rows[0]?.done !== true) throw new Error(`booking ${id} could not be seated anew`)
}

/** Records the effect of a change on a booking; returns false if it is already recorded. */
export async function markBookingReseated(
  tx: Db,
  change_id: string,
  booking_id: string,
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into booking_reseat (change_id, booking_id, moved_from, moved_to, lost, back_kobo)
    values (${change_id}, ${booking_id}, '{}', '{}', '{}', 0) on conflict do nothing`.execute(tx)
  return rowCount === 1
}

/** Completes the record of a change's effect on a booking, and allows free cancellation for a day. */
export async function saveReseatResult(
  tx: Db,
  change_id: string,
  booking_id: string,
  {
    from,
    to,
    lost,
    back_kobo,
  }: { from: number[]; to: number[]; lost: number[]; back_kobo: number },
): Promise<void> {
  await sql`
    update booking_reseat set moved_from = ${from}::smallint[], moved_to = ${to}::smallint[], lost = ${lost}::smallint[],
      back_kobo = ${back_kobo} where change_id = ${change_id} and booking_id = ${booking_id}`.execute(
    tx,
  )
  await sql`
    update booking set free_cancel_until = now() + interval '24 hours'
    where id = ${booking_id} and status = 'confirmed'`.execute(tx)
}

/** Also sets the total of the booking. */
export async function saveBookingFare(tx: Db, id: string, fare: BookingRow['fare']): Promise<void> {
  await sql`
    update booking set fare = ${JSON.stringify(fare)}::jsonb, total_kobo = ${fare.total_kobo} where id = ${id}::uuid`.execute(
    tx,
  )
}

/** Marks a change as finished, so that the departure is sold again. Returns false if it was finished before. */
export async function completeVehicleChange(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    update vehicle_change set done_at = now() where id = ${id}::uuid and done_at is null`.execute(
    tx,
  )
  return rowCount === 1
}
